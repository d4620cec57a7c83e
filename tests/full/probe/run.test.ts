import { describe, expect, test } from 'vitest';
import { measurementsOf } from '#probe/kept/measurements.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import { readJournal } from '#probe/kept/journal.ts';
import { expectSwept, expectWhole, expectWholeAndSwept } from '#tests/helpers/afterFault.ts';
import { aPlanFile, runOn } from '#tests/helpers/aProbe.ts';
import { BUCKET, littleS3 } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';

const EVERY = aPlanFile([
  { op: ['GET', 'PUT', 'COPY', 'HEAD', 'LIST', 'DELETE'], requests: 30, concurrency: [1, 3] },
  { op: 'GET_RANGE', range: '1 KiB', requests: 30 },
  { op: 'PUT', ifAbsent: true, requests: 30 },
  { op: ['PUT', 'GET'], size: '3 KiB', ifMatch: true, ifNoneMatch: true, requests: 30 },
  { op: 'DELETE', batch: 10, requests: 30, layout: 'flat' },
  { op: ['GET', 'PUT', 'LIST'], requests: 30, layout: 'random-prefix', zipf: 0.99 },
  { op: 'MIXED', mix: { GET: 6, PUT: 3, DELETE: 1 }, requests: 30, layout: 'flat' },
]);

