/** Placements whose parts go their own ways: what is written holds each object where its part says, at every age. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Emission } from '#emit/emit.ts';
import { KIB, NAMES, PLACES, SIZES, emittedOf, segmentsOf } from '#tests/helpers/emit/parts.ts';
import type { Shape } from '#tests/helpers/emit/parts.ts';
import type { Route } from '#emit/route.ts';
import { held } from '#tests/helpers/emit/inPlace.ts';
import type { Thing } from '#tests/helpers/emit/inPlace.ts';
import {
  B2,
  EXPRESS,
  GLACIER,
  R2,
  R2_IA,
  STANDARD,
  STANDARD_IA,
  commandsOf,
  jsonOf,
  textOf,
} from '#tests/helpers/emit/plans.ts';
import type { Stretch } from '#tests/helpers/emit/plans.ts';

/** Fails where an object is elsewhere than its part says, at any hour that no rule in whole days may be late at. */
function expectHeld(
  emission: Emission,
  thing: Thing,
  stretches: readonly Stretch[],
  retention: number | null,
): void {
  const ends = thing.stands ? null : retention;
  const segments = segmentsOf(stretches, ends ?? Infinity);
  const hours = (Math.max(...stretches.map(([from]) => from), retention ?? 0) + 40) * 24;
  let hour = 0;
  for (const found of held(emission, thing, hours)) {
    const age = hour / 24;
    hour += 1;
    const now = segments.find(({ fromDays, toDays }) => fromDays <= age && age < toDays);
    const since = now?.fromDays ?? ends ?? 0;
    // A popular object is moved by the first night.
    const late = thing.stands ? 25 / 24 : since === 0 ? 0 : since * 0.06 + 1 / 24;
    const planned = (now?.holders ?? []).toSorted();
    // Asked of every hour, so without the price of an assertion.
    if (age >= since + late && found.join() !== planned.join()) expect([age, found]).toEqual([age, planned]);
  }
}

/** The smallest and the largest object of a class. */
const objectsOf = (size: number, sizes: number) => [
  size === 0 ? 128 * KIB : SIZES[size - 1]! + 1,
  size === sizes - 1 ? 10 * SIZES[size]! : SIZES[size]!,
];

