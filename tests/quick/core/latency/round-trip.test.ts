import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIBRE_KM_PER_MS, roundTrip } from '#core/latency/client/round-trip.ts';
import type { RoundTrip } from '#core/latency/client/round-trip.ts';
import { PLACES, findPlace, greatCircleKm } from '#core/places.ts';
import { readersOf } from '#core/places/readers.ts';

function trip(a: string, b: string): RoundTrip {
  const found = roundTrip(a, b);
  if (!found) throw new Error(`${a} or ${b} is no place`);
  return found;
}

/** The great circle's own round trip: 4 ms and 1.6 times light in fibre, there and back. */
const circleMs = (km: number) => 4 + (1.6 * 2 * km) / FIBRE_KM_PER_MS;

describe('a round trip', () => {
  it('between two cities of the table is as measured, less the 3 ms of its own ends', () => {
    // Ashburn and Dublin: 73 and 71 ms; Frankfurt and Dublin: 26 and 27, to whole ms 26.
    expect(trip('aws/us-east-1', 'aws/eu-west-1')).toMatchObject({ ms: 69, lowMs: 54.2, highMs: 87.25 });
    expect(trip('prisma/fra', 'aws/eu-west-1').ms).toBeCloseTo(23, 9);
    expect(trip('azure/eastus', 'azure/northeurope').ms).toBe(69);
  });

  it('elsewhere is that of the nearest measured pair, in proportion to the great circles', () => {
    // Quincy and Tokyo, 101 and 100 ms, to whole ms 100, are the nearest to Boardman and Tokyo.
    const km = (a: string, b: string) => {
      const [from, to] = [findPlace(a), findPlace(b)];
      return from && to ? greatCircleKm(from, to) : NaN;
    };
    const measured = km('azure/westus2', 'aws/ap-northeast-1');
    const asked = km('aws/us-west-2', 'aws/ap-northeast-1');
    expect(trip('aws/us-west-2', 'aws/ap-northeast-1').ms).toBeCloseTo(
      (97 * circleMs(asked)) / circleMs(measured),
      9,
    );
    expect(asked / measured).toBeGreaterThan(1.01);
  });

  it('is that of the great circle where no measured pair is near', () => {
    const { km, ms, lowMs, highMs } = trip('aws/us-east-2', 'aws/us-east-1');
    expect(km).toBeCloseTo(484.7, 1);
    expect(ms).toBeCloseTo(circleMs(km), 9);
    expect([lowMs, highMs]).toEqual([0.7 * ms - 1, 1.6 * ms + 1]);
  });

  // CloudPing 2024, less the regions' own time; IBM Cloud, November 2024; 18 ms by Prisma 2026.
  it.each([
    ['aws/us-east-1', 'aws/eu-west-1', 65.5],
    ['aws/us-west-2', 'aws/ap-northeast-1', 94.2],
    ['aws/us-east-1', 'aws/us-west-2', 58.9],
    ['aws/us-west-1', 'aws/us-east-1', 58.4],
    ['aws/eu-central-1', 'aws/us-east-1', 90.9],
    ['aws/us-west-1', 'aws/ap-southeast-2', 135.8],
    ['aws/eu-central-1', 'aws/ap-northeast-1', 230],
    ['aws/eu-west-1', 'prisma/fra', 18],
  ])('from %s to %s lies in its band around %d ms', (store, client, ms) => {
    const { lowMs, highMs } = trip(store, client);
    expect(lowMs).toBeLessThan(ms);
    expect(highMs).toBeGreaterThan(ms);
  });

  it('is the same both ways, nothing at home, and never below light in fibre, at the low end too', () => {
    const points = PLACES.filter(({ kind }) => !['country', 'continent', 'global'].includes(kind));
    const anyPlace = fc.constantFrom(...points);
    fc.assert(
      fc.property(anyPlace, anyPlace, (a, b) => {
        const { km, ms, lowMs, highMs } = trip(a.id, b.id);
        expect(trip(a.id, a.id).ms).toBe(0);
        expect(ms).toBeCloseTo(trip(b.id, a.id).ms, 9);
        expect(lowMs).toBeGreaterThanOrEqual((2 * km) / FIBRE_KM_PER_MS);
        expect(ms).toBeGreaterThanOrEqual(lowMs);
        expect(highMs).toBeGreaterThanOrEqual(ms);
      }),
    );
  });

  it('to readers in several cities is the mean of theirs', () => {
    const cities = readersOf('internet/US');
    expect(cities.map(({ id, percent }) => [id, percent])).toContainEqual(['internet/US/New York', 27]);
    const ways = cities.map(({ id, percent }) => ({ percent, ...trip('aws/us-east-1', id) }));
    for (const key of ['ms', 'lowMs', 'highMs'] as const)
      expect(trip('aws/us-east-1', 'internet/US')[key]).toBeCloseTo(
        ways.reduce((sum, way) => sum + (way.percent / 100) * way[key], 0),
        9,
      );
  });

  it('to readers on the internet is to 300 km around their city', () => {
    // Frankfurt and Dublin: 1,088 km, 23 ms as measured.
    const { km, ms, lowMs, highMs } = trip('aws/eu-west-1', 'internet/DE');
    expect(ms).toBeCloseTo(23, 9);
    expect(lowMs).toBeCloseTo((0.8 * ms * circleMs(km - 300)) / circleMs(km) - 1, 9);
    expect(highMs).toBeCloseTo((1.25 * ms * circleMs(km + 300)) / circleMs(km) + 1, 9);
    expect(trip('aws/eu-central-1', 'internet/DE')).toEqual({
      km: 0,
      ms: 0,
      lowMs: 0,
      highMs: 1.25 * circleMs(300) + 1,
    });
  });

  it('near the reader is nothing, and at worst that to the main city', () => {
    expect(roundTrip(null, 'internet/europe')).toMatchObject({ km: 0, ms: 0, lowMs: 0 });
    expect(roundTrip(null, 'internet/europe/London')?.highMs).toBe(
      trip('aws/eu-central-1', 'internet/europe/London').highMs,
    );
  });

  it('is nothing within a region or near the reader, and unknown to a place nobody knows', () => {
    expect(trip('aws/us-east-1', 'aws/us-east-1/use1-az4').ms).toBe(0);
    expect(roundTrip(null, 'aws/us-east-1')?.ms).toBe(0);
    expect(roundTrip('aws/us-east-1', 'aws/mars-1')).toBeNull();
  });
});
