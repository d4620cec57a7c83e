import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimate } from '#probe/costs/estimate.ts';
import { measurementsOf } from '#probe/kept/measurements.ts';
import { mergeRuns } from '#probe/kept/merge-runs.ts';
import { plannedRequests } from '#probe/plan/plan-file.ts';
import { isOwn, ownCount, parseShard } from '#probe/plan/shard.ts';
import { aPlan, aPlanFile, runOn } from '#tests/helpers/aProbe.ts';
import { anArchive } from '#tests/helpers/an-archive.ts';
import { BUCKET, littleS3 } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';

const FILE = aPlanFile([
  { op: ['GET', 'PUT', 'DELETE'], requests: 100, warmup: 3, concurrency: 2, objects: 7 },
  { op: 'MIXED', mix: { GET: 2, DELETE: 1 }, requests: 50, warmup: 0, rate: '200/s' },
]);

describe('shards', () => {
  test('share the requests of a cell among them, each once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(500), (of, count) => {
        const shards = Array.from({ length: of }, (_, i) => ({ number: i + 1, of }));
        const counts = shards.map((shard) => ownCount(shard, count));
        expect(counts.reduce((a, b) => a + b, 0)).toBe(count);
        for (const [i, shard] of shards.entries()) {
          const own = Array.from({ length: count }, (_, index) => index).filter((index) =>
            isOwn(shard, index),
          );
          expect(own).toHaveLength(counts[i] ?? -1);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('merge into what one machine would have asked, nothing doubled and nothing left behind', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    const of = 3;
    const states = await Promise.all(
      [1, 2, 3].map((number) => runOn(s3, FILE, `${folder.path}/${number}`, { shard: { number, of } })),
    );
    const runs = states.map((state, i) => ({ name: `shard ${i + 1}`, state }));
    const merged = mergeRuns(runs);
    const names = merged.state.samples.map(({ cell, index }) => `${cell}|${index}`);
    expect(names).toHaveLength(plannedRequests(aPlan(FILE.measure)));
    expect(new Set(names).size).toBe(names.length);
    expect(merged.state.samples.every(({ problem }) => problem === null)).toBe(true);
    expect(merged.missing).toEqual([]);
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
    const rows = measurementsOf(merged.plan, merged.state, () => null);
    expect(rows.find((one) => one.operation === 'PUT' && one.metric === 'total')).toMatchObject({
      samples: 100,
      concurrency: 6,
    });
    const twice = runs[1] ?? runs[0];
    if (!twice) throw new Error('no shard');
    expect(() => mergeRuns([...runs, { ...twice, name: 'again' }])).toThrow(
      'again and shard 2 are both shard 2 of 3',
    );
    expect(mergeRuns([twice]).missing).toEqual([1, 3]);
  });

  test('leave the objects of the others alone', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    const run = (number: number, keep: boolean) =>
      runOn(s3, FILE, `${folder.path}/${number}`, { shard: { number, of: 2 }, keep });
    await run(1, true);
    const left = s3.server.buckets.get(BUCKET)?.size;
    expect(left).toBeGreaterThan(0);
    await run(2, false);
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(left);
    await expect(runOn(s3, FILE, `${folder.path}/1`, { shard: { number: 2, of: 2 } })).rejects.toThrow(
      /holds shard 1\/2 of this plan, and this is 2\/2/,
    );
  });

  test('begin together when they are told to', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    let prepared = 0;
    await runOn(s3, aPlanFile(), folder.path, {
      begin: () => {
        prepared = s3.server.seen.length;
        return Promise.resolve();
      },
    });
    expect(s3.server.seen.slice(0, prepared).every(({ method }) => method === 'PUT')).toBe(true);
    expect(prepared).toBe(5);
  });

  test('cost their part of the requests, and objects of their own', () => {
    const plan = aPlan(FILE.measure);
    const of = (number: number) =>
      estimate(plan, anArchive({}), '2026-11-20', { number, of: 2 }).targets[0]?.requests ?? {};
    const whole = estimate(plan, anArchive({}), '2026-11-20').targets[0]?.requests ?? {};
    expect((of(1).GetObject ?? 0) + (of(2).GetObject ?? 0)).toBe(whole.GetObject);
    expect((of(1).PutObject ?? 0) + (of(2).PutObject ?? 0)).toBe((whole.PutObject ?? 0) + 7);
  });

  test.each(['', '0/3', '4/3', '1/0', 'x', '1/2/3', '-1/2', '1.5/2'])('"%s" names none', (text) => {
    expect(parseShard(text)).toBe(null);
  });
});
