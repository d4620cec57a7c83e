/** Cost against p99 in text: the cheapest placement for each p99, and who beats the rest. */
import { frontierFigure, pointWords } from '#core/answer/figures/frontier.ts';
import type { Names } from '#core/answer/words/names.ts';
import { frontierPoints } from '#core/report/frontier.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { percent } from '#core/text/numbers.ts';
import type { Block } from './table.ts';

/** Where the p99s were swept. Nothing where fewer than two placements are on it. */
export function frontierBlocks(plan: Plan, names: Names): Block[] {
  const all = frontierPoints(plan);
  const points = all.filter(({ isOn }) => isOn);
  const [cheapest, fastest] = [points[0], points.at(-1)];
  if (plan.frontierStep === null || !cheapest || !fastest || points.length < 2) return [];
  const step = percent(plan.frontierStep, { figures: 3 });
  const text = `Cost against p99: ${pointWords(cheapest)} to ${pointWords(fastest)}, ${points.length} placements whatever it takes to run them. A p99 less than ${step} apart counts as the same.`;
  return [
    { kind: 'text', text },
    { kind: 'table', table: frontierFigure(all, names) },
  ];
}
