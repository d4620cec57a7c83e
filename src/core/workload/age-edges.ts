import { DAYS_PER_MONTH } from '../units.ts';

const HOUR = 1 / 24;
const GRID_DAYS = [1, 2, 3, 6, 12]
  .map((hours) => hours * HOUR)
  .concat(
    [1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 28, 30, 45, 60, 90, 120, 150, 180, 270],
    [1, 1.5, 2, 3, 4, 5, 7, 10].map((years) => years * 12 * DAYS_PER_MONTH),
  );

/** Ages at which a plan may move objects: hours, days, weeks, months and every given point, strictly inside (0, `lifeDays`). */
export function ageEdges(lifeDays: number, givenDays: readonly number[]): number[] {
  const inside = [...GRID_DAYS, ...givenDays]
    .filter((age) => age > 0 && age < lifeDays * (1 - 1e-9))
    .sort((a, b) => a - b);
  return inside.filter((age, i) => i === 0 || age - inside[i - 1]! > 1e-9 * age);
}
