/** Whether our client keeps anything of a million requests that have ended, and what a probe keeps of each. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { BenchRow } from './bench-row.ts';
import { parseProbePlan } from '../../src/probe/plan/plan-file.ts';
import type { PlanFileText } from '../../src/probe/plan/plan-file.ts';
import { runProbe } from '../../src/probe/run.ts';
import { instantStore } from './instant-store.ts';
import { nullServer, readUntil } from './null-store.ts';

const REQUESTS = 1_000_000;
const LOOKS = 20;
const PROBED = 200_000;
const CONCURRENCY = 32;
const MIB = 2 ** 20;

export default async function run(): Promise<BenchRow[]> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  return [...(await ofClient(collect)), await ofProbe(collect)];
}

async function ofClient(collect: () => void): Promise<BenchRow[]> {
  using server = await nullServer(1024);
  const store = await server.open('wire');
  const seen: { requests: number; rss: number; heap: number }[] = [];
  let done = 0;
  for (let look = 1; look <= LOOKS; look++) {
    const until = (REQUESTS * look) / LOOKS;
    await readUntil(
      store,
      CONCURRENCY,
      () => done >= until,
      () => (done += 1),
    );
    collect();
    const { rss, heapTotal, heapUsed } = process.memoryUsage();
    // V8 takes room for young objects in steps of its own, and keeps it.
    seen.push({ requests: done, rss: rss - (heapTotal - heapUsed), heap: heapUsed });
  }
  store.close();
  // The first fifth fills buffers and compiles.
  const steady = seen.slice(LOOKS / 5);
  const perMillion = (what: 'rss' | 'heap') =>
    (slope(steady.map((one) => [one.requests, one[what]])) * 1e6) / MIB;
  return [
    {
      name: "memory of the process less V8's empty room, growth over 1 M requests",
      value: perMillion('rss'),
      unit: 'MiB',
      target: { at: 'most', value: 16 },
      note: `${done.toLocaleString('en')} requests, ${Math.round((seen.at(-1)?.rss ?? NaN) / MIB)} MiB at the end`,
    },
    {
      name: 'heap in use, growth over 1 M requests',
      value: perMillion('heap'),
      unit: 'MiB',
      target: { at: 'most', value: 1 },
    },
  ];
}

/** A probe keeps what each request took until its end: its quantiles, their intervals and its Parquet need all of them. */
async function ofProbe(collect: () => void): Promise<BenchRow> {
  const file: PlanFileText = {
    probe: 1,
    from: 'unknown',
    targets: [{ store: 'instant/store', bucket: 'bench', unpriced: true }],
    measure: [{ op: 'HEAD', requests: PROBED, warmup: 0, concurrency: CONCURRENCY }],
  };
  const folder = mkdtempSync(path.join(tmpdir(), 'stowage-bench-'));
  const seen: [requests: number, heap: number][] = [];
  let done = 0;
  const onSample = () => {
    done += 1;
    if (done % (PROBED / LOOKS) > 0) return;
    collect();
    seen.push([done, process.memoryUsage().heapUsed]);
  };
  try {
    await runProbe(parseProbePlan(file), file, { folder, open: instantStore, onSample });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    name: 'heap of a whole probe, growth over 1 M requests',
    value: (slope(seen.slice(LOOKS / 5)) * 1e6) / MIB,
    unit: 'MiB',
    target: { at: 'most', value: 300 },
    note: `of ${PROBED.toLocaleString('en')} requests, each a row of the dataset's samples`,
  };
}

/** Of the straight line with the least squares. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([a]) => a), mean(([, b]) => b)];
  return mean(([a, b]) => (a - x) * (b - y)) / mean(([a]) => (a - x) ** 2);
}
