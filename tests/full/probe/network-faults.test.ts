// needs: toxiproxy
/** Runs over a network that fails, by a proxy that is not ours: nothing is lost, doubled or left behind. */
import { describe, expect, test } from 'vitest';
import { startLittleS3 } from '#tests/helpers/little-s3/server.ts';
import { openStore } from '#stores/open-store.ts';
import { Secret } from '#stores/secret.ts';
import type { ObjectStore } from '#stores/store.ts';
import type { JournalState } from '#probe/kept/journal.ts';
import { readJournal } from '#probe/kept/journal.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import { runProbe } from '#probe/run.ts';
import { expectWhole } from '#tests/helpers/afterFault.ts';
import { aPlanFile } from '#tests/helpers/aProbe.ts';
import { KEY_ID, SECRET } from '#tests/helpers/littleS3.ts';
import { isDeep } from '#tests/helpers/deep.ts';
import type { Running } from '#tests/helpers/realServers.ts';
import { aBucket, proxyBefore, theServer } from '#tests/helpers/theServer.ts';
import type { Proxy } from '#tests/helpers/theServer.ts';
import { has } from '#tests/helpers/tools.ts';
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
  ...(isDeep && has('versitygw')
    ? [
        [
          'versitygw',
          async () => ({ url: await theServer('versitygw'), [Symbol.asyncDispose]: () => Promise.resolve() }),
        ] satisfies [string, () => Promise<Running>],
      ]
    : []),
];

function storeAt(url: string, bucket: string, timeoutMs: number): ObjectStore {
  const access = {
    source: 'the test',
    credentials: { ...KEY, sessionToken: null },
    region: null,
    endpoint: null,
  };
  return openStore(
    { store: 'acme/store', region: 'us-east-1', bucket, endpoint: url },
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

/** A fault of the way, and after how many problems it goes; null: when the run cleans up. */
interface Trouble {
  type: string;
  attributes: Record<string, number>;
  until: number | null;
}

/** Runs the plan with the fault from its second cell on. */
async function runThrough(
  proxy: Proxy,
  bucket: string,
  folder: string,
  timeoutMs: number,
  { type, attributes, until }: Trouble,
) {
  const steps: Promise<void>[] = [];
  let isBroken = false;
  let problems = 0;
  const state = await runProbe(parseProbePlan(FILE), FILE, {
    folder,
    open: () => storeAt(proxy.url, bucket, timeoutMs),
    onProgress: ({ phase }) => {
      if (phase === 'measure' && !isBroken) {
        isBroken = true;
        steps.push(proxy.add(type, attributes));
      }
      if (phase === 'clean') steps.push(proxy.heal());
    },
    onSample: ({ problem }) => {
      if (problem !== null) problems += 1;
      if (problem !== null && problems === until) steps.push(proxy.heal());
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
  /** Runs through the fault on a bucket of its own, which is empty afterwards. */
  async function samplesOf(timeoutMs: number, trouble: Trouble): Promise<JournalState['samples']> {
    await using server = await start();
    const bucket = aBucket();
    const direct = storeAt(server.url, bucket, 20_000);
    await direct.makeBucket();
    await using proxy = await proxyBefore(server.url);
    using folder = new Folder();
    const state = await runThrough(proxy, bucket, folder.path, timeoutMs, trouble);
    expectAllOnce(state, folder.path);
    expect((await direct.list('')).keys).toEqual([]);
    expect((await direct.unfinished('')).uploads).toEqual([]);
    direct.close();
    return state.samples;
  }

  test.each<[string, Trouble, string]>([
    [
      'connections that are reset for a while',
      { type: 'reset_peer', attributes: { timeout: 150 }, until: 3 },
      'reset',
    ],
    [
      'replies that end too early',
      { type: 'limit_data', attributes: { bytes: 30_000 }, until: null },
      'truncated',
    ],
    [
      'replies that do not come for a while',
      { type: 'timeout', attributes: { timeout: 0 }, until: 2 },
      'timeout',
    ],
  ])('%s are data, and nothing stays behind', async (_what, trouble, usual) => {
    const problems = (await samplesOf(1000, trouble)).flatMap(({ problem }) => problem ?? []);
    expect(problems).toContain(usual);
    expect(['reset', 'truncated', 'timeout']).toEqual(expect.arrayContaining([...new Set(problems)]));
  });

  test('a slow way is in every latency', async () => {
    const samples = await samplesOf(20_000, { type: 'latency', attributes: { latency: 40 }, until: null });
    for (const { totalMs, problem } of samples.filter(({ cell }) => cell === 3)) {
      expect(problem).toBe(null);
      expect(totalMs).toBeGreaterThan(39);
    }
  });
});
