import { describe, expect, test } from 'vitest';
import { estimate, workOf } from '#probe/costs/estimate.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import { mostSessions } from '#probe/costs/sessions.ts';
import { aPlan } from '#tests/helpers/aProbe.ts';
import { BUCKET, littleS3 } from '#tests/helpers/littleS3.ts';
import { aPlanFile, runOn } from '#tests/helpers/aProbe.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { anArchive } from '#tests/helpers/an-archive.ts';
import { aRegion, anEditionFile } from '#tests/helpers/an-edition.ts';
import { wholeArchive } from '#tests/sources.ts';

describe('the estimate of a probe', () => {
  test('counts preparing, warming up, measuring and cleaning', () => {
    const { requests, bytesUp, bytesDown } = workOf(
      aPlan([
        { op: 'GET', size: '1 kB', requests: 50, warmup: 10, objects: 7 },
        { op: 'HEAD', size: '1 kB', requests: 5, warmup: 0, objects: 9 },
        { op: 'PUT', size: '200 B', requests: 20, warmup: 1 },
        { op: 'DELETE', size: '10 B', requests: 30, warmup: 0 },
        { op: 'GET_RANGE', size: '1 kB', range: '100 B', requests: 4, warmup: 0, objects: 2 },
      ]),
    );
    expect(requests).toEqual({
      // Nine objects of 1000 bytes serve all that read them.
      PutObject: 9 + 21 + 30,
      GetObject: 60 + 4,
      HeadObject: 5,
      DeleteObject: 60,
      ListObjectsV2: 2,
      ListMultipartUploads: 1,
    });
    expect(bytesUp).toBe(9 * 1000 + 21 * 200 + 30 * 10);
    expect(bytesDown).toBe(60 * 1000 + 4 * 100);
  });

  test('is what a run then asks of the store', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    const file = aPlanFile([
      { op: ['GET', 'HEAD', 'PUT', 'COPY', 'DELETE', 'LIST'], requests: 20, concurrency: 4 },
      { op: 'GET_RANGE', range: '1 KiB', requests: 10 },
      { op: 'MIXED', mix: { GET: 3, PUT: 2, DELETE: 1, HEAD: 1, COPY: 1 }, requests: 50, size: '1 KiB' },
      { op: 'PUT', size: '11 MiB', parts: { size: '5 MiB' }, requests: 2, warmup: 0 },
      { op: 'DELETE', batch: 30, requests: 3, warmup: 0 },
      { op: ['GET', 'PUT'], size: '2 KiB', requests: 12, ifMatch: true, ifNoneMatch: true },
    ]);
    await runOn(s3, file, folder.path);
    const seen: Record<string, number> = {};
    for (const { operation } of s3.server.seen) seen[operation] = (seen[operation] ?? 0) + 1;
    const { requests } = workOf(parseProbePlan(file));
    // The estimate allows for a page of listing that is not needed.
    expect(seen).toEqual({ ...requests, ListObjectsV2: (requests.ListObjectsV2 ?? 0) - 1 });
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
  });

  test('has a session for every thread of every round, and those they renew', () => {
    const sessions = (measure: object[], over: object = {}) =>
      mostSessions(parseProbePlan({ ...aPlanFile(measure), ...over }), 9000);
    // 9,000 requests of 20 ms are three minutes.
    const alone = { op: 'GET', requests: 10, warmup: 0, concurrency: 1 };
    expect(sessions([alone])).toBe(1 + 1);
    // The thread that prepares and cleans, and those that help it: as many as may be.
    expect(sessions([{ ...alone, concurrency: 4 }], { workers: 4 })).toBe(1 + 4 + 1);
    expect(sessions([{ ...alone, concurrency: 4 }], { workers: 1 })).toBe(1 + 1);
    expect(sessions([{ ...alone, concurrency: 4 }])).toBe(1 + 8 + 1);
    expect(sessions([alone], { repeat: { every: '1h', for: '3h' } })).toBe(3 + 1);
    // One in a second: 1,000 s are begun in six stretches of three minutes.
    const open = { op: 'GET', requests: 1000, warmup: 0, rate: '1/s' };
    expect(sessions([open], { workers: 1 })).toBe(1 + 1 + 6);
  });

  test('is billed at the prices of its day, and says when one is not known', () => {
    const archive = anArchive({
      'aws/s3-standard/2026-01-01': anEditionFile({
        regions: { 'us-east-1': aRegion({ egress: { internet: '0.09 per GB', 'same-region': '0 per GB' } }) },
      }),
    });
    const { total, atLeast, targets } = estimate(
      aPlan([{ op: 'GET' }], {
        targets: [{ store: 'aws/s3-standard@us-east-1' }, { store: 'minio/local', unpriced: true }],
      }),
      archive,
      '2026-11-20',
    );
    expect(targets.map((one) => one.bill === null)).toEqual([false, true]);
    expect(total).toBe(targets[0]?.bill?.total);
    expect(atLeast).toBe(false);
    const early = estimate(aPlan(), archive, '2020-01-01');
    expect(early.atLeast).toBe(true);
  });

  test('is in the currency of the stores, or in dollars where there are several and the plan says their rates', () => {
    const archive = wholeArchive();
    const [aws, hetzner] = [{ store: 'aws/s3-standard@us-east-1' }, { store: 'hetzner/object-storage@nbg1' }];
    const of = (targets: { store: string }[], changes: object = {}) =>
      estimate(aPlan([{}], { targets, ...changes }), archive, '2026-11-20');
    const alone = of([hetzner]);
    expect(alone).toMatchObject({ currency: 'EUR', total: alone.targets[0]?.bill?.total });
    expect(() => of([aws, hetzner])).toThrow(/mixes USD and EUR and no exchange rate is given; add fx/);
    const both = of([aws, hetzner], { fx: { EUR: 1.16, date: '2026-11-20' } });
    expect(both.currency).toBe('USD');
    expect(both.total).toBeCloseTo((of([aws]).total ?? NaN) + 1.16 * alone.total, 9);
  });
});
