/** What two monthly bills differ by: for what a placement saves, or costs more. */
import type { Candidate } from './plan-types.ts';

type Billed = Pick<Candidate, 'monthly'>;

/** Null where either has two ends: what the low ends differ by is no figure. */
export function differenceOf({ monthly: dearer }: Billed, { monthly: cheaper }: Billed): number | null {
  const isOne = ({ range: [low, high] }: Billed['monthly']) => low === high;
  return isOne(dearer) && isOne(cheaper) ? dearer.total - cheaper.total : null;
}

/**
 * The ends of that difference, also where bills have two: what both do not know need not cancel. Null: nothing bounds it on
 * that side.
 */
export function differenceEnds(
  { monthly: { range: dearer } }: Billed,
  { monthly: { range: cheaper } }: Billed,
): [low: number | null, high: number | null] {
  const lessOf = (one: number | null, other: number | null) =>
    one === null || other === null ? null : one - other;
  return [lessOf(dearer[0], cheaper[1]), lessOf(dearer[1], cheaper[0])];
}
