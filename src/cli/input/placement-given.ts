/** A placement of a plan as a person names it: by its id, its part in the answer, or its row. */
import type { Names } from '#core/answer/words/names.ts';
import { editDistance } from '#core/nearest.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import { oneLine, shell } from '#emit/quote.ts';
import { Misunderstood } from '../failures.ts';
import { planOf, type PlanAnswer } from '../plans.ts';
import { type NamedQuestion } from '../scenarios.ts';

const ROLES = ['recommended', 'cheaper', 'surer', 'faster', 'simplest', 'today'] as const;

const isRow = (text: string) => /^\d{1,6}$/.test(text);
const isId = (text: string) => !isRow(text) && !ROLES.some((role) => role === text);

/** The plan in which the placements called `texts` stand, as far as there are such. */
export function planWith(question: NamedQuestion, texts: readonly string[]): Promise<PlanAnswer> {
  return planOf(question, texts.some(isRow) ? { all: true } : undefined, texts.filter(isId));
}

/** For the message: what the plan is of, and what is written before a placement. */
interface Asked {
  source: string;
  flag?: string;
}

/** Throws `Misunderstood` with ids that may have been meant. */
export function placementCalled(text: string, plan: Plan, names: Names, asked: Asked): Candidate {
  const id = idOf(text, plan);
  const found = plan.candidates.find((one) => one.id === id);
  if (found) return found;
  throw new Misunderstood(unknownPlacement(text, plan, names, asked));
}

function idOf(text: string, { candidates, rule, today }: Plan): string | undefined {
  if (isRow(text)) return candidates[Number(text) - 1]?.id;
  if (text === 'simplest') return rule.baseId ?? undefined;
  if (text === 'today') return today?.id;
  return isId(text) ? text : candidates.find(({ card }) => card === text)?.id;
}

/** The two nearest ids, the plan's cards with theirs, and how to see the others: one a line. */
function unknownPlacement(
  wanted: string,
  { candidates }: Plan,
  names: Names,
  { source, flag = '' }: Asked,
): string {
  const near = candidates
    .map(({ id }) => ({ id, most: Math.floor(id.length / 3) }))
    .map(({ id, most }) => ({ id, most, edits: editDistance(wanted, id, most + 1) }))
    .filter(({ edits, most }) => edits <= most)
    .toSorted((a, b) => a.edits - b.edits);
  return [
    `no placement "${oneLine(wanted)}" in this plan`,
    ...near.slice(0, 2).map(({ id }) => `did you mean ${flag}${shell(id)}?`),
    ...candidates.flatMap(({ id, card }) =>
      card === null ? [] : [`${card}: ${flag}${shell(id)} (${names.placement(id)})`],
    ),
    `stowage plan ${shell(source)} --all lists all ${candidates.length}`,
  ].join('\n');
}
