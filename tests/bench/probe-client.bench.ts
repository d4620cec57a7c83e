/** What our own client costs and adds, beside undici's dispatch and AWS's own: signed GETs from a server that does next to nothing. */
import { sampleQuantile } from '../../src/core/evidence/quantile-interval.ts';
import { CLIENTS } from '../../src/stores/clients.ts';
import type { ClientName } from '../../src/stores/clients.ts';
import type { ObjectStore } from '../../src/stores/store.ts';
import type { BenchRow } from './bench-row.ts';
import { BUCKET, nullServer, readUntil } from './null-store.ts';
import { warpBinary, warpRate } from './warp.ts';

const ROUNDS = 7;
const SECONDS = 0.7;
/** It takes its time to begin, and counts whole seconds. */
const WARP_ROUNDS = 3;
const WARP_SECONDS = 3;
const KIB = 1024;

interface Run {
  p50Ms: number;
  /** p99 over p50. */
  tail: number;
  perSecond: number;
  cpuMicros: number;
}

async function measure(store: ObjectStore, concurrency: number): Promise<Run> {
  const warmMs = performance.now() + (SECONDS * 1000) / 2;
  await readUntil(
    store,
    concurrency,
    () => performance.now() >= warmMs,
    () => undefined,
  );
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const startMs = performance.now();
  const endMs = startMs + SECONDS * 1000;
  await readUntil(
    store,
    concurrency,
    () => performance.now() >= endMs,
    (ms) => times.push(ms),
  );
  const wallMs = performance.now() - startMs;
  const { user, system } = process.cpuUsage(cpu);
  times.sort((a, b) => a - b);
  const p50Ms = sampleQuantile(times, 0.5);
  return {
    p50Ms,
    tail: sampleQuantile(times, 0.99) / p50Ms,
    perSecond: (times.length * 1000) / wallMs,
    cpuMicros: (user + system) / times.length,
  };
}

type Compared = Record<ClientName, Run> & { warpPerSecond: number | null };

/** All in turns on one server; of each figure the best round, which others on this machine disturbed least. `warp`: its binary. */
async function compare(
  sizeBytes: number,
  concurrency: number,
  warp: string | null = null,
): Promise<Compared> {
  using server = await nullServer(sizeBytes);
  const best: Partial<Record<ClientName, Run>> = {};
  let warpPerSecond: number | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    if (warp !== null && round < WARP_ROUNDS) {
      const rate = warpRate(warp, server.url, {
        bucket: BUCKET,
        size: `${sizeBytes}B`,
        concurrency,
        seconds: WARP_SECONDS,
      });
      warpPerSecond = Math.max(warpPerSecond ?? 0, rate);
    }
    for (const client of CLIENTS) {
      const store = await server.open(client);
      const run = await measure(store, concurrency);
      store.close();
      const before = best[client] ?? run;
      best[client] = {
        p50Ms: Math.min(run.p50Ms, before.p50Ms),
        tail: Math.min(run.tail, before.tail),
        perSecond: Math.max(run.perSecond, before.perSecond),
        cpuMicros: Math.min(run.cpuMicros, before.cpuMicros),
      };
    }
  }
  return { ...(best as Record<ClientName, Run>), warpPerSecond };
}

type Figure = Pick<BenchRow, 'name' | 'unit' | 'note'> & {
  of: (run: Run) => number;
  /** How many times the other's figure ours may be, or has to be. */
  limit: number;
  at: 'most' | 'least';
};

function beside(runs: Record<ClientName, Run>, other: ClientName, figure: Figure): BenchRow {
  const { of, limit, at, ...row } = figure;
  const [ours, theirs] = [of(runs.wire), of(runs[other])];
  return {
    ...row,
    value: ours,
    target: { at, value: limit * theirs },
    baseline: { name: other, value: theirs },
    ratio: at === 'most' ? theirs / ours : ours / theirs,
  };
}

function besideWarp({ wire, warpPerSecond }: Compared): BenchRow {
  const row = { name: 'GET 10 KiB, 32 at a time', unit: '1/s', value: wire.perSecond };
  if (warpPerSecond === null) return { ...row, note: 'beside warp where WARP_BIN names its binary' };
  return {
    ...row,
    target: { at: 'least', value: warpPerSecond },
    baseline: { name: 'warp', value: warpPerSecond },
    ratio: wire.perSecond / warpPerSecond,
  };
}

export default async function run(): Promise<BenchRow[]> {
  const alone = await compare(10 * KIB, 1);
  const many = await compare(10 * KIB, 32, warpBinary());
  const large = await compare(1024 * KIB, 1);
  const p50 = (limit: number, note?: string): Figure => ({
    name: 'GET 10 KiB, one at a time, p50',
    unit: 'µs',
    of: ({ p50Ms }) => p50Ms * 1000,
    limit,
    at: 'most',
    note,
  });
  const rate = (limit: number): Figure => ({
    name: 'GET 10 KiB, 32 at a time',
    unit: '1/s',
    of: ({ perSecond }) => perSecond,
    limit,
    at: 'least',
  });
  const cpu = (name: string, limit: number): Figure => ({
    name: `GET ${name}, processor time of each`,
    unit: 'µs',
    of: ({ cpuMicros }) => cpuMicros,
    limit,
    at: 'most',
  });
  return [
    beside(alone, 'undici', p50(1, `best of ${ROUNDS} rounds of ${SECONDS} s, in turns`)),
    beside(alone, 'sdk', p50(0.5)),
    beside(many, 'undici', rate(1.1)),
    beside(many, 'sdk', rate(4)),
    besideWarp(many),
    beside(many, 'undici', cpu('10 KiB, 32 at a time', 1)),
    {
      name: 'GET 1 MiB, one at a time, p99 over p50',
      value: large.wire.tail,
      unit: '',
      target: { at: 'most', value: 3 },
      baseline: { name: 'undici', value: large.undici.tail },
      ratio: large.undici.tail / large.wire.tail,
    },
    beside(large, 'undici', cpu('1 MiB', 0.5)),
  ];
}
