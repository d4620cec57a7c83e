import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestTtl, cachePolicy, hazardTtl, ttlCandidates } from '#core/rereads/best-ttl.ts';
import { exponentialGaps, lomaxGaps, zipfGaps } from '#core/rereads/gap-laws.ts';
import { NO_GAPS, gapHistogram } from '#core/rereads/gaps.ts';
import type { GapCell, Gaps } from '#core/rereads/gaps.ts';
import {
  bypassCost,
  clairvoyantBound,
  evenHours,
  reuseOf,
  touchesOf,
  ttlCost,
} from '#core/rereads/ttl-cost.ts';
import type { CachePrices, Reuse } from '#core/rereads/ttl-cost.ts';
import { countedTouches, simulated } from '#tests/helpers/core/rereads/cache-simulator.ts';
import type { Touch } from '#tests/helpers/core/rereads/cache-simulator.ts';
import { observedGaps } from '#tests/helpers/core/rereads/observed-gaps.ts';

const MANY = { numRuns: 1000 };

const aReuse = (gaps: Gaps, changes: Partial<Reuse> = {}): Reuse => ({
  gaps: [gaps],
  ended: [],
  lasts: 0,
  misses: 0,
  writeFills: 0,
  ...changes,
});
const forEver = (law: Gaps) => reuseOf(touchesOf(law, Infinity), 'around');

const positive = fc.double({ min: 0.01, max: 100, noNaN: true });
const prices: fc.Arbitrary<CachePrices> = fc.record({
  rentPerHour: positive,
  hit: positive,
  pass: positive,
  fill: positive,
  writeFill: positive,
});

/** Touches of a few objects over some days, in order. */
const stream: fc.Arbitrary<Touch[]> = fc
  .array(
    fc.record({
      atHours: fc.double({ min: 0, max: 200, noNaN: true }),
      object: fc.nat(6),
      kind: fc.constantFrom(
        'read' as const,
        'read' as const,
        'read' as const,
        'write' as const,
        'delete' as const,
      ),
    }),
    { minLength: 1, maxLength: 80 },
  )
  .map((touches) => touches.sort((a, b) => a.atHours - b.atHours));
const readsAlone = stream.map((touches) => touches.map((one) => ({ ...one, kind: 'read' as const })));
const writePolicy = fc.constantFrom('around' as const, 'through' as const);
const hours = fc.double({ min: 0, max: 300, noNaN: true });

