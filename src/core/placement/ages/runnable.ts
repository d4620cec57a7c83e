/** Ages at which a move can be put into practice: what a lifecycle rule or a schedule of copies can say. */
import { entersByLifecycle, sourceOf } from '../chain.ts';
import type { Chain } from '../chain.ts';
import type { CandidateStore } from '../context/candidate-store.ts';
import { NIGHTLY_FROM_DAYS } from '../movers.ts';

const HOURS_PER_DAY = 24;
/** Of the unit: what is less is the last bits of a double. */
const SLACK = 1e-6;

/** A rule in whole days may hold objects so much longer than the plan before the schedule is the better one. */
export const MOST_LONGER = 0.05;

/** Strictly between two ages: whole hours, then whole days; the same counted from each of `sinceDays`. Rising, in days. */
export function agesBetween(lowDays: number, highDays: number, sinceDays: readonly number[]): number[] {
  const found = new Set<number>();
  for (let hour = Math.floor(lowDays * HOURS_PER_DAY); hour < NIGHTLY_FROM_DAYS * HOURS_PER_DAY; hour += 1)
    found.add(hour / HOURS_PER_DAY);
  for (const since of new Set([0, ...sinceDays]))
    for (let days = Math.max(0, Math.floor(lowDays - since)); since + days < highDays; days += 1)
      found.add(since + days);
  return [...found]
    .filter((age) => age > lowDays * (1 + SLACK) && age < highDays * (1 - SLACK))
    .sort((a, b) => a - b);
}

/** Whether the `stay`-th store of a chain can be left when the chain says. */
export function canBeLeft(stores: readonly CandidateStore[], chain: Chain, stay: number): boolean {
  const { fromDays = 0, toDays = null } = chain.stays[stay] ?? {};
  if (toDays === null) return true;
  const held = toDays - fromDays;
  const next = chain.stays.findIndex((one, j) => one.fromDays === toDays && sourceOf(chain, j) === stay);
  if (next >= 0 && entersByLifecycle(stores, chain, next)) return isWhole(held) && isWhole(fromDays);
  // The copy that is dropped is deleted by a rule where one in whole days comes near enough.
  const byRule = next < 0 && Math.ceil(held - SLACK) <= held * (1 + MOST_LONGER);
  return isWhole(toDays) || (toDays < NIGHTLY_FROM_DAYS && !byRule && isWhole(toDays * HOURS_PER_DAY));
}

export function isWhole(count: number): boolean {
  return Math.abs(count - Math.round(count)) < SLACK;
}
