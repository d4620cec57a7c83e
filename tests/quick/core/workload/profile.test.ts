import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import {
  LARGEST_PROFILE_BYTES,
  Profile,
  SIZE_EDGES_BYTES,
  TIME_EDGES_SECONDS,
  withinBounds,
} from '#core/workload/profile.ts';
import { ProfileError, readsOf, scenarioOf } from '#core/workload/profile-scenario.ts';

const DAY = 86_400;
const HOUR = 3600;

/** Ten days: 1000 objects of 4 MB a day, each read once in its first hour and once between its 6th and 24th. */
function aProfile(changes: Partial<Profile> = {}): Profile {
  const created = 10_000;
  return {
    profile: 1,
    source: {
      format: 'request-table',
      files: 1,
      from: '2026-03-01T00:00:00Z',
      seconds: 10 * DAY,
      detail: 'requests',
    },
    requests: { answered: 40_000, failed: 0, unlisted: 0, unread: 0 },
    operations: {
      PutObject: { count: created, bytes: created * 4e6 },
      GetObject: { count: 20_000, bytes: 20_000 * 4e6 },
      ListObjectsV2: { count: 10_000, bytes: 0 },
    },
    peak: { overSeconds: 60, ratio: 3.14159 },
    sizes: [
      {
        upToBytes: 8 * 2 ** 20,
        created,
        createdBytes: created * 4e6,
        standing: 0,
        standingBytes: 0,
        reads: 20_000,
        readBytes: 20_000 * 4e6,
      },
    ],
    unsized: { objects: 0, reads: 0 },
    ages: [
      { upToSeconds: HOUR, reads: created, objectSeconds: created * HOUR },
      { upToSeconds: 6 * HOUR, reads: 0, objectSeconds: created * 5 * HOUR },
      { upToSeconds: DAY, reads: created, objectSeconds: created * 18 * HOUR },
      { upToSeconds: 2 * DAY, reads: 0, objectSeconds: created * DAY * 0.9 },
    ],
    ended: { objects: 0, aliveSeconds: created * 5 * DAY },
    rereads: [],
    readers: { distinct: 0, most: [] },
    ...changes,
  };
}
const facts = { asOf: '2026-11-20', name: 'Derived', place: 'aws/us-east-1', standingBytes: null };

describe('a profile as a scenario', () => {
  test('rates a day, sizes, ages and the peak', () => {
    const { scenario } = scenarioOf(aProfile(), facts);
    expect(scenario.workload).toEqual({
      objects: { size: '4 MB', arrivals: '1000/day' },
      reads: { rate: '2000/day', byAge: { '1 h': 0.5, '6 h': 0.5, '1 day': 1, '2 days': 1 } },
      operations: { ListObjectsV2: '1000/day' },
      readers: [{ at: 'aws/us-east-1', share: 1 }],
      writer: 'aws/us-east-1',
      peak: 3.14,
    });
    expect(() => parseScenario(scenario)).not.toThrow();
  });

  test('reads of objects older than the log are reads at a later age', () => {
    const [size] = aProfile().sizes;
    const { byAge } = readsOf(aProfile({ sizes: size ? [{ ...size, reads: 40_000 }] : [] }));
    expect(byAge).toEqual({ '1 h': 0.25, '6 h': 0.25, '1 day': 0.5, '2 days': 0.5 });
  });

  test('objects that the log saw young only are not taken for objects that are read young only', () => {
    // Half of the objects were in sight between 6 and 24 hours, and half as many reads were seen there.
    const ages = aProfile().ages.map((one) =>
      one.upToSeconds === DAY ? { ...one, reads: one.reads / 2, objectSeconds: one.objectSeconds / 2 } : one,
    );
    expect(readsOf(aProfile({ ages })).byAge).toEqual(readsOf(aProfile()).byAge);
  });

  test('ages past half of the log are left out', () => {
    const profile = aProfile();
    const short = { ...profile, source: { ...profile.source, seconds: 1.5 * DAY } };
    expect(Object.keys(readsOf(short).byAge ?? {})).toEqual(['1 h', '6 h']);
  });

  test('a life is the time alive by the number of ends, once half were seen to end', () => {
    const ended = { objects: 8000, aliveSeconds: 8000 * 3 * DAY };
    const { scenario, notes } = scenarioOf(aProfile({ ended }), facts);
    expect(scenario.workload.objects.retention).toBe('3 days');
    expect(notes.join()).not.toContain('retention');
    const few = scenarioOf(aProfile({ ended: { ...ended, objects: 100 } }), facts);
    expect(few.scenario.workload.objects.retention).toBeUndefined();
    expect(few.notes.join()).toContain('retention');
  });

  test('two retentions in one log are said, and one law of lives is not', () => {
    const share = (alive: (day: number) => number) => {
      const edges = [0, 1, 2, 4, 7, 14, 30, 90];
      const ages = edges.slice(1).map((upTo, i) => {
        const from = edges[i] ?? 0;
        const [middle, days] = [(from + upTo) / 2, upTo - from];
        const objectSeconds = 10_000 * alive(middle) * days * DAY * (1 - middle / 500);
        return { upToSeconds: upTo * DAY, reads: 0, objectSeconds };
      });
      const source = { ...aProfile().source, seconds: 500 * DAY };
      const ended = { objects: 6000, aliveSeconds: 6000 * 186 * DAY };
      return scenarioOf(aProfile({ ages, source, ended }), facts).notes.join();
    };
    expect(share((day) => (day < 7 ? 1 : 0.5))).toContain(
      'about 50% of the objects lived less than a quarter',
    );
    expect(share((day) => Math.exp(-day / 186))).not.toContain('retention');
    expect(share(() => 1)).not.toContain('retention');
  });

  test('reads of ranges read their mean', () => {
    const [size] = aProfile().sizes;
    const sizes = size ? [{ ...size, readBytes: 20_000 * 1000 }] : [];
    expect(readsOf(aProfile({ sizes })).bytes).toBe('1 kB');
  });

  test('without writes, what is stored must be said or seen', () => {
    const [size] = aProfile().sizes;
    const sizes = size ? [{ ...size, created: 0, createdBytes: 0 }] : [];
    expect(() => scenarioOf(aProfile({ sizes, ages: [] }), facts)).toThrow(ProfileError);
    const said = scenarioOf(aProfile({ sizes, ages: [] }), { ...facts, standingBytes: 10e12 });
    expect(said.scenario.workload.objects).toEqual({ size: '4 MB', standing: '10 TB' });
  });

  test('whatever the profile, its scenario is a valid one', () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        expect(() => parseScenario(scenarioOf(profile, facts).scenario)).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });
});

