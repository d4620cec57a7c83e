/** Ages at which a plan may move objects. */
import { DAYS_PER_MONTH, HOURS_PER_DAY } from '../units.ts';

/** Those that people write into rules. */
const USUAL_DAYS = [
  ...[1, 6, 12].map((hours) => hours / HOURS_PER_DAY),
  ...[1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90, 120, 180, 270, 365],
  ...[2, 3, 5, 7, 10].map((years) => years * 12 * DAYS_PER_MONTH),
];

/** What moves objects runs every hour at the most: no age of the reads below it is one of a move. */
const SOONEST_DAYS = 1 / HOURS_PER_DAY;

/** A move so late in life, as a share of it, is none: nothing is left to save. */
const LATEST = 0.98;
/** Usual ages so close to one that is given are that one. */
const ALIKE = 0.05;

/** The usual ones, those of reads, and those of today's placement, rising, inside a life. */
export function ageEdges(
  lifeDays: number,
  readDays: readonly number[],
  todayDays: readonly number[] = [],
): number[] {
  const isInside = (age: number) => age > 0 && age <= lifeDays * LATEST;
  const given = [...readDays.filter((age) => age >= SOONEST_DAYS), ...todayDays];
  const own = [...new Set(given)].filter(isInside);
  const isOwn = (age: number) => own.some((one) => Math.abs(one - age) <= ALIKE * one);
  return [...own, ...USUAL_DAYS.filter((age) => isInside(age) && !isOwn(age))].sort((a, b) => a - b);
}
