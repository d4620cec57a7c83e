/** A plan as the answer that is judged. */
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import type { Names } from '#core/answer/words/names.ts';
import type { Block } from '#cli/render/table.ts';
import type { Answer } from './judged.ts';
import { planBlocks } from '#tests/helpers/cli/plan-blocks.ts';

/** The placement shown first: the recommended one, else the best if measurements hold. */
export function firstOf(plan: Plan): Candidate | null {
  const id = plan.recommendation?.id ?? plan.bestIf?.id;
  return plan.candidates.find((one) => one.id === id) ?? null;
}

export function answerOf(plan: Plan, names: Names): Answer {
  const first = firstOf(plan);
  return {
    card: first && {
      stores: first.stores,
      moving: first.effort.lines.reduce((sum, { count }) => sum + count, 0),
      monthly: { low: first.monthly.range[0], high: first.monthly.range[1] },
    },
    sentences: planBlocks(plan, { names, notes: true }).flatMap(sentencesOf),
  };
}

function sentencesOf(block: Block): string[] {
  if (block.kind === 'text') return [block.text];
  if (block.kind === 'list') return block.items.map((item) => (typeof item === 'string' ? item : item.text));
  return [];
}
