import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billDifference } from '#core/report/bill-difference.ts';
import { planDifference } from '#core/report/plan-difference.ts';
import type { MonthlyCost } from '#core/report/plan-types.ts';
import { aMonthlyCost, aPlan, aSingle, COLD, HOT } from '#tests/helpers/aPlan.ts';

type Line = MonthlyCost['lines'][number];

function aLine(changes: Partial<Line> = {}): Line {
  return {
    store: 'acme/hot',
    region: 'north',
    meter: 'storage',
    quantity: 100,
    unit: 'GB-month',
    unitPrice: 0.1,
    amount: 10,
    edition: 'acme/hot/2025-01-01',
    source: 'https://example.com/prices',
    ...changes,
  };
}

const costing = (...lines: Line[]): MonthlyCost =>
  aMonthlyCost({ lines, total: lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0) });

const line = fc
  .record({
    meter: fc.constantFrom('storage', 'requests.put', 'egress.internet'),
    region: fc.constantFrom('north', 'south'),
    quantity: fc.double({ min: 0, max: 1e6, noNaN: true }),
    unitPrice: fc.double({ min: 0, max: 1, noNaN: true }),
    edition: fc.constantFrom('acme/hot/2025-01-01', 'acme/hot/2026-01-01'),
  })
  .map((one) => aLine({ ...one, amount: one.quantity * one.unitPrice }));
const bill = fc.array(line, { maxLength: 6 }).map((lines) => costing(...lines));

describe('two bills', () => {
  test('of which one is the other differ in nothing', () => {
    fc.assert(
      fc.property(bill, (one) => {
        expect(billDifference(one, one)).toEqual([]);
      }),
    );
  });

  test('differ by what their totals differ, and each line by price and quantity', () => {
    fc.assert(
      fc.property(bill, bill, (from, to) => {
        const lines = billDifference(from, to);
        const changes = lines.reduce((sum, { change }) => sum + (change ?? NaN), 0);
        expect(Math.abs(changes - (to.total - from.total))).toBeLessThan(1e-6);
        for (const { change, byPrice, byQuantity } of lines)
          expect(Math.abs((byPrice ?? NaN) + (byQuantity ?? NaN) - (change ?? NaN))).toBeLessThan(1e-6);
      }),
    );
  });

  test('at other prices of the same quantity differ by price alone', () => {
    const cheaper = aLine({ unitPrice: 0.07, amount: 7, edition: 'acme/hot/2026-01-01' });
    expect(billDifference(costing(aLine()), costing(cheaper))).toMatchObject([
      { store: 'acme/hot', meter: 'storage', change: -3, byPrice: -3, byQuantity: 0 },
    ]);
  });

  test('of one edition differ by quantity alone, such as a longer month', () => {
    const longer = aLine({ quantity: 103, amount: 10.3 });
    const [found] = billDifference(costing(aLine()), costing(longer));
    expect(found?.byPrice).toBe(0);
    expect(found?.byQuantity).toBeCloseTo(0.3, 10);
  });

  test('with tiers are compared meter by meter', () => {
    const tiers = [aLine({ quantity: 40, amount: 4 }), aLine({ quantity: 60, unitPrice: 0.05, amount: 3 })];
    expect(billDifference(costing(aLine()), costing(...tiers))).toMatchObject([
      { from: { quantity: 100, amount: 10 }, to: { quantity: 100, amount: 7, unitPrice: 0.07 }, change: -3 },
    ]);
  });

  test('of which one lacks a price are not subtracted', () => {
    const unknown = aLine({ unitPrice: null, amount: null, edition: 'acme/hot/2026-01-01' });
    expect(billDifference(costing(aLine()), costing(unknown))).toMatchObject([
      { change: null, byPrice: null, byQuantity: null },
    ]);
  });
});

describe('two plans', () => {
  test('of which one is the other have the same winner, and nothing moves', () => {
    const one = aPlan();
    const found = planDifference(one, one);
    expect(found.winner).toEqual({
      from: one.recommendation?.id,
      to: one.recommendation?.id,
      changed: false,
    });
    expect(found.editions).toEqual([]);
    expect(found.candidates.map(({ change }) => change)).toEqual(one.candidates.map(() => 0));
  });

  test('say that the winner changed, which editions moved, and explain both winners', () => {
    const [hot, cold] = [HOT, COLD].map((store) => aSingle(store));
    if (!hot || !cold) throw new Error('two candidates');
    const wins = (id: string) => ({ id, reasons: [], saving: null, against: null });
    const dearer = { ...hot, monthly: aMonthlyCost({ total: 99_000, lines: [] }) };
    const before = aPlan({ candidates: [hot, cold], recommendation: wins(hot.id) });
    const after = aPlan({
      candidates: [cold, dearer],
      recommendation: wins(cold.id),
      pricing: [{ store: 'acme/hot', region: 'north', edition: 'acme/hot/2026-06-01' }],
    });
    const found = planDifference(before, after);
    expect(found.winner).toEqual({ from: hot.id, to: cold.id, changed: true });
    expect(found.editions).toEqual([
      { store: 'acme/hot', region: 'north', from: 'acme/hot/2026-01-01', to: 'acme/hot/2026-06-01' },
      { store: 'acme/cold', region: 'south', from: 'acme/cold/2026-01-01', to: null },
    ]);
    expect(found.candidates.find(({ id }) => id === hot.id)?.lines.length).toBeGreaterThan(0);
  });
});
