import { describe, expect, test } from 'vitest';
import { operationCounts } from '#probe/plan/cell.ts';
import { measurementsOf } from '#probe/kept/measurements.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import { PRESET_NAMES } from '#probe/plan/presets.ts';
import type { PresetName } from '#probe/plan/presets.ts';
import { ALONE } from '#probe/plan/shard.ts';
import { aPlanFile, runOn } from '#tests/helpers/aProbe.ts';
import { BUCKET, littleS3 } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';

const { measure: _measure, ...FILE } = aPlanFile();
const plan = (name: PresetName) => parseProbePlan({ ...FILE, preset: name });

const KIB = 1024;
const MIB = 1024 * KIB;

type Row = [
  operation: string,
  sizeBytes: number,
  requests: number,
  loop: string,
  objects: number,
  cacheBytes: number | null,
];

/** What each article says it did; `objects` is ours where it does not say. */
const METHODS: Record<PresetName, Row[]> = {
  // Ours: small and large reads, writes and listings, each more often than the 368 requests that bound a p99.
  latency: [
    ['GET', 10 * KIB, 2000, '1 at a time', 100, null],
    ['PUT', 10 * KIB, 2000, '1 at a time', 100, null],
    ['GET', MIB, 1000, '1 at a time', 100, null],
    ['GET', 8 * MIB, 400, '1 at a time', 20, null],
    ['LIST', 10 * KIB, 400, '1 at a time', 100, null],
  ],
  // "1,000 individual 10 KiB reads and 1,000 writes against each store"
  'prisma-latency': [
    ['GET', 10 * KIB, 1000, '1 at a time', 100, null],
    ['PUT', 10 * KIB, 1000, '1 at a time', 100, null],
  ],
  // "a single 50 MiB object, one PutObject and one GetObject per sample, 100 samples each"
  'prisma-bulk': [
    ['PUT', 50 * MIB, 100, '1 at a time', 10, null],
    ['GET', 50 * MIB, 100, '1 at a time', 10, null],
  ],
  // "10 KiB files up to 50 MiB, 500 MiB, and 5 GiB followed by 1000 random reads and 1000 random writes, serial and
  // interleaved", "a 100 MiB local cache"
  'prisma-accelerated-fs': [50 * MIB, 500 * MIB, 5 * 1024 * MIB].map((bytes): Row => [
    'MIXED',
    10 * KIB,
    2000,
    '1 at a time',
    bytes / (10 * KIB),
    100 * MIB,
  ]),
  // "serially upload and download different-sized randomly-generated files (ranging from 1kB to 100MB in size)", "100 times"
  objectbench: ['PUT', 'GET', 'DELETE'].flatMap((operation) =>
    [1e3, 1e4, 1e5, 1e6, 1e7, 1e8].map((size): Row => [operation, size, 100, '1 at a time', 10, null]),
  ),
  // "--duration=2m", "--rps-limit=$RATE", eight clients; the sizes are those that its bytes a second come to.
  'warp-tiers': (
    [
      [4e3, 100],
      [64e3, 100],
      [512e3, 100],
      [1e6, 75],
      [1e7, 7.5],
    ] as const
  ).flatMap(([size, rate]) =>
    ['PUT', 'GET'].map((operation): Row => [operation, size, rate * 120, `${rate}/s`, 100, null]),
  ),
  // "100 concurrent workers, 1MB objects"; `object_size: int = 1024*1024`
  'dev-1mb': [
    ['PUT', MIB, 2000, '100 at a time', 100, null],
    ['GET', MIB, 2000, '100 at a time', 100, null],
  ],
};

describe('a preset', () => {
  test.each(PRESET_NAMES)('%s does what its article, or its title, says', (name) => {
    const { cells, title } = plan(name);
    const rows = cells.map((cell): Row => {
      const { operation, sizeBytes, requests, concurrency, perSecond, objects, cacheBytes } = cell;
      const loop = perSecond === null ? `${concurrency} at a time` : `${perSecond}/s`;
      return [operation, sizeBytes, requests, loop, objects, cacheBytes];
    });
    expect(new Set(rows.map((row) => row.join()))).toEqual(new Set(METHODS[name].map((row) => row.join())));
    expect(rows).toHaveLength(METHODS[name].length);
    for (const one of cells)
      expect(one).toMatchObject({
        rangeBytes: null,
        condition: null,
        parts: null,
        batch: 1,
        zipf: null,
        until: null,
      });
    expect(title).toMatch(/^As /);
  });

  test('that mixes makes 1,000 reads and 1,000 writes, no more and no fewer, whatever the seed', () => {
    for (const seed of [0, 1, 2026, 2 ** 31]) {
      const { cells } = parseProbePlan({ ...FILE, preset: 'prisma-accelerated-fs', seed });
      for (const [c, cell] of cells.entries())
        expect(operationCounts(cell, c, seed, ALONE)).toEqual(
          new Map([
            ['GET', 1000],
            ['PUT', 1000],
          ]),
        );
    }
  });

  test('of a rate is an eighth of 800 operations and of 600 MiB a second', () => {
    for (const { sizeBytes, perSecond } of plan('warp-tiers').cells) {
      const most = Math.min(800 / 8, (600 * MIB) / 8 / sizeBytes);
      expect((perSecond ?? NaN) / most).toBeGreaterThan(0.9);
      expect((perSecond ?? NaN) / most).toBeLessThanOrEqual(1);
    }
  });

  test('prisma-latency, run, asks a store 1,000 counted times each', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    const file = { ...FILE, preset: 'prisma-latency' as const };
    const state = await runOn(s3, file, folder.path);
    const rows = measurementsOf(parseProbePlan(file), state, () => null);
    const counted = (operation: string, metric: string) =>
      rows
        .filter((row) => row.operation === operation && row.metric === metric)
        .map(({ samples }) => samples);
    for (const operation of ['GET', 'PUT']) {
      expect(counted(operation, 'errors')).toEqual([1000]);
      expect(new Set(counted(operation, 'total'))).toEqual(new Set([1000]));
      const asked = s3.server.seen.filter(({ method, key }) => method === operation && key !== null);
      // Warming up, and 100 objects to read.
      expect(asked).toHaveLength(1020 + (operation === 'PUT' ? 100 : 0));
    }
    expect(rows.find(({ metric }) => metric === 'errors')?.value).toBe(0);
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
  });
});