describe('beside a simulator that plays every request', () => {
  test('single gaps give the same cost at every TTL, whatever the writes', () => {
    fc.assert(
      fc.property(stream, prices, hours, writePolicy, (touches, dollars, ttl, writes) => {
        const formula = ttlCost(reuseOf(countedTouches(touches), writes), dollars, ttl).cost;
        expect(formula).toBeCloseTo(simulated(touches, dollars, ttl, writes), 6);
      }),
      MANY,
    );
  });

  test('a histogram gives it at every edge, however the gaps lie within', () => {
    const edges = [0.5, 1, 6, 24, 48, 96, 200];
    fc.assert(
      fc.property(
        stream,
        prices,
        fc.constantFrom(0, ...edges),
        writePolicy,
        (touches, dollars, ttl, writes) => {
          const formula = ttlCost(reuseOf(countedTouches(touches, edges), writes), dollars, ttl).cost;
          expect(formula).toBeCloseTo(simulated(touches, dollars, ttl, writes), 6);
        },
      ),
      MANY,
    );
  });

  test('a read at once is a hit at any TTL, one a moment later is none at zero', () => {
    const dollars = { rentPerHour: 0.01, hit: 0.01, pass: 0.01, fill: 0.01, writeFill: 0.01 };
    const touches = [0, 0, 1e-72].map((atHours) => ({ atHours, object: 1, kind: 'read' as const }));
    const { cost } = ttlCost(reuseOf(countedTouches(touches, [0.5]), 'around'), dollars, 0);
    expect(cost).toBeCloseTo(0.05, 12);
    expect(simulated(touches, dollars, 0, 'around')).toBeCloseTo(0.05, 12);
  });

  test('and within 0.5 % between them, on twenty thousand touches in cells of a quarter of an hour', () => {
    const edges = Array.from({ length: 1600 }, (_, i) => (i + 1) / 4);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        fc.double({ min: 4, max: 30, noNaN: true }),
        prices,
        fc.double({ min: 0, max: 60, noNaN: true }),
        writePolicy,
        (seed, meanHours, dollars, ttl, writes) => {
          const touches = poissonTouches(seed, meanHours, 20_000);
          const formula = ttlCost(reuseOf(countedTouches(touches, edges), writes), dollars, ttl).cost;
          const played = simulated(touches, dollars, ttl, writes);
          expect(Math.abs(formula / played - 1)).toBeLessThan(0.005);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('a law gives what a long stream drawn from it costs', () => {
    const dollars = { rentPerHour: 0.1, hit: 0.3, pass: 1, fill: 0.5, writeFill: 0.5 };
    const touches = poissonTouches(7, 5, 200_000).map((one) => ({ ...one, kind: 'read' as const }));
    const reads = touches.length;
    for (const ttl of [0.5, 2, 5, 20]) {
      const { cost } = ttlCost(forEver(exponentialGaps(5)), dollars, ttl);
      expect(simulated(touches, dollars, ttl, 'around') / reads / cost).toBeCloseTo(1, 2);
    }
  });
});

/** Forty objects, each touched at random moments; one touch in eight is a write. */
function poissonTouches(seed: number, meanHours: number, count: number): Touch[] {
  let state = seed;
  const chance = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    let mixed = state ^ (state >>> 15);
    mixed = Math.imul(mixed, 0x2c1b3c6d);
    mixed ^= mixed >>> 12;
    mixed = Math.imul(mixed, 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const clock = Array.from({ length: 40 }, () => 0);
  return Array.from({ length: count }, (_, i): Touch => {
    const object = i % 40;
    clock[object] = (clock[object] ?? 0) - meanHours * Math.log(1 - chance());
    return { atHours: clock[object] ?? 0, object, kind: chance() < 0.125 ? 'write' : 'read' };
  }).sort((a, b) => a.atHours - b.atHours);
}

describe('the break-even TTL', () => {
  test('costs at most twice what a clairvoyant pays, on any stream of reads', () => {
    fc.assert(
      fc.property(readsAlone, prices, (touches, dollars) => {
        const cheaper = { ...dollars, hit: Math.min(dollars.hit, dollars.pass) };
        const reuse = reuseOf(countedTouches(touches), 'around');
        const { cost } = ttlCost(reuse, cheaper, evenHours(cheaper));
        expect(cost).toBeLessThanOrEqual(2 * clairvoyantBound(reuse, cheaper) * (1 + 1e-12));
      }),
      MANY,
    );
  });

  test('comes as near to twice as one likes, so no less can be claimed', () => {
    const dollars = { rentPerHour: 1, hit: 0, pass: 1, fill: 0, writeFill: 0 };
    // Each object comes back just after it was given up.
    const reuse = aReuse(observedGaps(Array.from({ length: 1000 }, () => 1.001)), { lasts: 1, misses: 1 });
    const { cost } = ttlCost(reuse, dollars, evenHours(dollars));
    expect(cost / clairvoyantBound(reuse, dollars)).toBeGreaterThan(1.99);
  });

  test('passes twice where the bound may also leave out fills: nothing is claimed of it', () => {
    const dollars = { rentPerHour: 1, hit: 0, pass: 1, fill: 9, writeFill: 9 };
    const reuse = aReuse(observedGaps([11, 11, 11]), { lasts: 1, misses: 1 });
    const { cost } = ttlCost(reuse, dollars, evenHours(dollars));
    expect(cost / clairvoyantBound(reuse, dollars, true)).toBeGreaterThan(10);
  });
});

describe('the clairvoyant bound', () => {
  test('is Σ min(s·g + h, n) over the gaps and n for the rest', () => {
    fc.assert(
      fc.property(fc.array(positive, { maxLength: 40 }), prices, fc.nat(9), (gaps, dollars, misses) => {
        const { rentPerHour, hit, pass, fill } = dollars;
        for (const mayBypass of [false, true]) {
          const miss = mayBypass ? pass : pass + fill;
          const byHand = gaps.reduce(
            (sum, gap) => sum + Math.min(rentPerHour * gap + hit, miss),
            miss * misses,
          );
          expect(clairvoyantBound(aReuse(observedGaps(gaps), { misses }), dollars, mayBypass)).toBeCloseTo(
            byHand,
            6,
          );
        }
      }),
      MANY,
    );
  });

  test("is that of Macaron's oracle where a hit is free: keep while holding costs no more than the transfer", () => {
    // Prices of its simulator: capacity $3.142e-5 per GB-hour, transfer $0.09 or $0.02 per GB.
    const capacity = 3.142e-5;
    for (const transfer of [0.09, 0.02]) {
      const dollars = { rentPerHour: capacity, hit: 0, pass: transfer, fill: 0, writeFill: 0 };
      const gaps = Array.from({ length: 500 }, (_, i) => 1.02 ** i);
      let oracle = 0;
      for (const gap of gaps) oracle += capacity * gap <= transfer ? capacity * gap : transfer;
      expect(clairvoyantBound(aReuse(observedGaps(gaps)), dollars)).toBeCloseTo(oracle, 9);
    }
  });

  test('of a law is E[min(s·g + h, n)]', () => {
    const dollars = { rentPerHour: 0.1, hit: 0.2, pass: 1, fill: 0.3, writeFill: 0 };
    for (const law of [exponentialGaps(6), lomaxGaps(1.5, 3)]) {
      // By quantiles of the law: 50,000 gaps that share its probability evenly.
      let sum = 0;
      const points = 50_000;
      for (let i = 0; i < points; i += 1) {
        const gap = quantile(law, (i + 0.5) / points);
        sum += Math.min(dollars.rentPerHour * gap + dollars.hit, dollars.pass + dollars.fill);
      }
      expect(clairvoyantBound(forEver(law), dollars)).toBeCloseTo(sum / points, 4);
    }
  });

  test('is never above the cost of any TTL, nor of bypassing', () => {
    fc.assert(
      fc.property(stream, prices, hours, writePolicy, (touches, dollars, ttl, writes) => {
        const reuse = reuseOf(countedTouches(touches), writes);
        const slack = 1 + 1e-9;
        const { cost } = ttlCost(reuse, dollars, ttl);
        expect(clairvoyantBound(reuse, dollars)).toBeLessThanOrEqual(cost * slack);
        expect(clairvoyantBound(reuse, dollars, true)).toBeLessThanOrEqual(cost * slack);
        expect(clairvoyantBound(reuse, dollars, true)).toBeLessThanOrEqual(
          bypassCost(reuse, dollars) * slack,
        );
      }),
      MANY,
    );
  });
});

function quantile(law: Gaps, share: number): number {
  let [low, high] = [0, 1];
  while (law.endedBy(high) < share) high *= 2;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (law.endedBy(middle) < share) low = middle;
    else high = middle;
  }
  return high;
}

/** Cells side by side, each with a mean somewhere inside. */
const histogram: fc.Arbitrary<GapCell[]> = fc
  .array(
    fc.record({
      width: fc.double({ min: 0.1, max: 20, noNaN: true }),
      count: fc.nat(50),
      mean: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((cells) => {
    let edge = 0;
    return cells.map(({ width, count, mean }) => {
      const fromHours = edge;
      edge += width;
      return { fromHours, toHours: edge, count, meanHours: fromHours + mean * (edge - fromHours) };
    });
  });

describe('the best TTL', () => {
  test('of a histogram lies on an edge or a mean: no TTL of a fine grid is cheaper', () => {
    fc.assert(
      fc.property(histogram, histogram, prices, fc.nat(20), (cells, vain, dollars, lasts) => {
        const reuse = aReuse(gapHistogram(cells), { ended: [gapHistogram(vain)], lasts });
        const best = bestTtl(reuse, dollars);
        const end = 1.2 * (cells.at(-1)?.toHours ?? 0);
        for (let i = 0; i <= 1000; i += 1) {
          const { cost } = ttlCost(reuse, dollars, (end * i) / 1000);
          expect(best.cost).toBeLessThanOrEqual(cost * (1 + 1e-9));
        }
        expect(ttlCandidates(reuse, dollars)).toContain(best.ttlHours);
      }),
      { numRuns: 150 },
    );
  });

  test("is that of SkyStore's search over hours, re-reads lying 0.6 into theirs", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ reread: fc.nat(100), last: fc.nat(20) }), { minLength: 1, maxLength: 48 }),
        positive,
        fc.double({ min: 0.1, max: 60, noNaN: true }),
        (buckets, storage, evenAfter) => {
          const network = storage * evenAfter;
          const skystore = (ttl: number) =>
            buckets.reduce((sum, { reread, last }, i) => {
              const hour = i + 1;
              const held = hour <= ttl ? (hour - 1 + 0.6) * storage : ttl * storage + network;
              return sum + reread * held + last * ttl * storage;
            }, 0);
          const cells = buckets.map(({ reread }, i) => ({
            fromHours: i,
            toHours: i + 1,
            count: reread,
            meanHours: i + 0.6,
          }));
          const lasts = buckets.reduce((sum, one) => sum + one.last, 0);
          const dollars = { rentPerHour: storage, hit: 0, pass: network, fill: 0, writeFill: 0 };
          const best = bestTtl(aReuse(gapHistogram(cells), { lasts }), dollars);
          const theirs = Array.from({ length: buckets.length + 1 }, (_, ttl) => skystore(ttl));
          expect(Number.isInteger(best.ttlHours)).toBe(true);
          expect(best.cost).toBeCloseTo(Math.min(...theirs), 6);
          expect(theirs[best.ttlHours]).toBeCloseTo(Math.min(...theirs), 6);
        },
      ),
      MANY,
    );
  });

  test('keeps exponential re-reads for ever where they come sooner than T_even, else not at all', () => {
    const dollars = { rentPerHour: 0.1, hit: 0.2, pass: 1, fill: 0.2, writeFill: 0 };
    expect(evenHours(dollars)).toBeCloseTo(10, 12);
    expect(bestTtl(forEver(exponentialGaps(9.9)), dollars).ttlHours).toBe(Infinity);
    expect(bestTtl(forEver(exponentialGaps(10.1)), dollars).ttlHours).toBe(0);
  });

  test('of Lomax re-reads is shape × T_even − scale', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.2, max: 5, noNaN: true }), positive, positive, (shape, scale, even) => {
        const dollars = { rentPerHour: 1, hit: 0, pass: even, fill: 0, writeFill: 0 };
        const best = bestTtl(forEver(lomaxGaps(shape, scale)), dollars).ttlHours;
        const closed = Math.max(0, shape * even - scale);
        expect(Math.abs(best - closed)).toBeLessThan(1e-6 * (closed + scale));
      }),
      MANY,
    );
  });

  test.each([
    ['Lomax', lomaxGaps(1.2, 2)],
    ['Zipf', zipfGaps({ exponent: 0.9, objects: 5000, readsPerHour: 800 })],
    ['exponential', exponentialGaps(3)],
  ])('of %s re-reads is the cheapest of a fine grid, objects that end included', (_, law) => {
    const dollars = { rentPerHour: 0.1, hit: 0.05, pass: 0.4, fill: 0.3, writeFill: 0.3 };
    for (const readsPerObject of [0.5, 2, 20, Infinity])
      for (const writes of ['around', 'through'] as const) {
        const reuse = reuseOf(touchesOf(law, readsPerObject), writes);
        const best = bestTtl(reuse, dollars);
        for (let i = 0; i <= 1000; i += 1)
          expect(best.cost).toBeLessThanOrEqual(ttlCost(reuse, dollars, i / 5).cost * (1 + 1e-9));
      }
  });

  test('is not shorter than what the hot store bills at least', () => {
    const dollars = { rentPerHour: 0.1, hit: 0, pass: 1, fill: 0, writeFill: 0 };
    const reuse = aReuse(gapHistogram([{ fromHours: 0, toHours: 2, count: 10 }]), { lasts: 5 });
    expect(bestTtl(reuse, dollars).ttlHours).toBe(2);
    expect(bestTtl(reuse, dollars, 24).ttlHours).toBe(24);
  });
});

