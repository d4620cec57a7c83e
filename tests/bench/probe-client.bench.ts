/** What our own client costs and adds, beside undici: signed GETs from a server that does next to nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sampleQuantile } from '../../src/core/evidence/quantile-interval.ts';
import type { HttpClient, Origin } from '../../src/stores/http/exchange.ts';
import { loadUndici } from '../../src/stores/http/undici-client.ts';
import { wireClient } from '../../src/stores/http/wire-client.ts';
import { S3Store } from '../../src/stores/s3/s3-store.ts';
import { constantKeys } from '../../src/stores/s3/session.ts';
import { Secret } from '../../src/stores/secret.ts';
import { median } from './bench-row.ts';
import type { BenchRow } from './bench-row.ts';

const ROUNDS = 7;
const SECONDS = 0.7;
const KIB = 1024;
const TIMEOUT_MS = 30_000;

interface Run {
  p50Ms: number;
  p99Ms: number;
  perSecond: number;
  cpuMicros: number;
}

type Connect = (origin: Origin) => HttpClient;
const undiciClient = await loadUndici();
const CLIENTS = {
  wire: (origin) => wireClient({ origin, timeoutMs: TIMEOUT_MS }),
  undici: (origin) => undiciClient({ origin, timeoutMs: TIMEOUT_MS }),
} satisfies Record<string, Connect>;

const credentials = { accessKeyId: 'AKIABENCH', secretAccessKey: new Secret('bench'), sessionToken: null };

async function measure(connect: Connect, port: number, concurrency: number): Promise<Run> {
  const client = connect({ protocol: 'http:', hostname: '127.0.0.1', port });
  const keys = constantKeys(credentials, { region: 'us-east-1', service: 's3' });
  const way = { client, protocol: 'http:', host: `127.0.0.1:${port}`, root: '/bench' } as const;
  const store = new S3Store('bench', { ...way, keys });
  const times: number[] = [];
  let bytes = 0;
  const count = (piece: Uint8Array) => (bytes += piece.length);
  const until = async (endMs: number, keep: boolean) => {
    const worker = async () => {
      while (performance.now() < endMs) {
        const { failure, totalMs } = await store.get('key', count);
        if (failure !== null) throw new Error(`a request failed: ${failure}`);
        if (keep) times.push(totalMs);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
  };
  await until(performance.now() + (SECONDS * 1000) / 2, false);
  const cpu = process.cpuUsage();
  const startMs = performance.now();
  await until(startMs + SECONDS * 1000, true);
  const wallMs = performance.now() - startMs;
  const { user, system } = process.cpuUsage(cpu);
  store.close();
  if (bytes === 0) throw new Error('nothing was read');
  times.sort((a, b) => a - b);
  return {
    p50Ms: sampleQuantile(times, 0.5),
    p99Ms: sampleQuantile(times, 0.99),
    perSecond: (times.length * 1000) / wallMs,
    cpuMicros: (user + system) / times.length,
  };
}

/** Both clients in turns on one server; of each figure the median over the rounds. */
async function compare(sizeBytes: number, concurrency: number): Promise<Record<keyof typeof CLIENTS, Run>> {
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'null-server.ts'), String(sizeBytes)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    const [port] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const runs: Record<keyof typeof CLIENTS, Run[]> = { wire: [], undici: [] };
    for (let round = 0; round < ROUNDS; round++) {
      runs.wire.push(await measure(CLIENTS.wire, Number(port), concurrency));
      runs.undici.push(await measure(CLIENTS.undici, Number(port), concurrency));
    }
    const middle = (of: readonly Run[], what: keyof Run) => median(of.map((one) => one[what]));
    const all = (of: readonly Run[]): Run => ({
      p50Ms: middle(of, 'p50Ms'),
      p99Ms: middle(of, 'p99Ms'),
      perSecond: middle(of, 'perSecond'),
      cpuMicros: middle(of, 'cpuMicros'),
    });
    return { wire: all(runs.wire), undici: all(runs.undici) };
  } finally {
    child.kill();
  }
}

export default async function run(): Promise<BenchRow[]> {
  const alone = await compare(10 * KIB, 1);
  const many = await compare(10 * KIB, 32);
  const large = await compare(1024 * KIB, 1);
  const note = `median of ${ROUNDS} rounds of ${SECONDS} s, in turns`;
  return [
    {
      name: 'GET 10 KiB, one at a time, p50',
      value: alone.wire.p50Ms * 1000,
      unit: 'µs',
      target: { at: 'most', value: alone.undici.p50Ms * 1000 },
      baseline: { name: 'undici', value: alone.undici.p50Ms * 1000 },
      ratio: alone.undici.p50Ms / alone.wire.p50Ms,
      note,
    },
    {
      name: 'GET 10 KiB, 32 at a time',
      value: many.wire.perSecond,
      unit: '1/s',
      target: { at: 'least', value: 1.1 * many.undici.perSecond },
      baseline: { name: 'undici', value: many.undici.perSecond },
      ratio: many.wire.perSecond / many.undici.perSecond,
    },
    {
      name: 'GET 1 MiB, one at a time, p99 over p50',
      value: large.wire.p99Ms / large.wire.p50Ms,
      unit: '',
      target: { at: 'most', value: 3 },
      baseline: { name: 'undici', value: large.undici.p99Ms / large.undici.p50Ms },
      ratio: large.undici.p99Ms / large.undici.p50Ms / (large.wire.p99Ms / large.wire.p50Ms),
    },
    {
      name: 'GET 1 MiB, processor time of each',
      value: large.wire.cpuMicros,
      unit: 'µs',
      target: { at: 'most', value: 0.5 * large.undici.cpuMicros },
      baseline: { name: 'undici', value: large.undici.cpuMicros },
      ratio: large.undici.cpuMicros / large.wire.cpuMicros,
    },
  ];
}