describe('by hand', () => {
  test('sizes that part ways in one bucket have rules with filters by size', () => {
    const emission = emittedOf({
      retention: 90,
      sizes: 2,
      parts: {
        'new.256KiB': [[0, STANDARD]],
        'new.8MiB': [
          [0, STANDARD],
          [30, STANDARD_IA],
        ],
      },
    });
    expect(jsonOf(emission, 'lifecycle/store1.json')).toMatchObject({
      Rules: [
        {
          Filter: { ObjectSizeGreaterThan: 256 * KIB },
          Transitions: [{ Days: 30, StorageClass: 'STANDARD_IA' }],
        },
        { ID: 'stowage-expire', Filter: { Prefix: '' }, Expiration: { Days: 90 } },
        { ID: 'stowage-abort-uploads' },
      ],
    });
    expect(emission.files.some(({ path }) => path.startsWith('schedule/'))).toBe(false);
  });

  test.each([
    ['azure/blob-cool@eastus', 'azure/blob-archive@eastus', 'Archive'],
    ['google/standard@us-east1', 'google/nearline@us-east1', 'NEARLINE'],
    [R2, R2_IA, 'InfrequentAccess'],
  ])('where rules of %s cannot select by size, keys say it', (from, to, toClass) => {
    const emission = emittedOf({
      retention: 90,
      sizes: 2,
      parts: {
        'new.256KiB': [[0, from]],
        'new.8MiB': [
          [0, from],
          [30, to],
        ],
      },
    });
    expect(emission.files.some(({ path }) => path.startsWith('mover/'))).toBe(false);
    expect(emission.files.some(({ path }) => path === 'router/main.go')).toBe(false);
    expect(textOf(emission, 'README.md')).toContain(
      'Its key begins with up-to-256KiB/ for up to 262144 bytes, else with larger/.',
    );
    expect(emission.notes.join()).toContain(`Lifecycle rules of ${from} cannot select objects by size`);
    const rules = textOf(emission, 'lifecycle/store1.json');
    expect(rules).toContain(toClass);
    expect(rules).not.toContain('up-to-256KiB/');
    for (const [sizeBytes, at31] of [
      [256 * KIB, from],
      [256 * KIB + 1, to],
    ] as const) {
      const days = [...held(emission, { sizeBytes, stands: false, isPopular: false }, 95 * 24)];
      expect([days[29 * 24], days[31 * 24], days[94 * 24]]).toEqual([[from], [at31], []]);
    }
  });

  test('rules leave standing objects alone: new ones have a prefix of their own', () => {
    const emission = emittedOf({
      retention: 90,
      stands: true,
      parts: {
        new: [
          [0, STANDARD],
          [30, STANDARD_IA],
        ],
        old: [[0, STANDARD]],
      },
    });
    expect(jsonOf(emission, 'lifecycle/store1.json')).toMatchObject({
      Rules: [
        { Filter: { And: { Prefix: 'new/', ObjectSizeGreaterThan: 131_071 } } },
        { Filter: { Prefix: 'new/' }, Expiration: { Days: 90 } },
        { Filter: { Prefix: 'new/' } },
      ],
    });
    expect(emission.notes.join()).toContain('Keys of new objects begin with new/');
    expect(textOf(emission, 'README.md')).toContain('Its key begins with new/.');
  });

  describe('objects that are in their bucket today', () => {
    const new30: readonly Stretch[] = [
      [0, STANDARD],
      [30, GLACIER],
    ];

    test('are moved by the rules of new ones, with their keys', () => {
      const emission = emittedOf({
        retention: null,
        stands: true,
        current: STANDARD,
        parts: { new: new30, old: [[0, GLACIER]] },
      });
      expect(jsonOf(emission, 'lifecycle/store1.json')).toMatchObject({
        Rules: [
          { Status: 'Enabled', Filter: { ObjectSizeGreaterThan: 131_071 }, Transitions: [{ Days: 30 }] },
          { ID: 'stowage-abort-uploads' },
        ],
      });
      expect(emission.files.some(({ path }) => path.startsWith('mover/'))).toBe(false);
      const guide = textOf(emission, 'README.md');
      expect(guide).not.toContain('Its key begins with');
      expect(guide).not.toContain('today:bucket');
    });

    test('stay when new ones expire, which have keys of their own', () => {
      const emission = emittedOf({
        retention: 90,
        stands: true,
        current: STANDARD,
        parts: { new: new30, old: [[0, GLACIER]] },
      });
      expect(jsonOf(emission, 'lifecycle/store1.json')).toMatchObject({
        Rules: [
          { Filter: { And: { Prefix: 'new/' } }, Transitions: [{ Days: 30 }] },
          { ID: 'stowage-expire', Filter: { Prefix: 'new/' }, Expiration: { Days: 90 } },
          { ID: 'stowage-abort-uploads' },
        ],
      });
      expect(commandsOf(textOf(emission, 'README.md'), 'Change the class')).toEqual([
        "rclone settier --dry-run GLACIER_IR today:bucket --filter '- /new/**'",
        "rclone settier GLACIER_IR today:bucket --filter '- /new/**'",
      ]);
    });

    test('and belong in a class that no rule says are changed in place, and not copied onto themselves', () => {
      const emission = emittedOf({
        retention: null,
        stands: true,
        current: STANDARD,
        parts: { new: [...new30, [120, 'aws/s3-glacier-deep-archive@us-east-1']], old: [[0, GLACIER]] },
      });
      expect(emission.files.some(({ path }) => path.startsWith('mover/'))).toBe(false);
      expect(commandsOf(textOf(emission, 'README.md'), 'Change the class')).toEqual([
        "rclone settier --dry-run GLACIER_IR today:bucket --filter '- /new/**'",
        "rclone settier GLACIER_IR today:bucket --filter '- /new/**'",
      ]);
    });
  });

  test('where nothing is in their way standing objects join the bucket, in the class they belong in', () => {
    const emission = emittedOf({
      retention: null,
      stands: true,
      parts: {
        new: [
          [0, STANDARD],
          [30, STANDARD_IA],
        ],
        old: [[0, STANDARD_IA]],
      },
    });
    expect(emission.files.filter(({ path }) => path.startsWith('lifecycle/'))).toHaveLength(1);
    expect(jsonOf(emission, 'mover/jobs.json')).toMatchObject({
      jobs: [],
      backfills: [{ to: 'store1', flags: ['--s3-storage-class', 'STANDARD_IA'] }],
    });
    expect(emission.notes.join()).not.toContain('prefix');
  });

  test('a store held for an interval is filled by a job that copies each object once, and emptied', () => {
    const emission = emittedOf({
      retention: null,
      parts: {
        new: [
          [0, STANDARD],
          [180, STANDARD, R2],
          [210, STANDARD],
        ],
      },
    });
    expect(jsonOf(emission, 'mover/jobs.json')).toMatchObject({
      jobs: [
        { does: 'copy', from: 'store1', to: 'store2', minAge: 15_552_000, maxAge: 18_144_000 },
        { does: 'move', from: 'store2', to: 'store1', minAge: 30 * 86_400 },
      ],
    });
    expect(textOf(emission, 'lifecycle/store2.json')).not.toContain('deleteObjectsTransition');
  });

  test('copies for life are written to each store, and each place reads its own', () => {
    const emission = emittedOf({
      retention: 60,
      parts: { new: [[0, STANDARD, 'aws/s3-standard@eu-west-1']] },
    });
    const guide = textOf(emission, 'README.md');
    expect(guide).toContain('Write every new object to store1 and store2.');
    expect(guide).toContain('- New objects, read from aws/us-east-1: store1\n');
    expect(guide).toContain('- New objects, read from internet/europe: store2\n');
    expect(guide).toContain('They ask it directly, and no router is written');
    expect(guide).toContain('replication needs only one write');
    expect(emission.files.some(({ path }) => path === 'mover/jobs.json')).toBe(false);
  });

  test('no writer is written for Azure, and the notes say who writes', () => {
    const emission = emittedOf({
      retention: 60,
      parts: { new: [[0, STANDARD, 'azure/blob-hot@eastus']] },
    });
    expect(emission.files.some(({ path }) => path.startsWith('writer/'))).toBe(false);
    expect(emission.notes.join()).toContain('Your own code writes each object to all its stores.');
  });

  test('what nobody reads has no reader, and no bucket beside its own', () => {
    const segments = segmentsOf([[0, STANDARD]], 90).map((one) => ({
      ...one,
      servers: Object.fromEntries(PLACES.map((place) => [place, ''])),
    }));
    const parts = [{ name: 'all', objects: 1, bytes: 1, reads: 0, segments }];
    const route = jsonOf(
      emittedOf({ retention: 90, parts: { new: [[0, STANDARD]] } }, { parts }),
      'router/route.json',
    );
    expect(route).toMatchObject({ stores: [{ id: 'store1' }], segments: [{ servers: {} }] });
    expect((route as Route).stores).toHaveLength(1);
  });

  test('popularity of some sizes alone leaves the others where they are', () => {
    const old = [[0, B2]] as const;
    const emission = emittedOf({
      retention: null,
      sizes: 2,
      stands: true,
      skew: 0.1,
      parts: { 'old.256KiB': old, 'old.8MiB.10%': old, 'old.8MiB.100%': [[0, R2]] },
    });
    expect(jsonOf(emission, 'mover/jobs.json')).toMatchObject({
      popular: { sizes: [{ minSize: 262_145, maxSize: null }] },
    });
    for (const hours of held(emission, { sizeBytes: 256 * KIB, stands: true, isPopular: false }, 100))
      expect(hours).toEqual([B2]);
  });

  test('a run of a copy where a rule could move is a job', () => {
    const shape: Shape = {
      retention: null,
      parts: {
        new: [
          [0, STANDARD],
          [40, STANDARD_IA],
        ],
      },
    };
    expect(emittedOf(shape).files.some(({ path }) => path === 'mover/jobs.json')).toBe(false);
    const runs = [{ code: 'copy-job' as const, from: STANDARD, to: STANDARD_IA, atDays: 40 }];
    expect(jsonOf(emittedOf(shape, { runs }), 'mover/jobs.json')).toMatchObject({
      jobs: [{ does: 'move', minAge: 40 * 86_400 }],
    });
  });

  test('an unknown name of a part is refused', () => {
    expect(() => emittedOf({ retention: null, stands: true, parts: { 'middle.10%': [[0, R2]] } })).toThrow(
      'middle.10%',
    );
  });
});