describe('the hazard rule', () => {
  const dollars = { rentPerHour: 1, hit: 0, pass: 30, fill: 0, writeFill: 0 };

  test('misses daily re-reads: before noon nothing is likely, yet holding the day is cheapest', () => {
    const daily = aReuse(gapHistogram([{ fromHours: 23.5, toHours: 24.5, count: 100 }]));
    expect(hazardTtl(daily, dollars)).toBe(0);
    expect(bestTtl(daily, dollars).ttlHours).toBe(24.5);
    expect(ttlCost(daily, dollars, 0).cost).toBeGreaterThan(1.2 * bestTtl(daily, dollars).cost);
  });
});

describe('never filling', () => {
  test('is best where a hit costs what a miss costs', () => {
    const dollars = { rentPerHour: 0.001, hit: 1, pass: 1, fill: 0.1, writeFill: 0.1 };
    const policy = cachePolicy(
      aReuse(gapHistogram([{ fromHours: 0, toHours: 1, count: 100 }]), { misses: 3 }),
      dollars,
    );
    expect(policy).toMatchObject({
      bypass: true,
      cost: 103,
      bypassCost: 103,
      bound: 103,
      regret: 0,
      ratio: 1,
    });
  });

  test('is best where objects are read too seldom to repay a fill', () => {
    const dollars = { rentPerHour: 0.001, hit: 0, pass: 1, fill: 5, writeFill: 5 };
    const once = reuseOf(touchesOf(exponentialGaps(1), 2), 'around');
    expect(cachePolicy(once, dollars).bypass).toBe(true);
    const often = reuseOf(touchesOf(exponentialGaps(1), 20), 'around');
    expect(cachePolicy(often, dollars).bypass).toBe(false);
  });

  test('of nothing costs nothing, and has no ratio', () => {
    const policy = cachePolicy(aReuse(NO_GAPS), { rentPerHour: 1, hit: 1, pass: 2, fill: 1, writeFill: 1 });
    expect(policy).toMatchObject({ cost: 0, bound: 0, ratio: null });
  });
});

test('writing through pays where writes are read soon, and not where nobody reads them', () => {
  const dollars = { rentPerHour: 0.01, hit: 0.1, pass: 1, fill: 0.5, writeFill: 0.4 };
  const cost = (readsPerObject: number, writes: 'around' | 'through') =>
    cachePolicy(reuseOf(touchesOf(lomaxGaps(2, 1), readsPerObject), writes), dollars).ttl.cost;
  expect(cost(3, 'through')).toBeLessThan(cost(3, 'around'));
  expect(cost(0.2, 'through')).toBeGreaterThan(cost(0.2, 'around'));
});
