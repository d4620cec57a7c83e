import { describe, expect, test } from 'vitest';
import { touchesOfProfile } from '#core/rereads/profile-touches.ts';
import { reuseOf, ttlCost } from '#core/rereads/ttl-cost.ts';
import type { Profile } from '#core/workload/profile.ts';

const DAY = 86_400;

/** Ten days in which 100 objects of 1 MB were written and 20 older ones found. */
function aProfile(changes: Partial<Profile> = {}): Profile {
  return {
    profile: 1,
    source: { format: 'request-table', files: 1, from: null, seconds: 10 * DAY, detail: 'requests' },
    requests: { answered: 500, failed: 0, unlisted: 0, unread: 0 },
    operations: {},
    peak: { overSeconds: 60, ratio: 1 },
    sizes: [
      {
        upToBytes: 2 * 2 ** 20,
        created: 100,
        createdBytes: 100e6,
        standing: 20,
        standingBytes: 20e6,
        reads: 150,
        readBytes: 150e6,
      },
    ],
    unsized: { objects: 0, reads: 0 },
    ages: [],
    ended: { objects: 0, aliveSeconds: 0 },
    // 100 gaps of two hours on average, 30 of twelve.
    rereads: [
      [4, 3, 100, 100e6, 200e6],
      [4, 4, 30, 30e6, 360e6],
    ],
    readers: { distinct: 1, most: [] },
    ...changes,
  };
}

const onlyOf = (profile: Profile) => {
  const { sizes } = touchesOfProfile(profile);
  const [one] = sizes;
  if (!one || sizes.length !== 1) throw new Error('one class of size was meant');
  return one;
};

test('gaps keep their counts and byte-hours, objects their first and last touches', () => {
  const { sizeBytes, touches } = onlyOf(aProfile());
  expect(sizeBytes).toBe(1e6);
  const reuse = reuseOf(touches, 'through');
  const dollars = { rentPerHour: 1, hit: 0, pass: 0, fill: 0, writeFill: 0 };
  expect(ttlCost(reuse, dollars, 6)).toMatchObject({
    hits: 100,
    misses: 50,
    heldHours: 200 + 30 * 6 + 120 * 6,
  });
  expect(ttlCost(reuse, dollars, 24)).toMatchObject({ hits: 130, misses: 20 });
  expect(ttlCost(reuse, dollars, 24).heldHours).toBeCloseTo(200 + 360 + 120 * 24, 6);
  expect(touchesOfProfile(aProfile()).writesSeen).toBe(true);
});

test('classes of gaps that were put together to save room keep their byte-hours', () => {
  const { touches } = onlyOf(aProfile({ rereads: [[4, 7, 130, 130e6, 560e6]] }));
  expect(touches.afterRead.heldHours(7 * 24)).toBeCloseTo(560, 6);
});

test('gaps of more than a year have no longest, and keep their mean', () => {
  const { touches } = onlyOf(aProfile({ rereads: [[4, 12, 10, 10e6, 10e6 * 9000]] }));
  expect(touches.afterRead.heldHours(Infinity)).toBeCloseTo(90_000, 6);
});

describe('nothing follows', () => {
  test('from sums by the hour', () => {
    const source = { ...aProfile().source, detail: 'hours' as const };
    expect(touchesOfProfile(aProfile({ source, rereads: [] })).sizes).toEqual([]);
  });

  test('from objects that nobody read', () => {
    const sizes = aProfile().sizes.map((one) => ({ ...one, reads: 0 }));
    expect(touchesOfProfile(aProfile({ sizes, rereads: [] })).sizes).toEqual([]);
  });
});
