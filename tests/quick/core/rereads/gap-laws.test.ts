import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cheHours, exponentialGaps, lomaxGaps, zipfGaps } from '#core/rereads/gap-laws.ts';
import { gapHistogram } from '#core/rereads/gaps.ts';
import type { Gaps } from '#core/rereads/gaps.ts';
import { observedGaps } from '#tests/helpers/core/rereads/observed-gaps.ts';

const popularity = { exponent: 0.8, objects: 2000, readsPerHour: 500 };

describe('every kind of gaps', () => {
  const all: [string, Gaps][] = [
    ['exponential', exponentialGaps(3)],
    ['Lomax', lomaxGaps(1.5, 2)],
    ['Lomax without a mean', lomaxGaps(0.7, 2)],
    ['Lomax at the edge', lomaxGaps(1, 2)],
    ['Zipf', zipfGaps(popularity)],
    [
      'a histogram',
      gapHistogram([
        { fromHours: 0, toHours: 2, count: 0.5, meanHours: 0.4 },
        { fromHours: 3, toHours: 9, count: 0.5, meanHours: 7 },
      ]),
    ],
  ];

  test.each(all)('%s: what has ended is the sum of the density, what is held that of the rest', (_, gaps) => {
    const step = 0.001;
    let ended = 0;
    let held = 0;
    for (let i = 0; i < 12_000; i += 1) {
      const middle = (i + 0.5) * step;
      ended += gaps.density(middle) * step;
      held += gaps.longerThan(middle) * step;
    }
    expect(gaps.endedBy(12)).toBeCloseTo(ended, 3);
    expect(gaps.heldHours(12)).toBeCloseTo(held, 3);
  });

  test.each(all)('%s: each gap has ended or is longer', (_, gaps) => {
    for (const hours of [0, 0.1, 1, 5, 50, 1e6])
      expect(gaps.endedBy(hours) + gaps.longerThan(hours)).toBeCloseTo(gaps.count, 9);
  });
});

test('a histogram keeps the mean of its cells, and at its end has held every gap', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 10, noNaN: true }),
      fc.double({ min: 0.01, max: 10, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (fromHours, width, share) => {
        const meanHours = fromHours + share * width;
        const gaps = gapHistogram([{ fromHours, toHours: fromHours + width, count: 7, meanHours }]);
        expect(gaps.heldHours(fromHours + width)).toBeCloseTo(7 * meanHours, 6);
      },
    ),
  );
});

test.each([
  [
    [
      { fromHours: 0, toHours: 2, count: 1 },
      { fromHours: 1, toHours: 3, count: 1 },
    ],
    /overlap/,
  ],
  [[{ fromHours: 2, toHours: 1, count: 1 }], /2 to 1 hours/],
  [[{ fromHours: 0, toHours: Infinity, count: 1 }], /Infinity/],
  [[{ fromHours: 0, toHours: 1, count: -1 }], /with -1/],
  [[{ fromHours: 0, toHours: 1, count: 1, meanHours: 2 }], /mean gap of 2 hours/],
])('cells that cannot be are refused: %j', (cells, message) => {
  expect(() => gapHistogram(cells)).toThrow(message);
});

test('single gaps may be equal, and none at all is no gap', () => {
  expect(observedGaps([2, 1, 2]).endedBy(1.5)).toBe(1);
  expect(observedGaps([2, 1, 2]).heldHours(Infinity)).toBe(5);
  expect(observedGaps([]).count).toBe(0);
});

describe('Zipf', () => {
  test('in blocks of ranks is Zipf rank by rank, to a few parts in a million', () => {
    for (const exponent of [0, 0.6, 1, 1.4]) {
      const objects = 20_000;
      const rates = Array.from({ length: objects }, (_, k) => (k + 1) ** -exponent);
      const total = rates.reduce((sum, rate) => sum + rate, 0);
      const one = zipfGaps({ exponent, objects, readsPerHour: 3000 });
      for (const hours of [0.01, 1, 30]) {
        const exact = rates.reduce(
          (sum, rate) => sum - (rate / total) * Math.expm1((-3000 * rate * hours) / total),
          0,
        );
        expect(one.endedBy(hours) / exact).toBeCloseTo(1, 5);
      }
    }
  });

  // The cache holds as many objects as come in, times how long each stays.
  test("Che's time fills the cache", () => {
    for (const capacity of [1, 100, 1000, 1999])
      expect(
        popularity.readsPerHour * zipfGaps(popularity).heldHours(cheHours(popularity, capacity)),
      ).toBeCloseTo(capacity, 6);
    expect(cheHours(popularity, 0)).toBe(0);
    expect(cheHours(popularity, 2000)).toBe(Infinity);
  });

  test("an LRU cache played read by read hits as a TTL of Che's time does", () => {
    let state = 12345;
    const chance = () => {
      state = (state * 16807) % 2147483647;
      return state / 2147483647;
    };
    const cumulative: number[] = [];
    for (let k = 1; k <= popularity.objects; k += 1)
      cumulative.push((cumulative.at(-1) ?? 0) + k ** -popularity.exponent);
    const total = cumulative.at(-1) ?? 1;
    const draw = () => {
      const at = chance() * total;
      let [low, high] = [0, cumulative.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((cumulative[middle] ?? 0) < at) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    const capacity = 200;
    const lru = new Set<number>();
    let [hits, counted] = [0, 0];
    for (let i = 0; i < 300_000; i += 1) {
      const object = draw();
      const hit = lru.delete(object);
      lru.add(object);
      if (lru.size > capacity) lru.delete(lru.values().next().value ?? -1);
      if (i < 20_000) continue;
      counted += 1;
      if (hit) hits += 1;
    }
    expect(zipfGaps(popularity).endedBy(cheHours(popularity, capacity))).toBeCloseTo(hits / counted, 2);
  });
});

test.each([
  [() => exponentialGaps(0), /mean gap must be above zero, and is 0/],
  [() => lomaxGaps(-1, 1), /shape must be above zero/],
  [() => lomaxGaps(1, Infinity), /scale must be above zero/],
  [() => zipfGaps({ ...popularity, exponent: -1 }), /between 0 and 10/],
  [() => zipfGaps({ ...popularity, objects: 0 }), /between 1 and 1e15/],
  [() => zipfGaps({ ...popularity, readsPerHour: 0 }), /rate of reads must be above zero/],
])('a law that cannot be is refused: %s', (make, message) => {
  expect(make).toThrow(message);
});
