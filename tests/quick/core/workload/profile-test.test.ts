import { describe, expect, test } from 'vitest';
import { Profile } from '#core/workload/profile.ts';
import { profileTest } from '#core/workload/profile-test.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

interface Rates {
  perDay?: number;
  early?: number;
  late?: number;
}

/** `days` with 100 objects of 1 MB a day, each read once an hour after its write and, of some, once more at half a day. */
function steady(days: number, { perDay = 100, early = perDay, late = 0 }: Rates = {}): Profile {
  const n = perDay * days;
  const reads = (early + late) * days;
  return Profile.parse({
    profile: 1,
    source: { format: 'request-table', files: 1, from: null, seconds: days * DAY, detail: 'requests' },
    requests: { answered: n + reads, failed: 0, unlisted: 0, unread: 0 },
    operations: {},
    peak: { overSeconds: 60, ratio: 1 },
    sizes: [
      ...[{ upToBytes: 2 ** 21, created: n, createdBytes: n * 1e6, standing: 0, standingBytes: 0 }],
    ].map((one) => ({ ...one, reads, readBytes: reads * 1e6 })),
    unsized: { objects: 0, reads: 0 },
    ages: [
      { upToSeconds: HOUR, reads: early * days, objectSeconds: n * HOUR },
      { upToSeconds: DAY, reads: late * days, objectSeconds: n * (DAY - HOUR) },
    ],
    ended: { objects: 0, aliveSeconds: n * DAY },
    rereads: [[4, 2, early * days, early * days * 1e6, early * days * 1e6]],
    readers: { distinct: 0, most: [] },
  });
}

/** The second profile on top of the first, as a whole log is. */
function plus(a: Profile, b: Profile): Profile {
  const add = (x: unknown, y: unknown): unknown =>
    typeof x === 'number' && typeof y === 'number'
      ? x + y
      : Array.isArray(x) && Array.isArray(y)
        ? x.map((one, i) => add(one, y[i]))
        : x !== null && typeof x === 'object'
          ? Object.fromEntries(
              Object.entries(x).map(([key, one]) => [key, add(one, (y as Record<string, unknown>)[key])]),
            )
          : x;
  const sum = add(a, b) as Profile;
  const keep = (key: 'ages' | 'sizes') =>
    sum[key].map((one, i) => {
      const own = a[key][i] as { upToSeconds?: number | null; upToBytes?: number | null };
      return {
        ...one,
        ...('upToSeconds' in own ? { upToSeconds: own.upToSeconds } : { upToBytes: own.upToBytes }),
      };
    });
  return {
    ...sum,
    profile: 1,
    ages: keep('ages') as Profile['ages'],
    sizes: keep('sizes') as Profile['sizes'],
    peak: a.peak,
    rereads: sum.rereads.map((one, i) => [a.rereads[i]![0], a.rereads[i]![1], one[2], one[3], one[4]]),
  };
}

describe('the first part of a log against the rest', () => {
  test('of a steady log every error is 0', () => {
    const first = steady(7, { late: 20 });
    const { rows, seconds } = profileTest(plus(first, steady(3, { late: 20 })), first);
    expect(seconds).toBe(3 * DAY);
    expect(rows.map(({ of }) => of)).toEqual([
      ...['requests', 'objects-written', 'bytes-written', 'bytes-read'],
      ...['reads-by-age', 'working-set', 'working-set'],
    ]);
    for (const { of, error } of rows) expect(Math.abs(error ?? NaN), of).toBeLessThan(1e-5);
  });

  test('of one that doubles, half is predicted; the working set follows', () => {
    const first = steady(7);
    const { rows } = profileTest(plus(first, steady(3, { perDay: 200 })), first);
    for (const { of, error } of rows) if (of !== 'reads-by-age') expect(error, of).toBeCloseTo(-0.5, 5);
  });

  test('reads that come later than before are seen in their ages', () => {
    const first = steady(7, { early: 90, late: 10 });
    const { rows } = profileTest(plus(first, steady(3, { early: 30, late: 70 })), first);
    const ages = rows.find(({ of }) => of === 'reads-by-age');
    expect(ages).toMatchObject({ withinSeconds: HOUR, predicted: 0.9, actual: 0.3, error: 2 });
  });

  test('what does not come any more has no error, and no division by nothing', () => {
    const first = steady(7);
    const { rows } = profileTest(plus(first, steady(3, { early: 0 })), first);
    expect(rows.find(({ of }) => of === 'bytes-read')).toMatchObject({ actual: 0, error: null });
    expect(() => profileTest(first, first)).toThrow(RangeError);
  });
});