const GOOGLE = ['google/standard@us-east1', 'google/coldline@us-east1'];
const AZURE = ['azure/blob-hot@eastus', 'azure/blob-cool@eastus'];
const STORES = [EXPRESS, STANDARD, STANDARD_IA, R2, R2_IA, B2, ...GOOGLE, ...AZURE];

/** Sets of one or two of the stores; what was left is not entered again. */
const stretches = (stores: readonly string[], mostDays: number) =>
  fc
    .tuple(
      fc.array(fc.subarray([...stores], { minLength: 1, maxLength: Math.min(2, stores.length) }), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: mostDays - 1 }), fc.constantFrom(0.5, 1.5)), {
        minLength: 2,
        maxLength: 2,
      }),
    )
    .map(([sets, ages]): Stretch[] => {
      const left = new Set<string>();
      const kept: Stretch[] = [];
      const rising = [0, ...ages.toSorted((a, b) => a - b)];
      for (const set of sets) {
        const before = kept.at(-1)?.slice(1) as string[] | undefined;
        const holders = set.filter((ref) => !left.has(ref));
        if (holders.length === 0 || holders.join() === before?.join()) continue;
        for (const ref of before ?? []) if (!holders.includes(ref)) left.add(ref);
        kept.push([rising[kept.length] ?? 0, ...holders]);
      }
      return kept;
    });

