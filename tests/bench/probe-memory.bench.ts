/** Whether our client keeps anything of the requests that have ended: a million of them where this bench is named, else a tenth. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { BenchRow } from './bench-row.ts';
import { nullServer, readUntil } from './null-store.ts';

const REQUESTS = process.argv.includes('probe-memory') ? 1_000_000 : 100_000;
const LOOKS = 20;
const CONCURRENCY = 32;
const MIB = 2 ** 20;

export default async function run(): Promise<BenchRow[]> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
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

/** Of the straight line with the least squares. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([a]) => a), mean(([, b]) => b)];
  return mean(([a, b]) => (a - x) * (b - y)) / mean(([a]) => (a - x) ** 2);
}
