import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operationAt, operationCounts } from '#probe/plan/cell.ts';
import type { Cell } from '#probe/plan/cell.ts';
import { sharedOut } from '#probe/measuring/mix-order.ts';
import { ALONE } from '#probe/plan/shard.ts';
import { aPlan } from '#tests/helpers/aProbe.ts';

const MIXABLE = ['GET', 'PUT', 'HEAD', 'COPY', 'DELETE'] as const;

/** A cell of MIXED by whole weights, in the order of `MIXABLE`. */
function mixed(weights: readonly number[], requests: number, warmup = 0): Cell {
  const mix = Object.fromEntries(
    weights.flatMap((weight, i) => (weight > 0 ? [[MIXABLE[i] ?? 'GET', weight]] : [])),
  );
  const [cell] = aPlan([{ op: 'MIXED', mix, requests, warmup }]).cells;
  if (!cell) throw new Error('no cell');
  return cell;
}

/** What each request of the cell is, warming up first. */
const orderOf = (what: Cell, seed: number, cell = 0) =>
  Array.from({ length: what.requests + what.warmup }, (_, index) => operationAt(what, cell, index, seed));

const countOf = <T>(values: readonly T[], value: T) => values.filter((one) => one === value).length;

const Weights = fc
  .array(fc.integer({ min: 0, max: 20 }), { minLength: 2, maxLength: 5 })
  .filter((weights) => weights.filter((one) => one > 0).length >= 2);
const Seed = fc.nat(2 ** 31);

describe('the shares of a mix', () => {
  test.each([1, 2, 3, 77, 2 ** 31])('1,000 and 1,000 of 2,000 are that, by seed %d', (seed) => {
    const order = orderOf(mixed([1, 1], 2000), seed);
    expect([countOf(order, 'GET'), countOf(order, 'PUT')]).toEqual([1000, 1000]);
  });

  test('are exact over all that count, whatever the weights, and over warming up to a request', () => {
    fc.assert(
      fc.property(
        Weights,
        fc.integer({ min: 1, max: 20 }),
        fc.nat(90),
        Seed,
        (weights, times, warmup, seed) => {
          const total = weights.reduce((a, b) => a + b, 0);
          const what = mixed(weights, total * times, warmup);
          const order = orderOf(what, seed);
          for (const [i, weight] of weights.entries()) {
            const operation = MIXABLE[i] ?? 'GET';
            expect(countOf(order.slice(warmup), operation)).toBe(weight * times);
            const before = countOf(order.slice(0, warmup), operation);
            expect(Math.abs(before - (warmup * weight) / total)).toBeLessThan(1.5);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('are near over any first part, so that a cell that ends early has its mix too', () => {
    fc.assert(
      fc.property(Weights, fc.integer({ min: 1, max: 700 }), Seed, (weights, requests, seed) => {
        const total = weights.reduce((a, b) => a + b, 0);
        const order = orderOf(mixed(weights, requests), seed);
        const made = weights.map(() => 0);
        for (const [n, operation] of order.entries()) {
          const at = MIXABLE.indexOf(operation as (typeof MIXABLE)[number]);
          made[at] = (made[at] ?? 0) + 1;
          const share = (weights[at] ?? 0) / total;
          // At most all of one stretch of 64 comes first: a quarter of it is the widest, at a half and a half.
          expect(Math.abs((made[at] ?? 0) - (n + 1) * share)).toBeLessThan(64 * share * (1 - share) + 2);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('that a number of requests cannot have are rounded, never fewer of more requests', () => {
    fc.assert(
      fc.property(Weights, fc.nat(5000), (weights, count) => {
        const total = weights.reduce((a, b) => a + b, 0);
        const shares = weights.map((weight) => weight / total);
        const [own, next] = [sharedOut(shares, count), sharedOut(shares, count + 1)];
        expect(own.reduce((a, b) => a + b, 0)).toBe(count);
        for (const [i, share] of shares.entries()) {
          expect(Math.abs((own[i] ?? NaN) - share * count)).toBeLessThan(1.5);
          expect(next[i]).toBeGreaterThanOrEqual(own[i] ?? NaN);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('are the same for the same seed, and what shards make of them is the whole', () => {
    fc.assert(
      fc.property(
        Weights,
        fc.integer({ min: 1, max: 300 }),
        fc.nat(40),
        fc.integer({ min: 1, max: 7 }),
        Seed,
        (weights, requests, warmup, of, seed) => {
          const what = mixed(weights, requests, warmup);
          const order = orderOf(what, seed, 3);
          expect(orderOf(what, seed, 3)).toEqual(order);
          const whole = operationCounts(what, 3, seed, ALONE);
          const sum = new Map<string, number>();
          for (let number = 1; number <= of; number++)
            for (const [operation, count] of operationCounts(what, 3, seed, { number, of }))
              sum.set(operation, (sum.get(operation) ?? 0) + count);
          expect(sum).toEqual(new Map(whole));
          for (const operation of MIXABLE)
            expect(whole.get(operation) ?? 0).toBe(countOf<string>(order, operation));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the order of a mix', () => {
  const order = orderOf(mixed([1, 1], 6400), 11);

  test('is by chance: two neighbours are alike nearly half of the time, and no two stretches are', () => {
    const alike = order.slice(1).filter((one, i) => one === order[i]).length;
    // Of 64 dealt from 32 and 32, 31 / 63 are; 6,400 draws are within four of their deviations, 160.
    expect(Math.abs(alike - (6399 * 31) / 63)).toBeLessThan(160);
    const stretches = Array.from({ length: 100 }, (_, i) => order.slice(64 * i, 64 * i + 64).join());
    expect(new Set(stretches).size).toBe(100);
  });

  test('has each operation as often at each place of a stretch', () => {
    for (let place = 0; place < 64; place++) {
      const reads = countOf(
        order.filter((_, index) => index % 64 === place),
        'GET',
      );
      // 100 draws at a half: five deviations.
      expect(Math.abs(reads - 50)).toBeLessThan(25);
    }
  });

  test('is another for another seed, another cell and in warming up', () => {
    const what = mixed([1, 1], 200, 64);
    const own = orderOf(what, 1);
    expect(orderOf(what, 2)).not.toEqual(own);
    expect(orderOf(what, 1, 1)).not.toEqual(own);
    expect(own.slice(0, 64)).not.toEqual(own.slice(64, 128));
  });
});
