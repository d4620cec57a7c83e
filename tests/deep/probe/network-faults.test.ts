// needs: versitygw, toxiproxy
/** Runs over a network that fails, by a proxy that is not ours: nothing is lost, doubled or left behind. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startLittleS3 } from '#stores/little-s3/server.ts';
import { openStore } from '#stores/open-store.ts';
import { Secret } from '#stores/secret.ts';
import type { ObjectStore } from '#stores/store.ts';
import type { JournalState } from '#probe/kept/journal.ts';
import { readJournal } from '#probe/kept/journal.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import { runProbe } from '#probe/run.ts';
import { expectWhole } from '#tests/helpers/afterFault.ts';
import { aPlanFile } from '#tests/helpers/aProbe.ts';
import { BUCKET, KEY_ID, SECRET } from '#tests/helpers/littleS3.ts';
import { proxyBefore, versitygw } from '#tests/helpers/realServers.ts';
import type { Proxy, Running } from '#tests/helpers/realServers.ts';
import { Folder } from '#tests/helpers/folder.ts';

const KEY = { accessKeyId: KEY_ID, secretAccessKey: new Secret(SECRET) };
const SERVERS: [string, () => Promise<Running>][] = [
  [
    'the little S3',
    async () => {
      const server = await startLittleS3({ keys: [KEY] });
      return { url: server.url, [Symbol.asyncDispose]: () => server.close() };
    },
  ],
  ['versitygw', () => versitygw()],
];

function storeAt(url: string, timeoutMs: number): ObjectStore {
  const access = {
    source: 'the test',
    credentials: { ...KEY, sessionToken: null },
    region: null,
    endpoint: null,
  };
  return openStore(
    { store: 'acme/store', region: 'us-east-1', bucket: BUCKET, endpoint: url },
    { env: {}, home: '/nowhere', timeoutMs, access },
  );
}

const REQUESTS = 60;
const FILE = aPlanFile([
  { requests: 5, warmup: 0 },
  {
    op: ['GET', 'PUT', 'DELETE'],
    size: '20 KiB',
    requests: REQUESTS,
    warmup: 0,
    concurrency: 4,
    objects: 10,
  },
  { op: 'PUT', size: '6 MiB', parts: { size: '5 MiB', atOnce: 2 }, requests: 5, warmup: 0 },
]);
const ALL = 5 + 3 * REQUESTS + 5;

/** Runs the plan with faults from its second cell until it cleans up. */
async function runThrough(proxy: Proxy, folder: string, timeoutMs: number, break_: () => Promise<void>) {
  const steps: Promise<void>[] = [];
  let isBroken = false;
  const state = await runProbe(parseProbePlan(FILE), FILE, {
    folder,
    open: () => storeAt(proxy.url, timeoutMs),
    onProgress: ({ phase }) => {
      if (phase === 'measure' && !isBroken) {
        isBroken = true;
        steps.push(break_());
      }
      if (phase === 'clean') steps.push(proxy.heal());
    },
  });
  await Promise.all(steps);
  return state;
}

function expectAllOnce(state: JournalState, folder: string): void {
  expectWhole(state, ALL);
  expect(readJournal(folder)?.samples).toEqual(state.samples);
}

describe.each(SERVERS)('%s over a bad network', (_, start) => {
  test.each([
    ['connections that are reset for a while', 'reset_peer', { timeout: 150 }, 200],
    ['replies that end too early', 'limit_data', { bytes: 30_000 }, null],
    ['replies that do not come for a while', 'timeout', { timeout: 0 }, 1500],
  ])('%s are data, and nothing stays behind', async (_what, type, attributes, forMs) => {
    await using server = await start();
    const direct = storeAt(server.url, 20_000);
    await direct.makeBucket();
    await using proxy = await proxyBefore(server.url);
    using folder = new Folder();
    const state = await runThrough(proxy, folder.path, 1000, async () => {
      await proxy.add(type, attributes);
      if (forMs === null) return;
      await wait(forMs);
      await proxy.heal();
    });
    expectAllOnce(state, folder.path);
    const problems = state.samples.flatMap(({ problem }) => problem ?? []);
    expect(problems.length).toBeGreaterThan(0);
    expect(['reset', 'truncated', 'timeout']).toEqual(expect.arrayContaining([...new Set(problems)]));
    if (type === 'timeout') expect(problems).toContain('timeout');
    expect((await direct.list('')).keys).toEqual([]);
    expect((await direct.unfinished('')).uploads).toEqual([]);
    direct.close();
  });

  test('a slow way is in every latency', async () => {
    await using server = await start();
    const direct = storeAt(server.url, 20_000);
    await direct.makeBucket();
    await using proxy = await proxyBefore(server.url);
    using folder = new Folder();
    const state = await runThrough(proxy, folder.path, 20_000, () => proxy.add('latency', { latency: 40 }));
    expectAllOnce(state, folder.path);
    const slow = state.samples.filter(({ cell }) => cell === 3);
    for (const { totalMs, problem } of slow) {
      expect(problem).toBe(null);
      expect(totalMs).toBeGreaterThan(39);
    }
    expect((await direct.list('')).keys).toEqual([]);
    expect((await direct.unfinished('')).uploads).toEqual([]);
    direct.close();
  });
});
