/** Seeded traces of known law: lives of objects, as the walk of a replay takes them. */
import { drawsOf } from '#core/seeded-draw.ts';
import type { Life, Trace } from '#core/replay/life.ts';

interface Law {
  seed: number;
  days: number;
  /** Written a day; at a time of the day by `season`, a factor of at most 2 whose mean is 1. */
  perDay: number;
  /** Objects are written from so long before the trace on. */
  beforeDays: number;
  sizeBytes: (next: () => number) => number;
  lifeDays: (next: () => number) => number;
  /** Ages at which one object is read, in any order. */
  readAges: (next: () => number) => number[];
  season?: (day: number) => number;
}

export const exponential = (mean: number) => (next: () => number) => -mean * Math.log(next());
export const lomax = (shape: number, scale: number) => (next: () => number) =>
  scale * (next() ** (-1 / shape) - 1);

/** Reads one after the other, each followed by a next with some chance. */
export const chain = (gap: (next: () => number) => number, again: number) => (next: () => number) => {
  const ages: number[] = [];
  for (let age = gap(next); ; age += gap(next)) {
    ages.push(age);
    if (next() >= again) return ages;
  }
};

/** So many reads on average, at ages of their own. */
export const scattered = (mean: number, age: (next: () => number) => number) => (next: () => number) =>
  Array.from({ length: poisson(mean, next) }, () => age(next));

function poisson(mean: number, next: () => number): number {
  let n = 0;
  for (let left = next(); left > Math.exp(-mean); left *= next()) n += 1;
  return n;
}

export function traceOf(law: Law): Trace {
  const next = drawsOf(law.seed);
  const lives: Life[] = [];
  for (let born = -law.beforeDays; born < law.days; born -= Math.log(next()) / law.perDay / 2) {
    const keeps = (at: number) => next() * 2 < (law.season?.(at) ?? 1);
    // Half of twice as many: so a season thins them.
    if (!keeps(born)) continue;
    const [sizeBytes, end] = [law.sizeBytes(next), born + law.lifeDays(next)];
    const readDays = law
      .readAges(next)
      .map((age) => born + age)
      .filter((at) => at >= 0 && at < Math.min(end, law.days) && (!law.season || keeps(at)))
      .sort((a, b) => a - b);
    const isSeen = born >= 0 || readDays.length > 0;
    if (isSeen && end > 0)
      lives.push(aLife({ bornDays: born < 0 ? null : born, end, sizeBytes, readDays }, law.days));
  }
  return asTrace(lives, law.days);
}

/** Objects that stand, the k-th of them read as often as k^−exponent, at any moment alike. */
export function zipfTrace(law: {
  seed: number;
  days: number;
  objects: number;
  exponent: number;
  readsPerDay: number;
  sizeBytes: number;
}): Trace {
  const next = drawsOf(law.seed);
  const weights = Array.from({ length: law.objects }, (_, k) => (k + 1) ** -law.exponent);
  const all = weights.reduce((sum, one) => sum + one, 0);
  const lives = weights.flatMap((weight) => {
    const perDay = (law.readsPerDay * weight) / all;
    const readDays: number[] = [];
    for (let at = -Math.log(next()) / perDay; at < law.days; at -= Math.log(next()) / perDay)
      readDays.push(at);
    return readDays.length > 0
      ? [aLife({ bornDays: null, end: Infinity, sizeBytes: law.sizeBytes, readDays }, law.days)]
      : [];
  });
  return asTrace(lives, law.days);
}

function aLife(
  { bornDays, end, sizeBytes, readDays }: Pick<Life, 'bornDays' | 'sizeBytes' | 'readDays'> & { end: number },
  days: number,
): Life {
  return {
    bornDays,
    endDays: end < days ? end : null,
    sizeBytes,
    readDays,
    sentBytes: readDays.length * sizeBytes,
  };
}

function asTrace(lives: readonly Life[], days: number): Trace {
  return {
    days,
    operations: {},
    weight: 1,
    async *lives() {
      for (let i = 0; i < lives.length; i += 10_000) yield await Promise.resolve(lives.slice(i, i + 10_000));
    },
  };
}
