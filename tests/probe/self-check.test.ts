import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { ALONE } from '#probe/shard.ts';
import { newState } from '#probe/journal.ts';
import type { JournalState } from '#probe/journal.ts';
import { measurementsOf } from '#probe/measurements.ts';
import { clientLimit, watchEffort } from '#probe/self-check.ts';
import { aPlan } from '../helpers/aProbe.ts';

describe('a cell where the client was the bottleneck', () => {
  const plan = aPlan([
    { requests: 10, warmup: 0 },
    { requests: 10, warmup: 0, concurrency: 8 },
  ]);
  const state = (cpuMs: number, gcMs = 0): JournalState => ({
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
        target: 0,
        cell,
        index,
        atMs: 0,
        lateMs: 0,
        dnsMs: null,
        connectMs: null,
        tlsMs: null,
        firstByteMs: 1,
        totalMs: 2,
        bytes: 10240,
        status: 200,
        problem: null,
      })),
    ),
    stretches: [0, 1].map((cell) => ({
      target: 0,
      cell,
      requests: 10,
      wallMs: 100,
      cpuMs,
      loopDelayP99Ms: 1,
      gcMs,
    })),
    isSwept: true,
  });
  const layers = (cpuMs: number, gcMs = 0) =>
    [1, 8].map((at) => {
      const rows = measurementsOf(plan, state(cpuMs, gcMs), () => null).filter(
        (row) => row.concurrency === at,
      );
      return [...new Set(rows.map((row) => row.layer))].join();
    });

  test('is not said of the store: alone from a fifth of the time, side by side from seven tenths', () => {
    expect(layers(15)).toEqual(['store', 'store']);
    expect(layers(30)).toEqual(['end_to_end', 'store']);
    expect(layers(80)).toEqual(['end_to_end', 'end_to_end']);
  });

  test('nor where collecting garbage held up more than a twentieth of the time', () => {
    expect(layers(15, 4)).toEqual(['store', 'store']);
    expect(layers(15, 6)).toEqual(['end_to_end', 'end_to_end']);
  });

  test('says why', () => {
    expect(clientLimit({ cpuMs: 80, gcMs: 20 }, 100, false)).toMatch(/its own work took 80 % of the time/);
    expect(clientLimit({ cpuMs: 10, gcMs: 6 }, 100, true)).toMatch(/collecting garbage took 6 % of the time/);
    expect(clientLimit({ cpuMs: 0, gcMs: 0 }, 0, true)).toBeNull();
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
    collect();
    // What took time is told at a later turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(effort().gcMs).toBeGreaterThan(0);
  });
});
