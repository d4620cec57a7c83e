import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { sampleQuantile } from '#core/evidence/quantile-interval.ts';
import { loadClient } from '#stores/clients.ts';
import type { ClientName } from '#stores/clients.ts';
import { draw } from '#probe/chance.ts';
import type { Sample } from '#probe/record.ts';
import { aPlanFile, runOn } from '../helpers/aProbe.ts';
import { littleS3 } from '../helpers/littleS3.ts';
import type { TestStore } from '../helpers/littleS3.ts';
import { Folder } from '../helpers/runCli.ts';

const REQUESTS = 400;

/** What the server itself saw of its GETs, and what the probe did, both sorted. */
function bothSides(s3: TestStore, samples: readonly Sample[]) {
  const rising = (values: number[]) => values.sort((a, b) => a - b);
  return {
    served: rising(
      s3.server.seen.filter(({ method, key }) => method === 'GET' && key !== null).map((one) => one.servedMs),
    ),
    measured: rising(samples.map((one) => one.totalMs)),
  };
}

const QUANTILES = [0.1, 0.25, 0.5, 0.9, 0.95, 0.99];
const ATTEMPTS = 20;

/** How far each quantile is from what the store saw, beyond 2 % or 0.3 ms; and how late this process turned meanwhile. */
async function attempt(client: ClientName, concurrency: number, delayMs: (count: number) => number) {
  await using s3 = await littleS3({
    delayMs: ({ method }, count) => (method === 'GET' ? delayMs(count) : 0),
  });
  using folder = new Folder();
  const file = aPlanFile([{ requests: 120, warmup: 0, concurrency }]);
  const by = await loadClient(client, ['s3']);
  const lateness = monitorEventLoopDelay({ resolution: 1 });
  lateness.enable();
  const { samples } = await runOn(s3, file, folder.path, { open: () => s3.open({ by }) });
  lateness.disable();
  const { served, measured } = bothSides(s3, samples);
  expect(served).toHaveLength(120);
  const beyond = QUANTILES.map((p) => {
    const truth = sampleQuantile(served, p);
    const error = sampleQuantile(measured, p) - truth;
    // Nobody measures less than there was.
    expect(error).toBeGreaterThan(-0.01);
    return error - Math.max(0.3, 0.02 * truth);
  });
  return { worst: Math.max(...beyond), latestMs: lateness.max / 1e6 };
}

describe('a measured quantile, the p99 too,', () => {
  test.each([
    // Replies that all come at once would wait for each other.
    ['a constant delay', 'wire', 2, () => 100],
    ['delays at random', 'wire', 8, (count: number) => 60 - 40 * Math.log(1 - draw(7, count))],
    ['delays at random', 'undici', 8, (count: number) => 60 - 40 * Math.log(1 - draw(7, count))],
  ] as const)(
    'is within 2 %% or 0.3 ms of what the store saw, with $0, by $1',
    { timeout: 600_000 },
    async (_, client, concurrency, delayMs) => {
      const tries: Awaited<ReturnType<typeof attempt>>[] = [];
      // A machine that others keep busy lets reply and reader wait for their turn; what we do wrong we do each time.
      while (tries.length < ATTEMPTS && !tries.some(({ worst }) => worst <= 0))
        tries.push(await attempt(client, concurrency, delayMs));
      const best = tries.reduce((a, b) => (a.worst <= b.worst ? a : b));
      const isBusy = tries.filter(({ latestMs }) => latestMs > 4).length > tries.length / 2;
      expect(best.worst).toBeLessThanOrEqual(isBusy ? 2 * best.latestMs : 0);
    },
  );
});

test.concurrent(
  'a stall of two seconds is in the p99 of the open loop, and the closed loop does not see it',
  async () => {
    /** Answers nothing from half a second to two and a half seconds after its first GET. */
    const stalling = () => {
      let firstMs: number | undefined;
      return littleS3({
        delayMs: ({ method }) => {
          if (method !== 'GET') return 0;
          firstMs ??= performance.now();
          const atMs = performance.now() - firstMs;
          return atMs >= 500 && atMs < 2500 ? 2500 - atMs : 2;
        },
      });
    };
    const p99 = async (loop: { rate: string } | { concurrency: number }) => {
      await using s3 = await stalling();
      using folder = new Folder();
      const { samples } = await runOn(
        s3,
        aPlanFile([{ requests: REQUESTS, warmup: 0, ...loop }]),
        folder.path,
      );
      expect(samples).toHaveLength(REQUESTS);
      return sampleQuantile(
        samples.map((one) => one.totalMs).sort((a, b) => a - b),
        0.99,
      );
    };
    const [open, closed] = await Promise.all([p99({ rate: '125/s' }), p99({ concurrency: 1 })]);
    expect(open).toBeGreaterThan(1800);
    expect(closed).toBeLessThan(900);
  },
);

test.concurrent('an open loop asks when it was meant to, whatever the answers', async () => {
  await using s3 = await littleS3({ delayMs: ({ method }) => (method === 'GET' ? 300 : 0) });
  using folder = new Folder();
  const { samples } = await runOn(s3, aPlanFile([{ requests: 100, warmup: 0, rate: '100/s' }]), folder.path);
  const starts = samples.map((one) => one.atMs - one.lateMs).sort((a, b) => a - b);
  const gaps = starts.slice(1).map((at, i) => at - (starts[i] ?? 0));
  for (const gap of gaps) expect(gap).toBeCloseTo(10, 2);
  // 100 requests that took 300 ms each, in about 1.3 s: they were under way side by side.
  for (const { totalMs, lateMs } of samples) expect(totalMs).toBeGreaterThan(299 + lateMs);
});
