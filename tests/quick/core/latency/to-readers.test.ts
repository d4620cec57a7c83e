import { describe, expect, it } from 'vitest';
import { forEachCity, toReaders } from '#core/latency/client/to-readers.ts';
import { withOpening } from '#core/latency/client/connection-cost.ts';
import { roundTrip } from '#core/latency/client/round-trip.ts';
import { withLastMile } from '#core/latency/estimates/estimate.ts';
import { fromQuantiles } from '#core/latency/distributions/from-quantiles.ts';
import { shift } from '#core/latency/distributions/transform.ts';
import type { Prediction } from '#core/latency/types.ts';
import { PLACES } from '#core/places.ts';
import { readersOf } from '#core/places/readers.ts';

const near = fromQuantiles(0, [
  { p: 0.5, ms: 20 },
  { p: 0.99, ms: 60 },
]);
const byWay = (from: string): Prediction => {
  const ms = roundTrip('aws/us-east-1', from)?.ms ?? NaN;
  const best = shift(near, ms);
  return { best, low: best, high: best, grade: 'extrapolated', evidence: [], adjustments: [], findings: [] };
};
function toAll(place: string): Prediction {
  const found = toReaders(place, byWay);
  if (!found) throw new Error(`nothing to ${place}`);
  return found;
}

describe('readers of a continent', () => {
  it('are in 6 to 12 cities, from that of most readers on, and make 100 percent', () => {
    for (const { id } of PLACES.filter(({ kind }) => kind === 'continent')) {
      const percents = readersOf(id).map(({ percent }) => percent);
      expect(percents.length, id).toBeGreaterThanOrEqual(6);
      expect(percents.length, id).toBeLessThanOrEqual(12);
      expect(percents).toEqual(percents.toSorted((a, b) => b - a));
      expect(percents.reduce((sum, one) => sum + one, 0)).toBe(100);
    }
  });

  it('are answered by the mixture: p99 is that of all their reads, not a mean of p99s', () => {
    const { best, cities = [] } = toAll('internet/north-america');
    // F(t) of all readers is the weighted sum of the cities' own, by hand.
    for (const p of [0.5, 0.9, 0.99]) {
      const ms = best.quantile(p);
      const sum = readersOf('internet/north-america').reduce(
        (all, { id, percent }) =>
          all + (percent / 100) * near.cdf(ms - (roundTrip('aws/us-east-1', id)?.ms ?? NaN)),
        0,
      );
      expect(sum).toBeCloseTo(p, 6);
    }
    const mean = cities.reduce((all, { percent, of }) => all + (percent / 100) * of.best.quantile(0.99), 0);
    expect(best.quantile(0.99)).toBeGreaterThan(1.1 * mean);
  });

  it('of one city are one prediction, and of an unknown way none', () => {
    expect(toAll('internet/NL').cities).toBeUndefined();
    expect(toReaders('internet/europe', () => null)).toBeNull();
  });

  it('have a last mile in each city: all of it is added to all of them', () => {
    const before = toAll('internet/US');
    const after = forEachCity(before, 'internet/US', (own) => withLastMile(own, 12));
    for (const p of [0.1, 0.5, 0.99])
      expect(after.best.quantile(p)).toBeCloseTo(before.best.quantile(p) + 12, 3);
    expect(after.grade).toBe('assumed');
  });

  it('open their connections over their own way', () => {
    const opened = forEachCity(toAll('internet/US'), 'internet/US', (own, from) => {
      const way = roundTrip('aws/us-east-1', from);
      if (!way) throw new Error('no way');
      return withOpening(own, { coldShare: 1, way, lastMileMs: 0, session: null, work: null });
    });
    const byHand = (ms: number) =>
      readersOf('internet/US').reduce(
        (all, { id, percent }) =>
          all + (percent / 100) * near.cdf(ms - 3 * (roundTrip('aws/us-east-1', id)?.ms ?? NaN)),
        0,
      );
    for (const p of [0.5, 0.9, 0.99]) expect(byHand(opened.best.quantile(p))).toBeCloseTo(p, 6);
  });
});
