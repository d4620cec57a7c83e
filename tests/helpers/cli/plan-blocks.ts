import { answerBlocks, furtherBlocks, type Shown } from '#cli/render/plan.ts';
import type { Block } from '#cli/render/table.ts';
import type { Plan } from '#core/report/plan-types.ts';

/** All that the terminal says of a plan, one after the other. */
export const planBlocks = (plan: Plan, shown: Shown): Block[] => [
  ...answerBlocks(plan, shown),
  ...furtherBlocks(plan, shown),
];
