import { expect, test } from 'vitest';
import { lomaxOf, waitsBy, weekOf, zipfOf } from '#core/workload/fits.ts';
import type { WaitClass } from '#core/workload/fits.ts';
import { GAP_EDGES_SECONDS } from '#core/workload/profile.ts';
import { randomOf } from '#tests/helpers/placement/anyProblem.ts';

/** Waits by a law, each cut off at a moment of its own. */
function waits(law: (u: number) => number, seed: number, count: number, longest: number): WaitClass[] {
  const next = randomOf(seed);
  const classes = new Map<number, WaitClass>();
  for (let i = 0; i < count; i += 1) {
    const wait = law(next());
    const cut = longest * next();
    const at = Math.min(wait, cut);
    const found = GAP_EDGES_SECONDS.findIndex((edge) => at <= edge);
    const index = found < 0 ? GAP_EDGES_SECONDS.length : found;
    const own = classes.get(index) ?? { class: index, ended: 0, cut: 0 };
    if (wait <= cut) own.ended += 1;
    else own.cut += 1;
    classes.set(index, own);
  }
  return [...classes.values()].toSorted((a, b) => a.class - b.class);
}

test('Kaplan–Meier finds an exponential law behind waits that were cut off, within its error', () => {
  let inside = 0;
  let told = 0;
  for (let seed = 1; seed <= 100; seed += 1) {
    const mean = 600 * (1 + (seed % 20));
    for (const [seconds, share, error] of waitsBy(
      waits((u) => -mean * Math.log(1 - u), seed, 2000, 4 * mean),
    )) {
      if (seconds > 2 * mean || seconds < mean / 10) continue;
      told += 1;
      // A wait that is cut off counts for half of its class, which adds a little beside the error.
      if (Math.abs(share - (1 - Math.exp(-seconds / mean))) <= 3 * error + 0.02) inside += 1;
    }
  }
  expect(told).toBeGreaterThan(100);
  expect(inside / told).toBeGreaterThan(0.97);
});

test('a Lomax law is found again in 60 traces', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const shape = 0.6 + (seed % 5) * 0.3;
    const scale = 120 * (1 + (seed % 7));
    const found = lomaxOf(waits((u) => scale * ((1 - u) ** (-1 / shape) - 1), seed, 20_000, 40 * scale));
    expect(found?.shape ?? NaN).toBeGreaterThan(shape * 0.8);
    expect(found?.shape ?? NaN).toBeLessThan(shape * 1.25);
    expect(found?.scaleSeconds ?? NaN).toBeGreaterThan(scale * 0.7);
    expect(found?.scaleSeconds ?? NaN).toBeLessThan(scale * 1.4);
  }
});

test("Zipf's exponent is found again in 60 traces", () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const exponent = 0.7 + (seed % 6) * 0.15;
    const next = randomOf(seed);
    const weights = Array.from({ length: 300 }, (_, k) => (k + 1) ** -exponent);
    const ends: number[] = [];
    weights.reduce((sum, one, k) => (ends[k] = sum + one), 0);
    const reads = new Map<number, number>();
    for (let i = 0; i < 30_000; i += 1) {
      const at = next() * (ends.at(-1) ?? 0);
      const k = ends.findIndex((end) => at <= end);
      reads.set(k, (reads.get(k) ?? 0) + 1);
    }
    const counts = [...Map.groupBy(reads.values(), (n) => n)].map(([n, all]) => ({
      reads: n,
      objects: all.length,
    }));
    const found = zipfOf(counts);
    expect(Math.abs((found?.exponent ?? NaN) - exponent)).toBeLessThan(0.05);
    expect(found?.error ?? NaN).toBeLessThan(0.02);
  }
});

test('too little tells no law', () => {
  expect(lomaxOf([{ class: 3, ended: 20, cut: 1 }])).toBeNull();
  expect(zipfOf([{ reads: 50, objects: 3 }])).toBeNull();
  expect(waitsBy([])).toEqual([]);
});

test('hours of a week are weighed by how often the trace held them', () => {
  // From Thursday 1970-01-01 on, ten days: Thursday to Saturday twice.
  const hours = Array.from({ length: 168 }, (_, hour) => ({
    hour,
    requests: hour >= 72 && hour < 144 ? 20 : 10,
  }));
  const week = weekOf(hours, 0, 10 * 86_400 - 1);
  expect(new Set(week)).toEqual(new Set([1000]));
});