const count = fc.integer({ min: 0, max: 1e9 });
const amount = fc.double({ min: 0, max: 1e15, noNaN: true }).map(Math.round);
const profiles = fc
  .record({
    seconds: fc.double({ min: 0.001, max: 1e9, noNaN: true }),
    ratio: fc.double({ min: 1, max: 1e6, noNaN: true }),
    sizes: fc.array(
      fc.record({
        created: fc.integer({ min: 1, max: 1e9 }),
        createdBytes: amount,
        standing: count,
        standingBytes: amount,
        reads: count,
        readBytes: amount,
      }),
      { minLength: 1, maxLength: SIZE_EDGES_BYTES.length + 1 },
    ),
    ages: fc.array(fc.record({ reads: count, objectSeconds: amount }), {
      maxLength: TIME_EDGES_SECONDS.length,
    }),
    ended: fc.record({ objects: count, aliveSeconds: fc.double({ min: 0, max: 1e15, noNaN: true }) }),
  })
  .map(({ seconds, ratio, sizes, ages, ended }) =>
    aProfile({
      source: { ...aProfile().source, seconds },
      peak: { overSeconds: 60, ratio },
      sizes: sizes.map((one, i) => ({ ...one, upToBytes: SIZE_EDGES_BYTES[i] ?? null })),
      ages: ages.map((one, i) => ({ ...one, upToSeconds: TIME_EDGES_SECONDS[i] ?? null })),
      ended,
    }),
  );

describe('bounds', () => {
  const cells = (reads: number, bytes: number) =>
    SIZE_EDGES_BYTES.concat(Infinity).flatMap((_, size) =>
      TIME_EDGES_SECONDS.concat(Infinity).map((__, gap): Profile['rereads'][number] => [
        size,
        gap,
        reads,
        bytes,
        1.23457e15,
      ]),
    );

  test('a full profile of ordinary counts keeps every class', () => {
    const profile = aProfile({ rereads: cells(123_456, 123_456_789_012) });
    expect(withinBounds(profile)).toEqual(profile);
    expect(Profile.safeParse(profile).success).toBe(true);
  });

  test('one that is too large is made coarser, and its sums stay', () => {
    const unknown = Array.from({ length: 8 }, () => 'x'.repeat(200));
    const rereads = cells(123_456_789_012_345, 1.234_567_890_123_456e20);
    const profile = aProfile({ rereads, unknown });
    expect(Profile.safeParse(profile).success).toBe(false);
    const smaller = withinBounds(profile);
    expect(JSON.stringify(smaller).length).toBeLessThanOrEqual(LARGEST_PROFILE_BYTES);
    expect(Profile.safeParse(smaller).success).toBe(true);
    const sum = (one: Profile, column: 2 | 3 | 4) => one.rereads.reduce((all, cell) => all + cell[column], 0);
    for (const column of [2, 3, 4] as const)
      expect(sum(smaller, column) / sum(profile, column)).toBeCloseTo(1, 5);
    // The last class of gaps has no end, and stays apart from what has one.
    expect(smaller.rereads.some(([, gap]) => gap === TIME_EDGES_SECONDS.length)).toBe(true);
  });
});

describe('re-reads', () => {
  test('are the shares of all reads by the time since the last touch, the class without an end left out', () => {
    const last = TIME_EDGES_SECONDS.length;
    const rereads: Profile['rereads'] = [
      [0, 2, 100, 1e6, 1e6],
      [1, 2, 100, 1e6, 1e6],
      [0, 4, 200, 1e6, 1e7],
      [0, last, 50, 1e6, 1e9],
    ];
    const profile = aProfile({ rereads });
    const reads = profile.sizes.reduce((sum, one) => sum + one.reads, profile.unsized.reads);
    const stated = readsOf(profile).rereads;
    const gaps = typeof stated === 'object' ? stated.gaps : {};
    expect(gaps).toEqual({
      '1 h': Number((200 / reads).toPrecision(6)),
      '1 day': Number((400 / reads).toPrecision(6)),
    });
  });
});
