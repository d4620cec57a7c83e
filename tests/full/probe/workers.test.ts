import { describe, expect, test } from 'vitest';
import { datasetHead } from '#probe/kept/dataset-of.ts';
import { readJournal } from '#probe/kept/journal.ts';
import { measurementsOf } from '#probe/kept/measurements.ts';
import { parseProbePlan, plannedRequests } from '#probe/plan/plan-file.ts';
import type { PlanFileText } from '#probe/plan/plan-file.ts';
import type { Runtime } from '#probe/runtime.ts';
import { shareOf } from '#probe/workers/pool.ts';
import type { WorkerRuntime } from '#probe/workers/pool.ts';
import { isStopped, sharedIndices, stopShared, turnsOf } from '#probe/workers/turns.ts';
import { countedIn, tooBusy } from '#probe/workers/when.ts';
import { expectWholeAndSwept } from '#tests/helpers/afterFault.ts';
import { aPlanFile, runOn } from '#tests/helpers/aProbe.ts';
import { BUCKET, KEY_ID, SECRET, littleS3 } from '#tests/helpers/littleS3.ts';
import type { TestStore } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';

const WORKERS: WorkerRuntime = {
  entry: new URL('../../helpers/probeWorker.ts', import.meta.url),
  client: 'wire',
  env: { AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: SECRET },
  home: '/nowhere',
  timeoutMs: 20_000,
};

function planOn(s3: TestStore, ...[measure, changes]: Parameters<typeof aPlanFile>): PlanFileText {
  const targets = [{ store: 'aws/s3-standard@us-east-1', bucket: BUCKET, endpoint: s3.server.url }];
  return aPlanFile(measure, { targets, ...changes });
}

const run = (s3: TestStore, file: PlanFileText, folder: Folder, runtime: Partial<Runtime> = {}) =>
  runOn(s3, file, folder.path, { workers: WORKERS, ...runtime });

describe('turns', () => {
  test('are handed out once each, to whoever asks, on memory that threads share', () => {
    const shared = sharedIndices([7, 5, 3]);
    const [one, other] = [turnsOf(shared), turnsOf(shared)];
    expect([one.next(), other.next(), one.next()]).toEqual([
      { at: 0, index: 7 },
      { at: 1, index: 5 },
      { at: 2, index: 3 },
    ]);
    expect([one.next(), other.next()]).toEqual([undefined, undefined]);
    expect(isStopped(shared)).toBe(false);
    stopShared(shared);
    expect(isStopped(shared)).toBe(true);
  });

  test('of a closed loop go to threads in nearly equal shares', () => {
    expect([0, 1, 2].map((i) => shareOf(8, 3, i))).toEqual([3, 3, 2]);
  });
});

describe('one thread', () => {
  const cell = { requests: 20_000, warmup: 20 };
  const stretch = { requests: 1200, wallMs: 400, cpuMs: 360 };

  test('is too few where its own work takes more than seven tenths of the time, of enough requests', () => {
    expect(tooBusy(cell, 1200, [stretch])).toBeCloseTo(0.9, 12);
    expect(tooBusy(cell, 1200, [{ ...stretch, cpuMs: 270 }])).toBeNull();
    expect(tooBusy(cell, 900, [{ ...stretch, requests: 900 }])).toBeNull();
    expect(tooBusy(cell, 1200, [{ ...stretch, wallMs: 200, cpuMs: 190 }])).toBeNull();
  });

  test('goes on where more than a tenth would have to be set aside', () => {
    expect(tooBusy(cell, 2100, [stretch])).toBeNull();
    expect(tooBusy({ requests: 2000, warmup: 20 }, 1200, [stretch])).toBeNull();
  });
});

