import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { ALONE } from '#probe/plan/shard.ts';
import { newState } from '#probe/kept/journal.ts';
import type { JournalState } from '#probe/kept/journal.ts';
import { measurementsOf } from '#probe/kept/measurements.ts';
import { clientLimit, watchEffort } from '#probe/measuring/self-check.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import { aPlan, aPlanFile, aSample, runOn } from '#tests/helpers/aProbe.ts';
import { littleS3 } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';

describe('a cell where the client was the bottleneck', () => {
  const plan = aPlan([
    { requests: 10, warmup: 0 },
    { requests: 10, warmup: 0, concurrency: 8 },
  ]);
  interface Spending {
    cpuMs?: number;
    gcMs?: number;
    /** How late the loop turned, in each of two stretches. */
    late?: [number, number];
    /** What each request took. */
    took?: number;
  }
  const state = ({ cpuMs = 0, gcMs = 0, late = [1, 1], took = 2 }: Spending): JournalState => ({
    ...newState({
      journal: 1,
      run: '0'.repeat(16),
      plan: null,
      targets: [],
      shard: ALONE,
      startedAt: '2026-11-20T00:00:00Z',
    }),
    samples: [0, 1].flatMap((cell) =>
      Array.from({ length: 10 }, (_, index) => ({
        ...aSample(index, took),
        cell,
        firstByteMs: 1,
        bytes: 10240,
      })),
    ),
    stretches: [0, 1].flatMap((cell) =>
      late.map((loopDelayP99Ms) => ({
        target: 0,
        cell,
        requests: 5,
        wallMs: 50,
        cpuMs: cpuMs / 2,
        loopDelayP99Ms,
        gcMs: gcMs / 2,
      })),
    ),
    isSwept: true,
  });
  const layers = (spending: Spending) =>
    [1, 8].map((at) => {
      const rows = measurementsOf(plan, state(spending), () => null).filter((row) => row.concurrency === at);
      return [...new Set(rows.map((row) => row.layer))].join();
    });

  test('is not said of the store: alone from a fifth of the time, side by side from seven tenths', () => {
    expect(layers({ cpuMs: 15 })).toEqual(['store', 'store']);
    expect(layers({ cpuMs: 30 })).toEqual(['end_to_end', 'store']);
    expect(layers({ cpuMs: 80 })).toEqual(['end_to_end', 'end_to_end']);
  });

  test('nor where collecting garbage held up more than a twentieth of the time', () => {
    expect(layers({ cpuMs: 15, gcMs: 4 })).toEqual(['store', 'store']);
    expect(layers({ cpuMs: 15, gcMs: 6 })).toEqual(['end_to_end', 'end_to_end']);
  });

  test('nor where the event loop turned more than a tenth of the median late, and more than 2 ms', () => {
    const [fine, limited] = [
      ['store', 'store'],
      ['end_to_end', 'end_to_end'],
    ];
    expect(layers({ late: [1.9, 1.9], took: 2 })).toEqual(fine);
    expect(layers({ late: [2.1, 2.1], took: 2 })).toEqual(limited);
    expect(layers({ late: [2.1, 2.1], took: 20 })).toEqual(limited);
    expect(layers({ late: [9.9, 9.9], took: 100 })).toEqual(fine);
    expect(layers({ late: [10.1, 10.1], took: 100 })).toEqual(limited);
    // Each stretch speaks for its own time.
    expect(layers({ late: [0.1, 3.8], took: 2 })).toEqual(fine);
    expect(layers({ late: [0.3, 3.8], took: 2 })).toEqual(limited);
  });

  test('says why', () => {
    const spent = { cpuMs: 0, gcMs: 0, loopDelayP99Ms: 0, wallMs: 100, medianMs: 10, isAlone: true };
    expect(clientLimit(spent)).toBeNull();
    expect(clientLimit({ ...spent, cpuMs: 80, gcMs: 20, isAlone: false })).toMatch(
      /its own work took 80 % of the time/,
    );
    expect(clientLimit({ ...spent, cpuMs: 10, gcMs: 6 })).toMatch(/collecting garbage took 6 % of the time/);
    expect(clientLimit({ ...spent, loopDelayP99Ms: 12.3 })).toBe(
      'client-limited: its event loop turned 12.3 ms late (p99), and at most 2 ms says something of the store',
    );
    expect(clientLimit({ ...spent, wallMs: 0, medianMs: null, loopDelayP99Ms: 50 })).toBeNull();
  });

  test('is noticed in a run whose event loop is held up, without a moment of work', async () => {
    await using s3 = await littleS3({ delayMs: ({ method }) => (method === 'GET' ? 60 : 0) });
    using folder = new Folder();
    const still = new Int32Array(new SharedArrayBuffer(4));
    const file = aPlanFile([{ requests: 40, warmup: 0 }]);
    const state = await runOn(s3, file, folder.path, {
      // The thread sleeps; its processor does nothing.
      onSample: () => void Atomics.wait(still, 0, 0, 30),
    });
    const rows = measurementsOf(parseProbePlan(file), state, () => null);
    expect(new Set(rows.map(({ layer }) => layer))).toEqual(new Set(['end_to_end']));
    expect(state.stretches[0]?.loopDelayP99Ms).toBeGreaterThan(15);
  });

  test('is noticed from the time the processor worked', () => {
    const effort = watchEffort();
    const until = process.cpuUsage().user + 50_000;
    while (process.cpuUsage().user < until);
    expect(effort().cpuMs).toBeGreaterThan(49);
  });

  test('knows the time that collections of garbage took', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const effort = watchEffort();
    // What took time is told at a later turn of the event loop.
    const told = new Promise<void>((resolve) => {
      const observer = new PerformanceObserver(() => resolve(observer.disconnect()));
      observer.observe({ entryTypes: ['gc'] });
    });
    collect();
    await told;
    expect(effort().gcMs).toBeGreaterThan(0);
  });
});
