/** Placements at ages of the grid near given ones: where looking between its edges starts. */
import { isChain } from '../chain.ts';
import type { Placement } from '../chain.ts';
import { verdictOfChain } from '../chains/judge.ts';
import type { Workload } from '../../workload/workload.ts';
import type { Shown } from '../worked/worked-plan.ts';
import type { Cell } from './cell.ts';
import { agesOf, withAges } from './refined.ts';
import type { RefineSources } from './refined.ts';

/** At the corners of a cell, where they are ages of the grid. */
export function cornersOf({ edges }: Pick<Workload, 'edges'>, cell: Cell): Placement[] {
  return rising(cell.places.map((place) => [place, place + 1].flatMap((at) => edges[at - 1] ?? []))).map(
    (ages) => cell.at(ages),
  );
}

/** At the edges on either side of each of its ages, and at those that are edges. What is kept to the end of life may stay so. */
export function besideOf(
  { edges, lifeDays }: Pick<Workload, 'edges' | 'lifeDays'>,
  placement: Placement,
): Placement[] {
  const near = agesOf(placement).map((age) => [
    ...edges.filter((edge) => edge < age).slice(-1),
    ...edges.filter((edge) => edge >= age).slice(0, edges.includes(age) ? 2 : 1),
    ...(age >= lifeDays ? [age] : []),
  ]);
  return rising(near).map((ages) => withAges(placement, ages));
}

/** Whether a move of it comes at no age of the grid. */
export function isBetweenEdges(
  { edges, lifeDays }: Pick<Workload, 'edges' | 'lifeDays'>,
  placement: Placement,
): boolean {
  return agesOf(placement).some((age) => age < lifeDays && !edges.includes(age));
}

/** One of each list in every way in which they rise. */
function rising(lists: readonly (readonly number[])[]): number[][] {
  return lists.reduce<number[][]>(
    (all, list) =>
      all.flatMap((before) =>
        list.filter((age) => age > (before.at(-1) ?? 0)).map((age) => [...before, age]),
      ),
    [[]],
  );
}

/** Those that keep what is required. */
export function provenOf({ context, judged }: RefineSources, placements: readonly Placement[]): Placement[] {
  return placements.filter(
    (one) => (isChain(one) ? verdictOfChain(context, judged, one) : judged.of(one)) === 'yes',
  );
}

/** The cheapest of them whose price is known. */
export function cheapestProven(sources: RefineSources, placements: readonly Placement[]): Shown | null {
  const { budget = Infinity } = sources.context.scenario.requirements;
  let best: Shown | null = null;
  for (const policy of provenOf(sources, placements)) {
    const { total: cost, atLeast } = sources.exact.of(policy);
    if (atLeast || cost > budget || (best && best.cost <= cost)) continue;
    best = { policy, cost, atLeast, feasible: 'yes' };
  }
  return best;
}
