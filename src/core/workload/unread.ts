/**
 * How long objects lie unread. Each read is taken to fall on any object of its age alike, so the reads of one object are
 * a Poisson process, and it has lain unread for a time with probability exp(−reads expected in that time).
 */
import { itemAt, numberAt, segmentOf } from '../at.ts';
import type { Month } from './months.ts';
import type { Population } from './population.ts';

/** What a store holds, and how much of the reads on it the store answers. */
export interface Held {
  fromDays: number;
  toDays: number;
  /** Share of the reads it answers on objects from an age on, up to the next; the first age is 0. */
  answers: readonly { sinceDays: number; share: number }[];
  /** Whether objects without an age lie there too. */
  standing: boolean;
  /** Reads of the month besides, spread evenly over what is held. */
  otherReads: number;
}

/**
 * Object-hours of the month on objects that nobody had read for `unreadDays`, nor written: on entering a store the time
 * starts anew. `ages` are the edges between which reads are spread evenly by age, from 0 to the end of life. Exact in
 * the steady state; where the population grows, every object is taken to have been read at this month's rates.
 */
export function unreadHours(
  population: Population,
  month: Month,
  ages: readonly number[],
  held: Held,
  unreadDays: number,
): number {
  const { fromDays, toDays, answers } = held;
  const standing = held.standing ? population.standing.objects * month.days : 0;
  const aged = population.objectDaysBelow(toDays) - population.objectDaysBelow(fromDays);
  const otherRate = aged + standing > 0 ? held.otherReads / (aged + standing) : 0;
  const reads = readsUpTo(population, ages);
  const answered = (age: number) => {
    let sum = otherRate * age;
    for (let i = 0; i < answers.length; i += 1) {
      const { sinceDays, share } = answers[i] ?? { sinceDays: 0, share: 0 };
      if (age <= sinceDays) break;
      sum += share * (reads(Math.min(age, answers[i + 1]?.sinceDays ?? age)) - reads(sinceDays));
    }
    return sum;
  };

  const first = fromDays + unreadDays;
  const inside = (age: number) => age > first && age < toDays;
  const turns = [...ages, ...answers.map(({ sinceDays }) => sinceDays)];
  const cuts = [...turns, ...turns.map((age) => age + unreadDays)].filter(inside).sort((a, b) => a - b);
  let days = 0;
  let [from, below] = [first, population.objectDaysBelow(first)];
  let expected = answered(first) - answered(fromDays);
  for (const to of first < toDays ? [...cuts, toDays] : []) {
    if (to === from) continue;
    const through = population.objectDaysBelow(to);
    const next = answered(to) - answered(to - unreadDays);
    days += (through - below) * meanOfExp(-expected, -next);
    [from, below, expected] = [to, through, next];
  }
  const oldest = answers.at(-1)?.share ?? 0;
  const perStanding =
    standing > 0 ? otherRate + (oldest * population.reads * population.standing.readShare) / standing : 0;
  return (days + standing * Math.exp(-perStanding * unreadDays)) * 24;
}

/** Mean of exp over the line from `a` to `b`, both at most 0: from the higher end down, where nothing grows past all bounds. */
function meanOfExp(a: number, b: number): number {
  const step = Math.abs(b - a);
  return step < 1e-9 ? Math.exp((a + b) / 2) : (Math.exp(Math.max(a, b)) * -Math.expm1(-step)) / step;
}

const tables = new WeakMap<Population, { ages: readonly number[]; reads: Float64Array }>();

/** Reads that one object is expected to get up to an age, at the month's rates. */
function readsUpTo(population: Population, ages: readonly number[]): (age: number) => number {
  let table = tables.get(population);
  if (table?.ages !== ages) {
    const reads = new Float64Array(ages.length);
    for (let i = 1; i < ages.length; i += 1) {
      const [from = 0, to = 0] = [ages[i - 1], ages[i]];
      const days = population.objectDaysBelow(to) - population.objectDaysBelow(from);
      const asked = population.reads * (population.readShareBelow(to) - population.readShareBelow(from));
      reads[i] = numberAt(reads, i - 1) + (days > 0 ? (asked / days) * (to - from) : 0);
    }
    table = { ages, reads };
    tables.set(population, table);
  }
  const { reads } = table;
  return (age) => {
    const last = ages.length - 1;
    if (age >= itemAt(ages, last)) return numberAt(reads, last);
    const low = segmentOf(ages, age);
    const [from = 0, to = 0, before = 0, after = 0] = [ages[low], ages[low + 1], reads[low], reads[low + 1]];
    return to > from ? before + ((after - before) * (age - from)) / (to - from) : after;
  };
}
