/** Ages at which a plan may move objects. */
import { DAYS_PER_MONTH, HOURS_PER_DAY } from '../../units.ts';
import type { Workload } from '../../workload/workload.ts';

/** Those that people write into rules. */
const USUAL_DAYS = [
  ...[1, 6, 12].map((hours) => hours / HOURS_PER_DAY),
  ...[1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90, 120, 180, 270, 365],
  ...[2, 3, 5, 7, 10].map((years) => years * 12 * DAYS_PER_MONTH),
];

/** A move so late in life, as a share of it, is none: nothing is left to save. */
const LATEST = 0.98;
/** Ages so close to one that the scenario names are that one. */
const ALIKE = 0.05;

/** From 0 to the end of life: the usual ones and the scenario's own, given as points of its reads or of today's placement. */
export function agesOf({ lifeDays, curve, edges }: Workload, given: readonly number[]): number[] {
  // Where nothing arrives nothing moves.
  if (edges.length === 0) return [0, lifeDays];
  const isInside = (age: number) => age > 0 && age <= lifeDays * LATEST;
  const own = [...new Set([...curve.knots, ...given])].filter(isInside);
  const isOwn = (age: number) => own.some((one) => Math.abs(one - age) <= ALIKE * one);
  const inside = [...own, ...USUAL_DAYS.filter((age) => isInside(age) && !isOwn(age))];
  return [0, ...inside.sort((a, b) => a - b), lifeDays];
}
