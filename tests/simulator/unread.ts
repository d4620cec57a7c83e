/** How long simulated objects lie unread, walked in short steps: the time starts anew with each read and on entering a store. */

/** Of one object: reads a day at an age. */
export type ReadRate = (ageDays: number) => number;

const STEPS_A_DAY = 1;

/**
 * Object-days between two ages on which an object has lain unread for `unreadDays`, by chance: reads come one by one, each independent
 * of the others. `sinceDays`: age on entering the store.
 */
export function unreadDaysOf(
  rate: ReadRate,
  sinceDays: number,
  [fromDays, toDays]: readonly [number, number],
  unreadDays: number,
): number {
  const start = Math.max(fromDays, sinceDays + unreadDays);
  if (!(toDays > start)) return 0;
  const steps = Math.ceil((toDays - start) * STEPS_A_DAY);
  const step = (toDays - start) / steps;
  const before = Math.ceil(unreadDays / step);
  const reads: number[] = [];
  for (let i = -before; i < steps; i += 1) reads.push(rate(start + (i + 0.5) * step) * step);
  let within = reads.slice(0, before).reduce((sum, one) => sum + one, 0);
  let days = 0;
  for (let i = 0; i < steps; i += 1) {
    const next = within + (reads[i + before] ?? 0) - (reads[i] ?? 0);
    days += step * Math.exp(-(within + next) / 2);
    within = next;
  }
  return days;
}
