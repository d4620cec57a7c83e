/** What holds of every bill, whatever is used and wherever. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Archive } from '#core/pricing/archive.ts';
import { bill, billTotal } from '#core/pricing/bills/bill.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { benchArchive, corpus } from '#tests/bench/bill-corpus.ts';
import { GB, aStore, aUsage } from '#tests/helpers/an-archive.ts';
import { anyAmounts, anyPeriod, FX, pricedOn, pricedStores } from '#tests/helpers/any-usage.ts';
import type { PricedStore } from '#tests/helpers/any-usage.ts';
import { wholeArchive } from '#tests/sources.ts';

const AS_OF = '2026-11-20';
const NOTHING = { byteHours: 0, held: [], requests: [], egress: [], deletedEarly: [], transitionsIn: 0 };

let archive: Archive;
let all: PricedStore[];
let today: PricedStore[];
beforeAll(() => {
  archive = wholeArchive();
  all = pricedStores(archive);
  today = pricedOn(archive, AS_OF);
});

const at = (pick: number, among = today): PricedStore => {
  const one = among[pick % among.length];
  if (!one) throw new Error('the archive is empty');
  return one;
};
const close = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));

describe('every bill', () => {
  it('has the total, and the doubts, that are asked without its lines', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
        anyAmounts(),
        anyPeriod,
        (picks, amounts, period) => {
          const usages = picks.map((pick) => ({ ...at(pick, all), period, ...amounts }));
          const whole = bill(usages, archive, { fx: FX });
          const alone = billTotal(usages, archive, { fx: FX });
          expect(close(alone.total, whole.total)).toBe(true);
          expect(alone.atLeast).toBe(whole.atLeast);
        },
      ),
    );
  });

  it('is the sum of its lines, each its quantity times its price', () => {
    fc.assert(
      fc.property(fc.nat(), anyAmounts(), anyPeriod, (pick, amounts, period) => {
        for (const one of bill([{ ...at(pick, all), period, ...amounts }], archive).bills) {
          const known = one.lines.reduce((sum, line) => sum + (line.amount ?? 0), 0);
          if (one.lines.every((line) => line.amount !== null)) expect(one.total).toBe(known);
          else expect(one.total).toBeGreaterThanOrEqual(known);
          expect(one.high ?? Infinity).toBeGreaterThanOrEqual(one.total);
          if (one.high !== one.total) expect(one.atLeast).toBe(true);
          expect(one.reasons.length > 0).toBe(one.atLeast);
          for (const line of one.lines) {
            expect(line.amount === null).toBe(line.unitPrice === null);
            expect(line.amount).toBe(line.unitPrice === null ? null : line.quantity * line.unitPrice);
            expect(line.source).toMatch(/^https:/);
            expect(line.quantity > 0 || line.meter === 'minimum').toBe(true);
          }
          for (const { amount, range } of one.lines) expect(range !== undefined).toBe(amount === null);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('does not depend on the order of the usages', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), anyAmounts()), { minLength: 2, maxLength: 5 }), (picks) => {
        const usages = picks.map(([pick, amounts]): Usage => ({
          ...at(pick),
          asOf: AS_OF,
          period: 'edition-month',
          ...amounts,
        }));
        const totalOf = (of: readonly Usage[]) => bill(of, archive, { fx: FX }).total;
        expect(close(totalOf(usages), totalOf(usages.toReversed()))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('of two usages in one pool is the bill of both as one', () => {
    fc.assert(
      fc.property(fc.nat(), anyAmounts(), anyAmounts(), (pick, a, b) => {
        const { store, region } = at(pick);
        const usage = (amounts: typeof a): Usage => ({
          store,
          region,
          asOf: AS_OF,
          period: 'edition-month',
          ...amounts,
        });
        const merged: Usage = usage({
          byteHours: a.byteHours + b.byteHours,
          accessTiers: [...(a.accessTiers ?? []), ...(b.accessTiers ?? [])],
          held: [...a.held, ...b.held],
          requests: [...a.requests, ...b.requests],
          egress: [...a.egress, ...b.egress],
          deletedEarly: [...a.deletedEarly, ...b.deletedEarly],
          transitionsIn: a.transitionsIn + b.transitionsIn,
          buckets: (a.buckets ?? 0) + (b.buckets ?? 0),
        });
        expect(close(bill([usage(a), usage(b)], archive).total, bill([merged], archive).total)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('of nothing is nothing but fees', () => {
    for (const one of all) {
      for (const line of bill([{ ...one, period: 'edition-month', ...NOTHING }], archive).bills.flatMap(
        ({ lines }) => lines,
      )) {
        expect(['subscription', 'minimum']).toContain(line.meter);
      }
    }
  });

  it('is continuous at the edges of tiers and allowances', () => {
    const edges = [10, 50, 100];
    const from = aStore(
      { egress: { free: { amount: 10 } } },
      {
        egress: {
          internet: [
            { upTo: 50, price: '0.3 per GB' },
            { upTo: 100, price: '0.2 per GB' },
            { price: '0.1 per GB' },
          ],
        },
      },
    );
    const cost = (gigabytes: number) =>
      bill([aUsage({ egress: [{ to: 'internet', bytes: gigabytes * GB }] })], from).total;
    for (const edge of edges) {
      expect(cost(edge) - cost(edge - 1e-6)).toBeLessThan(1e-6);
      expect(cost(edge + 1e-6) - cost(edge)).toBeLessThan(1e-6);
    }
    expect(edges.map((edge) => Number(cost(edge).toFixed(9)))).toEqual([0, 12, 22]);
  });
});

describe('the corpus of the bench', () => {
  it('has every meter in use, and totals agree with every bill', () => {
    const priced = benchArchive(archive);
    const usages = corpus(priced);
    const meters = new Set<string>();
    for (const usage of usages) {
      const itemised = bill([usage], priced);
      itemised.bills.forEach((one) =>
        one.lines.forEach((line) => meters.add(line.meter.split('.')[0] ?? '')),
      );
      expect(close(billTotal([usage], priced).total, itemised.total)).toBe(true);
    }
    expect(usages).toHaveLength(1000);
    expect([...meters].sort()).toEqual([
      'early-delete',
      'egress',
      'minimum',
      'minimum-size',
      'monitoring',
      'replication',
      'requests',
      'retrieval',
      'storage',
      'subscription',
      'transition',
      'upload',
    ]);
  });
});