const hotOf = ({ hot, rest, isBoth }: { hot: Stretch[]; rest: Stretch[]; isBoth: boolean }): Stretch[] => [
  [0, ...new Set([hot, isBoth ? rest : []].flat().flatMap(([, ...held]) => held))],
];

const shapes = fc
  .record({
    stores: fc.subarray(STORES, { minLength: 1, maxLength: 3 }),
    retention: fc.constantFrom(null, 45, 90),
    sizes: fc.integer({ min: 1, max: 3 }),
    arrives: fc.boolean(),
    stands: fc.boolean(),
    skewed: fc.boolean(),
  })
  .chain(({ stores, retention, sizes, arrives, stands, skewed }) => {
    const news = arrives || !stands;
    const classes = sizes === 1 ? [''] : NAMES.slice(0, sizes).map((name) => `.${name}`);
    const names = [
      ...(news ? classes.map((size) => `new${size}`) : []),
      ...(stands
        ? classes.flatMap((size) => (skewed ? [`old${size}.10%`, `old${size}.100%`] : [`old${size}`]))
        : []),
    ];
    const whole = fc
      .subarray(stores, { minLength: 1, maxLength: Math.min(2, stores.length) })
      .map((held): Stretch[] => [[0, ...held]]);
    // Popularity is followed between two stores.
    const one = fc.constantFrom(...stores).map((held): Stretch[] => [[0, held]]);
    const [hot, rest] = [one, one];
    const isBoth = fc.boolean();
    return fc
      .record({
        news: fc.array(stretches(stores, retention ?? 45), { minLength: 3, maxLength: 3 }),
        old: fc.array(whole, { minLength: 3, maxLength: 3 }),
        hot,
        rest,
        isBoth,
      })
      .map((drawn): Shape => {
        const parts: Record<string, readonly Stretch[]> = {};
        for (const name of names) {
          const at = Math.max(
            0,
            NAMES.findIndex((size) => name.includes(size)),
          );
          parts[name] = name.startsWith('new')
            ? (drawn.news[at] ?? [])
            : name.endsWith('.10%')
              ? hotOf(drawn)
              : name.endsWith('.100%')
                ? drawn.rest
                : (drawn.old[at] ?? []);
        }
        return { retention, sizes, stands, ...(skewed ? { skew: 0.1 } : {}), parts };
      });
  });

test(
  'whatever the parts: each object is where its part has it, from its first hour to its last',
  { timeout: 120_000 },
  () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const { parts, sizes = 1, retention } = shape;
        const emission = emittedOf(shape);
        // No router speaks to Azure, where every read needs one.
        fc.pre(emission.files.some((file) => file.path === 'router/route.json'));
        // A rule in whole days is late for an age of hours, and says so.
        fc.pre(
          !emission.notes.some((note) => note.startsWith('Lifecycle rules count whole days: objects move')),
        );
        for (const [name, own] of Object.entries(parts)) {
          const size = sizes === 1 ? 0 : NAMES.findIndex((one) => name.includes(one));
          for (const sizeBytes of objectsOf(size, sizes)) {
            const thing = { sizeBytes, stands: name.startsWith('old'), isPopular: name.endsWith('.10%') };
            expectHeld(emission, thing, own, retention);
          }
        }
      }),
      { numRuns: 150 },
    );
  },
);