describe('a run from several threads', () => {
  test('makes every request once, with all at a time that were asked for, and leaves nothing behind', async () => {
    let underWay = 0;
    let most = 0;
    await using s3 = await littleS3({
      delayMs: ({ method, key }) => {
        if (method !== 'GET' || key === null) return 0;
        underWay += 1;
        most = Math.max(most, underWay);
        setTimeout(() => (underWay -= 1), 20);
        return 20;
      },
    });
    using folder = new Folder();
    const file = planOn(
      s3,
      [
        { op: ['GET', 'DELETE', 'HEAD', 'COPY'], requests: 60, concurrency: 5 },
        { op: ['PUT', 'GET'], size: '2 KiB', requests: 60, concurrency: 5, ifMatch: true, ifNoneMatch: true },
        { op: 'MIXED', mix: { GET: 2, PUT: 1 }, size: '3 KiB', requests: 60, concurrency: 5 },
        { op: 'GET', size: '4 KiB', requests: 20 },
      ],
      { workers: 3 },
    );
    const state = await run(s3, file, folder);
    const names = state.samples.map(({ cell, index }) => `${cell}|${index}`);
    expect(names).toHaveLength(plannedRequests(parseProbePlan(file)));
    expect(new Set(names).size).toBe(names.length);
    expect(state.samples.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
    expect(readJournal(folder.path)?.samples).toEqual(state.samples);
    const workersOf = (at: number) =>
      [...new Set(state.samples.filter(({ cell }) => cell === at).map(({ worker }) => worker))].sort();
    for (const at of [0, 1, 2, 3, 4, 5, 6]) expect(workersOf(at)).toEqual([1, 2, 3]);
    // One request at a time stays with the one thread.
    expect(workersOf(7)).toEqual([undefined]);
    expect(most).toBe(5);
    expect(datasetHead('x', parseProbePlan(file), [{ round: 1, state }], '1').caveats.join('\n')).toMatch(
      /went out from 3 threads at most/,
    );
  });

  test('asks in an open loop when it was meant to, whichever thread it is', async () => {
    await using s3 = await littleS3({ delayMs: ({ method }) => (method === 'GET' ? 100 : 0) });
    using folder = new Folder();
    const file = planOn(s3, [{ requests: 100, warmup: 0, rate: '100/s' }], { workers: 2 });
    const { samples } = await run(s3, file, folder);
    const starts = samples.map((one) => one.atMs - one.lateMs).sort((a, b) => a - b);
    for (const [i, at] of starts.slice(1).entries()) expect(at - (starts[i] ?? 0)).toBeCloseTo(10, 2);
    expect(new Set(samples.map(({ worker }) => worker))).toEqual(new Set([1, 2]));
  });

  test('stops when it is told to, and goes on with each finished request once', async () => {
    await using s3 = await littleS3({ delayMs: () => 3 });
    using folder = new Folder();
    const file = planOn(s3, [{ op: ['GET', 'PUT'], ifAbsent: true, requests: 200, concurrency: 4 }], {
      workers: 2,
    });
    const stop = new AbortController();
    let seen = 0;
    const stopped = run(s3, file, folder, {
      signal: stop.signal,
      onSample: () => {
        seen += 1;
        if (seen === 260) stop.abort();
      },
    });
    await expect(stopped).rejects.toThrow('stopped');
    const before = readJournal(folder.path)?.samples ?? [];
    expect(before.length).toBeGreaterThanOrEqual(260);
    expect(before.length).toBeLessThan(404);
    const { samples } = await run(s3, file, folder);
    expect(samples.slice(0, before.length)).toEqual(before);
    expect(samples).toHaveLength(404);
    expect(new Set(samples.map(({ cell, index }) => `${cell}|${index}`)).size).toBe(404);
    expect(samples.filter(({ problem }) => problem !== null)).toEqual([]);
  });

  test('ends as a whole where a store refuses, and goes on once it does not', async () => {
    let isHealed = false;
    await using s3 = await littleS3({
      fault: ({ method }, count) =>
        method === 'GET' && count > 60 && !isHealed ? { kind: 'error', code: 'AccessDenied' } : null,
    });
    using folder = new Folder();
    const file = planOn(s3, [{ requests: 2000, concurrency: 4 }], { workers: 2 });
    await expect(run(s3, file, folder)).rejects.toThrow(/the store says AccessDenied/);
    expect(readJournal(folder.path)?.samples.length).toBeLessThan(2000);
    isHealed = true;
    await expectWholeAndSwept(s3, file, folder.path, { workers: WORKERS });
  });

  test('begins by itself where one was found too busy, sets aside what that one made, and says so', async () => {
    await using s3 = await littleS3({ delayMs: () => 4 });
    using folder = new Folder();
    const file = planOn(s3, [{ requests: 300, warmup: 5, concurrency: 4 }]);
    const busy = { ...WORKERS, room: 2, tooBusy: (_: object, made: number) => (made >= 40 ? 0.91 : null) };
    const begun: unknown[] = [];
    const state = await run(s3, file, folder, { workers: busy, onWorkers: (one) => begun.push(one) });
    expect(state.workers).toMatchObject([{ target: 0, cell: 0, count: 2, share: 0.91 }]);
    expect(begun).toEqual(state.workers);
    const from = state.workers[0]?.from ?? NaN;
    expect(from).toBeGreaterThanOrEqual(40);
    expect(new Set(state.samples.map(({ index }) => index)).size).toBe(305);
    expect(state.samples).toHaveLength(305);
    for (const { index, worker } of state.samples) expect(worker === undefined).toBe(index < from);
    const plan = parseProbePlan(file);
    expect(state.samples.filter(countedIn(plan, state))).toHaveLength(305 - from);
    const rows = measurementsOf(plan, state, () => null);
    expect(rows.find(({ metric }) => metric === 'errors')).toMatchObject({ samples: 305 - from });
    // The rate is that of the threads together.
    expect(rows.find(({ metric }) => metric === 'rate')).toMatchObject({ samples: 305 - from });
    expect(datasetHead('x', plan, [{ round: 1, state }], '1').caveats.join('\n')).toMatch(
      new RegExp(
        `from 2 threads, as one was not enough .*91% of the time.*; the ${from} requests before are set aside`,
      ),
    );
    expect(readJournal(folder.path)).toMatchObject({ workers: state.workers, stretches: state.stretches });
  });
});
