import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areaOf, isInside, ringsOf } from '#core/placement/switches/rings.ts';
import { traced } from '#core/placement/switches/trace.ts';
import type { Field } from '#core/placement/switches/trace.ts';

type Cost = (u: number, v: number) => number;

function regionsOf(costs: readonly Cost[]) {
  const field: Field<number> = {
    winnerAt: (u, v) =>
      costs.reduce((best, cost, i) => (cost(u, v) < (costs[best]?.(u, v) ?? NaN) ? i : best), 0),
    compare: (a, b, u, v) => (costs[a]?.(u, v) ?? NaN) - (costs[b]?.(u, v) ?? NaN),
    key: String,
  };
  const work = traced(field);
  let step = work.next();
  while (!step.done) step = work.next();
  return { field, regions: ringsOf(step.value.pieces, field.key) };
}

/** Points of an even lattice that lie in the region of another than their winner, and how far their costs differ. */
function wrong(costs: readonly Cost[]): number[] {
  const { field, regions } = regionsOf(costs);
  const off: number[] = [];
  for (let i = 0; i < 40; i += 1)
    for (let j = 0; j < 40; j += 1) {
      const [u, v] = [(i + 0.37) / 40, (j + 0.61) / 40];
      const winner = field.winnerAt(u, v);
      const inside = [...regions.values()].filter(({ rings }) => isInside(rings, [u, v]));
      if (inside.length !== 1 || inside[0]?.winner !== winner)
        off.push(
          Math.abs((costs[inside[0]?.winner ?? winner]?.(u, v) ?? NaN) - (costs[winner]?.(u, v) ?? NaN)),
        );
    }
  return off;
}

const areas = ({ regions }: ReturnType<typeof regionsOf>) =>
  new Map(
    [...regions.values()].map(({ winner, rings }) => [
      winner,
      rings.reduce((sum, ring) => sum + areaOf(ring), 0),
    ]),
  );

test('one contender has the whole square', () => {
  const { regions } = regionsOf([() => 1]);
  expect([...regions.values()].map(({ rings }) => rings.map(areaOf))).toEqual([[1]]);
});

test('a straight border is where it is, and regions share it', () => {
  const found = areas(regionsOf([(u) => u, () => 0.3]));
  expect(found.get(0)).toBeCloseTo(0.3, 4);
  expect(found.get(1)).toBeCloseTo(0.7, 4);
});

test('a circle is a hole in what surrounds it', () => {
  const radius = 0.31;
  const both = regionsOf([(u, v) => Math.hypot(u - 0.5, v - 0.45), () => radius]);
  const found = areas(both);
  expect(found.get(0)).toBeCloseTo(Math.PI * radius ** 2, 3);
  expect(found.get(1)).toBeCloseTo(1 - Math.PI * radius ** 2, 3);
  for (const ring of both.regions.get('0')?.rings ?? [])
    for (const [u, v] of ring) expect(Math.abs(Math.hypot(u - 0.5, v - 0.45) - radius)).toBeLessThan(1e-4);
});

test('a band thinner than a cell has two even edges', () => {
  const band = (u: number, v: number) => Math.abs(v - 0.39 - 0.02 * u) - 0.01;
  const { regions } = regionsOf([(_, v) => v - 0.39, band, (u, v) => 0.39 + 0.02 * u - v]);
  const found = areas({ regions } as ReturnType<typeof regionsOf>);
  const costs: Cost[] = [(_, v) => v - 0.39, band, (u, v) => 0.39 + 0.02 * u - v];
  expect(wrong(costs).every((difference) => difference < 3e-3)).toBe(true);
  expect([...found.values()].reduce((sum, area) => sum + area, 0)).toBeCloseTo(1, 6);
  for (const ring of regions.get('1')?.rings ?? []) {
    const lengths = ring.map(([, v], i) => Math.abs(v - (ring[(i + 1) % ring.length]?.[1] ?? v)));
    expect(Math.max(...lengths)).toBeLessThan(0.03);
  }
});

test('three regions meet in a point, to a thousandth of the square', () => {
  const [a, b] = [0.413, 0.577];
  const both = regionsOf([
    (u) => Math.max(0, u - a),
    (_, v) => Math.max(0, v - b) + 1e-9,
    (u, v) => Math.max(0, a - u, b - v) / 3 + 2e-9,
  ]);
  const points = [...both.regions.values()].flatMap(({ rings }) => rings.flat());
  const nearest = Math.min(...points.map(([u, v]) => Math.hypot(u - a, v - b)));
  expect(nearest).toBeLessThan(1e-3);
});

test('planes at random: every point of the square lies in the region of its winner, or a thousandth from it', () => {
  const plane = fc.tuple(
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: -0.5, max: 0.5, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(plane, { minLength: 2, maxLength: 6 }), (planes) => {
      const costs = planes.map(
        ([a, b, c]): Cost =>
          (u, v) =>
            a * (u - 0.5) + b * (v - 0.5) + c,
      );
      const off = wrong(costs);
      // Steepness is at most 2 √2 between two planes.
      for (const difference of off) expect(difference).toBeLessThan(3e-3);
      const total = [...areas(regionsOf(costs)).values()].reduce((sum, area) => sum + area, 0);
      expect(total).toBeCloseTo(1, 6);
    }),
    { numRuns: 25 },
  );
});

test('bent borders, as tiers and rounding give them', () => {
  const tier = (x: number) => Math.min(x, 0.2 + 0.4 * x, 0.35 + 0.1 * x);
  const off = wrong([
    (u, v) => tier(u) + 0.2 * v,
    (u, v) => 0.3 * u + tier(v),
    (u, v) => 0.42 + 0.05 * Math.sin(9 * u) * v,
  ]);
  for (const difference of off) expect(difference).toBeLessThan(2e-3);
});
