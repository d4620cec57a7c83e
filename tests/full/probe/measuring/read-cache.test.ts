import { describe, expect, test } from 'vitest';
import { measurementsOf } from '#probe/kept/measurements.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import { ReadCache } from '#probe/measuring/read-cache.ts';
import { isHit } from '#probe/kept/record.ts';
import { readJournal } from '#probe/kept/journal.ts';
import { aPlanFile, runOn } from '#tests/helpers/aProbe.ts';
import { BUCKET, littleS3 } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';

const KB = 1024;
const through = (cacheKiB: number, objects: number, requests = 400) =>
  aPlanFile([
    {
      op: 'MIXED',
      mix: { GET: 1, PUT: 1 },
      size: '1 KiB',
      cache: `${cacheKiB} KiB`,
      objects,
      requests,
      warmup: 0,
    },
  ]);

describe('a cache in the client', () => {
  test('begins with what was written last, and drops what was used least recently', () => {
    const cache = new ReadCache({ cacheBytes: 3 * KB, sizeBytes: KB, objects: 5 });
    // It holds 2, 3, 4; reading 2 makes 3 the oldest, which 0 drives out.
    expect([2, 0, 3].map((n) => cache.take(n))).toEqual([true, false, false]);
    expect([2, 0, 3].map((n) => cache.take(n))).toEqual([true, true, true]);
  });

  test('answers every read where all fits, and the store sees writes alone', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    const file = through(100, 50);
    const state = await runOn(s3, file, folder.path);
    const hits = state.samples.filter(isHit);
    const gets = s3.server.seen.filter(({ operation }) => operation === 'GetObject');
    expect(gets).toHaveLength(0);
    expect(hits.length).toBeGreaterThan(120);
    expect(state.samples.length).toBe(400);
    const rows = measurementsOf(parseProbePlan(file), state, () => null);
    const p50 = rows.filter(({ metric, statistic }) => metric === 'total' && statistic === 'p50');
    expect(p50.map(({ operation, layer, temperature }) => [operation, layer, temperature])).toEqual([
      ['GET', 'filesystem', 'mixed'],
      ['PUT', expect.any(String), 'warm'],
    ]);
    expect(p50[0]?.note).toMatch(/; 100 % of reads from the cache/);
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
  });

  test('after a stop goes on as it would have', async () => {
    await using s3 = await littleS3();
    using whole = new Folder();
    using folder = new Folder();
    const file = through(20, 100);
    const { samples } = await runOn(s3, file, whole.path);
    const stop = new AbortController();
    let made = 0;
    const onSample = () => {
      made += 1;
      if (made === 150) stop.abort();
    };
    await expect(runOn(s3, file, folder.path, { signal: stop.signal, onSample })).rejects.toThrow('stopped');
    expect(readJournal(folder.path)?.samples).toHaveLength(150);
    const again = await runOn(s3, file, folder.path);
    expect(again.samples.map((one) => [one.index, isHit(one)])).toEqual(
      samples.map((one) => [one.index, isHit(one)]),
    );
    // Of a hundred objects it holds twenty: a read misses four times in five.
    const hits = samples.filter(isHit).length;
    expect(hits).toBeGreaterThan(20);
    expect(hits).toBeLessThan(70);
    const rows = measurementsOf(parseProbePlan(file), again, () => null);
    const reads = rows.filter(
      (one) => one.operation === 'GET' && one.metric === 'total' && one.statistic === 'p50',
    );
    expect(reads.map(({ layer, note }) => [layer, /misses/.test(note ?? '')])).toEqual([
      ['filesystem', false],
      [expect.any(String), true],
    ]);
  });

  test('is of 100 MiB in the method that Prisma measured a file system by, over 5,120 to 524,288 files', () => {
    const { measure: _, ...file } = aPlanFile();
    const { cells } = parseProbePlan({ ...file, preset: 'prisma-accelerated-fs' });
    expect(cells.map(({ objects, sizeBytes, cacheBytes }) => [objects * sizeBytes, cacheBytes])).toEqual([
      [50 * KB * KB, 100 * KB * KB],
      [500 * KB * KB, 100 * KB * KB],
      [5 * KB * KB * KB, 100 * KB * KB],
    ]);
  });

  test.each([[{ op: 'HEAD' }], [{ op: 'MIXED', mix: { GET: 1, DELETE: 1 } }]] as const)(
    'is not for %j',
    (one) => {
      expect(() => parseProbePlan(aPlanFile([{ ...one, cache: '1 MiB' }] as never))).toThrow(
        /is for GET, or a MIXED/,
      );
    },
  );
});
