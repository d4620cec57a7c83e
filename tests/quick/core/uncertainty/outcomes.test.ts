import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalCdf, normalQuantile } from '#core/latency/distributions/normal.ts';
import { informationOf } from '#core/uncertainty/information.ts';
import { mean, regretOf, spreadOf, winShares, winners } from '#core/uncertainty/outcomes.ts';
import type { Outcomes } from '#core/uncertainty/outcomes.ts';
import { sobolPoints } from '#core/uncertainty/sobol.ts';

const anyOutcomes = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 40 }))
  .chain(([plans, draws]) => {
    const row = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: draws, maxLength: draws });
    const matrix = <T>(one: fc.Arbitrary<T>) => fc.array(row(one), { minLength: plans, maxLength: plans });
    return fc.record({
      draws: fc.constant(draws),
      costs: matrix(fc.integer({ min: 0, max: 20 })).map((rows) => rows.map((one) => Float64Array.from(one))),
      meets: matrix(fc.integer({ min: 0, max: 3 }).map((n) => (n > 0 ? 1 : 0))).map((rows) =>
        rows.map((one) => Uint8Array.from(one)),
      ),
      inputs: fc.array(row(fc.integer({ min: 0, max: 9 })), { minLength: 1, maxLength: 4 }),
    });
  });

describe('wins and regret', () => {
  test('shares of wins and of draws that nobody wins sum to 1; a winner has no rival below it', () => {
    fc.assert(
      fc.property(anyOutcomes, (outcomes) => {
        const { wins, none } = winShares(outcomes);
        expect(wins.reduce((sum, share) => sum + share, none)).toBeCloseTo(1, 12);
        for (const [d, best] of winners(outcomes).entries()) {
          const open = outcomes.costs.flatMap((cost, p) => (outcomes.meets[p]?.[d] === 1 ? [cost[d]] : []));
          expect(best < 0 ? undefined : outcomes.costs[best]?.[d]).toBe(
            open.length > 0 ? Math.min(...open.map(Number)) : undefined,
          );
        }
      }),
    );
  });

  test('regret is never negative, and none where a plan wins every draw that it may', () => {
    fc.assert(
      fc.property(anyOutcomes, (outcomes) => {
        const best = winners(outcomes);
        for (const p of outcomes.costs.keys()) {
          const regret = regretOf(outcomes, p);
          const may = [...(outcomes.meets[p] ?? [])].flatMap((yes, d) => (yes === 1 ? [d] : []));
          if (may.length === 0) expect(regret).toBeNull();
          else if (may.every((d) => best[d] === p)) expect(regret).toBe(0);
          else expect(regret).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test('the order of plans and of draws changes nothing but ties', () => {
    fc.assert(
      fc.property(anyOutcomes, (outcomes) => {
        const turned: Outcomes = {
          draws: outcomes.draws,
          costs: outcomes.costs.toReversed().map((cost) => cost.toReversed()),
          meets: outcomes.meets.toReversed().map((meets) => meets.toReversed()),
        };
        const last = outcomes.costs.length - 1;
        expect(winShares(turned).none).toBe(winShares(outcomes).none);
        for (const p of outcomes.costs.keys()) {
          const [regret, other] = [regretOf(outcomes, p), regretOf(turned, last - p)];
          if (regret === null) expect(other).toBeNull();
          else expect(other).toBeCloseTo(regret, 9);
        }
      }),
    );
  });
});

describe('information', () => {
  test('is never negative, never worth more than knowing everything, and that never more than the regret of the plan chosen', () => {
    fc.assert(
      fc.property(anyOutcomes, (outcomes) => {
        const idle = Array.from({ length: outcomes.draws }, (_, d) => (d * 7) % outcomes.draws);
        for (const chosen of outcomes.costs.keys()) {
          const found = informationOf(outcomes, chosen, outcomes.inputs, [idle]);
          const regret = regretOf(outcomes, chosen);
          expect(found === null).toBe(regret === null);
          if (!found) continue;
          for (const value of [...found.each, found.noise]) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(found.everything + 1e-9);
          }
          expect(found.everything).toBeLessThanOrEqual((regret ?? 0) + 1e-9);
        }
      }),
      { numRuns: 300 },
    );
  });

  /**
   * Plan 0 costs nothing more, plan 1 costs a·x + b·y more, x and y independent standard normal. With σ² = a² + b²,
   * EVPI = E max(0, −(ax + by)) = σ φ(0), and knowing x alone is worth |a| φ(0).
   */
  test('of two plans whose difference is linear in two normal inputs is that of the closed form', () => {
    const [a, b, draws] = [30, 10, 4096];
    const points = sobolPoints(draws, 3, 11);
    const [x, y, idle] = [0, 1, 2].map((d) =>
      Float64Array.from({ length: draws }, (_, n) => normalQuantile(points[3 * n + d] ?? 0.5)),
    ) as [Float64Array, Float64Array, Float64Array];
    const outcomes: Outcomes = {
      draws,
      costs: [new Float64Array(draws).fill(1000), x.map((one, d) => 1000 + a * one + b * (y[d] ?? 0))],
      meets: [new Uint8Array(draws).fill(1), new Uint8Array(draws).fill(1)],
    };
    const found = informationOf(outcomes, 0, [x, y], [idle]);
    if (!found) throw new Error('no information');
    const unit = 1 / Math.sqrt(2 * Math.PI);
    expect(found.everything / (Math.hypot(a, b) * unit)).toBeCloseTo(1, 2);
    expect(found.each[0] ?? 0).toBeCloseTo(a * unit, 0);
    expect(found.each[1] ?? 0).toBeCloseTo(b * unit, 0);
    expect(found.noise).toBeLessThan(0.3);
    expect(regretOf(outcomes, 0)).toBeCloseTo(found.everything, 1);
  });

  /** The cheap plan meets the requirement where the input lies below a half: knowing it saves 100 in half of the cases. */
  test('learning may open a plan that may not be chosen without', () => {
    const draws = 1024;
    const level = Float64Array.from({ length: draws }, (_, d) => (d + 0.5) / draws);
    const outcomes: Outcomes = {
      draws,
      costs: [new Float64Array(draws).fill(300), new Float64Array(draws).fill(200)],
      meets: [new Uint8Array(draws).fill(1), Uint8Array.from(level, (one) => (one < 0.5 ? 1 : 0))],
    };
    const found = informationOf(outcomes, 0, [level], [sobolPoints(draws, 1, 3)]);
    expect(found).toMatchObject({ best: 0, everything: 50, each: [50], noise: 0 });
  });
});

describe('quantiles', () => {
  test('of values at the middles of equal slices of a normal are those of the normal', () => {
    const values = sobolPoints(1024, 1, 2).map(normalQuantile);
    const { p10, p50, p90 } = spreadOf(values);
    expect(normalCdf(p10)).toBeCloseTo(0.1, 3);
    expect(normalCdf(p50)).toBeCloseTo(0.5, 3);
    expect(normalCdf(p90)).toBeCloseTo(0.9, 3);
    expect(mean(values)).toBeCloseTo(0, 2);
  });

  test('of one value are that value, exactly, and of equal values too', () => {
    expect(spreadOf([7.1])).toEqual({ p10: 7.1, p50: 7.1, p90: 7.1 });
    expect(spreadOf([0.1, 0.1, 0.1])).toEqual({ p10: 0.1, p50: 0.1, p90: 0.1 });
    expect(spreadOf([4, 1, 3, 2]).p50).toBe(2.5);
    expect(spreadOf([]).p50).toBeNaN();
  });
});