describe('a run', () => {
  test('makes every request once, and leaves nothing behind', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    const { samples } = await runOn(s3, EVERY, folder.path);
    const names = samples.map(({ target, cell, index }) => `${target}|${cell}|${index}`);
    expect(names).toHaveLength(21 * 32);
    expect(new Set(names).size).toBe(names.length);
    expect(samples.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
  });

  test('sends an object in parts, and drops what a store refuses to join', async () => {
    await using s3 = await littleS3({
      fault: ({ method }, count) =>
        method === 'POST' && count % 5 === 0 ? { kind: 'error', code: 'InternalError' } : null,
    });
    using folder = new Folder();
    const file = aPlanFile([
      { op: 'PUT', size: '12 MiB', parts: { size: '5 MiB', atOnce: 2 }, requests: 6, warmup: 0 },
    ]);
    const { samples } = await runOn(s3, file, folder.path);
    expectWhole({ samples }, 6);
    expect(samples.some(({ problem }) => problem === 'InternalError')).toBe(true);
    expect(samples.some(({ problem }) => problem === null)).toBe(true);
    expectSwept(s3.server.buckets.get(BUCKET));
  });

  test('of a mix has rows for each operation, and one rate', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    const file = aPlanFile([{ op: 'MIXED', mix: { GET: 3, PUT: 1 }, requests: 200, warmup: 0 }]);
    const state = await runOn(s3, file, folder.path);
    const rows = measurementsOf(parseProbePlan(file), state, () => null);
    const samples = (operation: string) =>
      rows.find((one) => one.operation === operation && one.metric === 'total')?.samples ?? 0;
    expect(samples('GET') + samples('PUT')).toBe(200);
    expect(samples('GET')).toBeGreaterThan(120);
    expect(samples('GET')).toBeLessThan(180);
    expect(rows.filter(({ metric }) => metric === 'rate')).toMatchObject([
      { operation: 'MIXED', note: expect.stringMatching(/^run 75%-GET-25%-PUT/) },
    ]);
  });

  test('gives back from its journal what it saw', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    const state = await runOn(s3, EVERY, folder.path);
    const read = readJournal(folder.path);
    expect(read?.samples).toEqual(state.samples);
    expect(read?.stretches).toEqual(state.stretches);
    expect(read?.isSwept).toBe(true);
    const asked = s3.server.seen.length;
    expect((await runOn(s3, EVERY, folder.path)).samples).toEqual(state.samples);
    expect(s3.server.seen).toHaveLength(asked);
  });

  test('makes a bucket of its own where none is named, and removes it', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    s3.server.buckets.clear();
    // The driver of this test has one bucket, whatever the run would call its own.
    const file = aPlanFile([{}], { targets: [{ store: 'acme/store' }] });
    await runOn(s3, file, folder.path, {
      onProgress: ({ phase }) => {
        if (phase === 'measure') expect(s3.server.buckets.size).toBe(1);
      },
    });
    expect(s3.server.buckets.size).toBe(0);
  });

  test('records errors and throttles, and goes on', async () => {
    await using s3 = await littleS3({
      fault: ({ method }, count) =>
        method !== 'GET'
          ? null
          : count % 10 === 0
            ? { kind: 'slow-down' }
            : count % 10 === 5
              ? { kind: 'corrupt' }
              : null,
    });
    using folder = new Folder();
    const file = aPlanFile([{ requests: 100, warmup: 0 }]);
    const state = await runOn(s3, file, folder.path);
    const count = (problem: string | null) => state.samples.filter((one) => one.problem === problem).length;
    expect({ slow: count('SlowDown'), corrupt: count('corrupt'), good: count(null) }).toEqual({
      slow: 10,
      corrupt: 10,
      good: 80,
    });
    const rows = measurementsOf(parseProbePlan(file), state, () => 'aws/us-east-1');
    expect(rows.find(({ metric }) => metric === 'errors')).toMatchObject({
      value: 0.2,
      samples: 100,
      unit: 'share',
    });
    expect(rows.find(({ metric, statistic }) => metric === 'total' && statistic === 'p50')?.samples).toBe(80);
    expectWhole(state, 100);
    expectSwept(s3.server.buckets.get(BUCKET));
  });

  test('tries again what is not measured', async () => {
    await using s3 = await littleS3({ fault: (_, count) => (count <= 2 ? { kind: 'slow-down' } : null) });
    using folder = new Folder();
    const { samples } = await runOn(s3, aPlanFile(), folder.path);
    expect(samples.filter(({ problem }) => problem !== null)).toEqual([]);
    expectWhole({ samples }, 42);
    expectSwept(s3.server.buckets.get(BUCKET));
  });

  test.each([
    ['keys are withdrawn', 'AccessDenied', /the store says AccessDenied; the keys may not do this/],
    ['the bucket is gone', 'NoSuchBucket', /the store says NoSuchBucket; make the bucket/],
  ])('ends when %s, keeps what it has, and goes on once it may', async (_, code, message) => {
    let isHealed = false;
    await using s3 = await littleS3({
      fault: ({ method }, count) =>
        method === 'GET' && count > 20 && !isHealed ? { kind: 'error', code } : null,
    });
    using folder = new Folder();
    const file = aPlanFile([{ requests: 500 }]);
    await expect(runOn(s3, file, folder.path)).rejects.toThrow(message);
    const kept = readJournal(folder.path)?.samples ?? [];
    expect(kept.length).toBeGreaterThan(5);
    expect(kept.length).toBeLessThan(30);
    isHealed = true;
    const { samples } = await expectWholeAndSwept(s3, file, folder.path);
    expect(samples.filter(({ problem }) => problem !== null).map(({ problem }) => problem)).toEqual([code]);
  });

  test('goes on where it was told to stop, with each finished request once', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    const file = aPlanFile([{ op: ['GET', 'DELETE', 'PUT'], requests: 60, concurrency: 2 }]);
    const stop = new AbortController();
    const stopped = runOn(s3, file, folder.path, {
      signal: stop.signal,
      onProgress: ({ phase }) => {
        if (phase === 'measure') stop.abort();
      },
    });
    await expect(stopped).rejects.toThrow('stopped');
    const before = readJournal(folder.path)?.samples ?? [];
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(186);
    const { samples } = await runOn(s3, file, folder.path);
    expect(samples).toHaveLength(186);
    expect(samples.slice(0, before.length)).toEqual(before);
    expect(new Set(samples.map((one) => `${one.cell}|${one.index}`)).size).toBe(186);
    expect(samples.every(({ problem }) => problem === null)).toBe(true);
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
  });

  test('says where its journal cannot be', async () => {
    await using s3 = await littleS3();
    using folder = new Folder({ file: 'in the way' });
    await expect(runOn(s3, aPlanFile(), `${folder.path}/file/journal`)).rejects.toThrow(
      /journal\.ndjson: cannot be made/,
    );
    expect(s3.server.seen).toEqual([]);
  });

  test('refuses a journal of another plan', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    await runOn(s3, aPlanFile(), folder.path);
    await expect(runOn(s3, aPlanFile([{ requests: 7 }]), folder.path)).rejects.toThrow(/another plan/);
  });

  test('leaves alone what it did not make, even under its own prefix', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    const objects = s3.server.buckets.get(BUCKET);
    const mine = { body: Buffer.from('mine'), etag: '"m"' };
    objects?.set('mine', mine);
    await runOn(s3, aPlanFile(), folder.path, {
      onProgress: ({ phase }) => {
        const prefix = [...(objects?.keys() ?? [])]
          .find((key) => key.startsWith('stowage-probe/'))
          ?.slice(0, 31);
        if (phase === 'measure')
          for (const name of ['notes.txt', 'read-10240/00000099']) objects?.set(`${prefix}${name}`, mine);
      },
    });
    expect([...(objects?.keys() ?? [])].map((key) => key.replace(/[0-9a-f]{16}/, 'RUN'))).toEqual([
      'mine',
      'stowage-probe/RUN/notes.txt',
      'stowage-probe/RUN/read-10240/00000099',
    ]);
  });
});
