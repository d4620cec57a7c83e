/** Whole probes of servers that are not ours, killed on the way: each by its own driver, with keys from where people keep them. */
import { describe, expect, test } from 'vitest';
import { readJournal } from '#probe/kept/journal.ts';
import type { JournalState } from '#probe/kept/journal.ts';
import { parseProbePlan, plannedRequests } from '#probe/plan/plan-file.ts';
import type { PlanFileText } from '#probe/plan/plan-file.ts';
import { runProbe } from '#probe/run.ts';
import { openStore } from '#stores/open-store.ts';
import type { StoreApi } from '#stores/store-api.ts';
import type { ObjectStore } from '#stores/store.ts';
import { expectWhole } from '#tests/helpers/afterFault.ts';
import { aPlanFile } from '#tests/helpers/aProbe.ts';
import { KEY_ID, SECRET } from '#tests/helpers/littleS3.ts';
import { isDeep } from '#tests/helpers/deep.ts';
import { azuriteConnection } from '#tests/helpers/realServers.ts';
import { aBucket, theServer } from '#tests/helpers/theServer.ts';
import { has } from '#tests/helpers/tools.ts';
import type { ToolName } from '#tests/helpers/tools.ts';
import type { ServerKind } from '#tests/servers.ts';
import { Folder } from '#tests/helpers/folder.ts';

interface Kind {
  name: string;
  server: ServerKind & ToolName;
  at: { store: string; region: string; api: StoreApi };
  env(url: string): Record<string, string>;
  /** What is said where there is no bucket. */
  gone: RegExp;
  /** The emulator passes over the condition of a read. */
  readsOnCondition: boolean;
}

const KINDS: Kind[] = [
  {
    name: 'S3 (versitygw)',
    server: 'versitygw',
    at: { store: 'acme/store', region: 'us-east-1', api: 's3' },
    env: (url) => ({ AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: SECRET, AWS_ENDPOINT_URL: url }),
    gone: /the store says NoSuchBucket; make the bucket/,
    readsOnCondition: true,
  },
  {
    name: 'Azure (Azurite)',
    server: 'azurite',
    at: { store: 'azure/blob-hot', region: 'eastus', api: 'azure' },
    env: (url) => ({ AZURE_STORAGE_CONNECTION_STRING: azuriteConnection(url) }),
    gone: /the store says ContainerNotFound; make the bucket/,
    readsOnCondition: true,
  },
  {
    name: 'Google (fake-gcs-server)',
    server: 'fake-gcs-server',
    at: { store: 'google/standard', region: 'us-central1', api: 'google' },
    env: (url) => ({ STORAGE_EMULATOR_HOST: url }),
    gone: /25 requests in a row found nothing \(notFound\); is the bucket still there\?/,
    readsOnCondition: false,
  },
];

function planFor({ at, readsOnCondition }: Kind, bucket: string): PlanFileText {
  const targets = [{ ...at, store: `${at.store}@${at.region}`, bucket, unpriced: true }];
  return aPlanFile(
    [
      { op: ['GET', 'PUT', 'COPY', 'HEAD', 'LIST', 'DELETE'], requests: 12, warmup: 0 },
      { op: 'GET_RANGE', range: '1 KiB', requests: 12, warmup: 0, concurrency: 2 },
      { op: 'PUT', ifAbsent: true, requests: 12, warmup: 0 },
      { op: 'PUT', size: '3 KiB', ifMatch: true, requests: 12, warmup: 0 },
      ...(readsOnCondition ? [{ op: 'GET' as const, ifNoneMatch: true, requests: 12, warmup: 0 }] : []),
      { op: 'DELETE', batch: 3, requests: 4, warmup: 0, layout: 'flat' },
      { op: 'PUT', size: '6 MiB', parts: { size: '5 MiB', atOnce: 2 }, requests: 3, warmup: 0 },
      { op: 'MIXED', mix: { GET: 3, PUT: 1, DELETE: 1 }, requests: 20, warmup: 0, layout: 'random-prefix' },
    ],
    { targets: targets.map(({ region: _, ...target }) => target) },
  );
}

function connected({ at, env }: Kind, bucket: string, url: string): ObjectStore {
  return openStore({ ...at, bucket }, { env: env(url), home: '/nowhere', timeoutMs: 20_000 });
}

type Asking = 'head' | 'remove' | 'removeMany' | 'putPart';

/** The store with one of its operations replaced; `call` is what it was. */
function replaced(
  store: ObjectStore,
  name: Asking,
  by: (call: () => Promise<unknown>) => Promise<unknown>,
): ObjectStore {
  return new Proxy(store, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      const call = value.bind(target) as (...args: unknown[]) => Promise<unknown>;
      return property === name ? (...args: unknown[]) => by(() => call(...args)) : call;
    },
  });
}

/** As if the run were killed when the store has done what it was asked, and nobody has heard of it. */
function killedAfter(store: ObjectStore, name: Asking, at: number): ObjectStore {
  let count = 0;
  return replaced(store, name, async (call) => {
    const answer = await call();
    count += 1;
    if (count === at) throw new Error('killed');
    return answer;
  });
}

function onceBefore(store: ObjectStore, name: Asking, first: () => Promise<void>): ObjectStore {
  let done: Promise<void> | null = null;
  return replaced(store, name, async (call) => {
    await (done ??= first());
    return call();
  });
}

/** In the full tier S3, which most stores speak. */
const TAKEN = KINDS.filter(({ server }) => has(server) && (isDeep || server === 'versitygw'));

describe.each(TAKEN)('a probe of $name', (kind) => {
  async function onServer(
    work: (
      direct: ObjectStore,
      run: (open?: () => ObjectStore) => Promise<JournalState>,
      open: () => ObjectStore,
    ) => Promise<void>,
  ) {
    const url = await theServer(kind.server);
    const bucket = aBucket();
    const file = planFor(kind, bucket);
    const plan = parseProbePlan(file);
    using folder = new Folder();
    const open = () => connected(kind, bucket, url);
    const direct = open();
    expect(await direct.makeBucket()).toMatchObject({ code: null });
    await work(direct, (by = open) => runProbe(plan, file, { folder: folder.path, open: by }), open);
    expectWhole(readJournal(folder.path) ?? { samples: [] }, plannedRequests(plan));
    expect((await direct.list('')).keys).toEqual([]);
    expect((await direct.unfinished('')).uploads).toEqual([]);
    direct.close();
  }

  test('makes every request once, each well, and leaves nothing behind, however often it is killed', async () => {
    await onServer(async (direct, run, open) => {
      const kills = [
        ['remove', 5],
        ['removeMany', 2],
        ['putPart', 3],
      ] as const;
      for (const [name, at] of kills)
        await expect(run(() => killedAfter(open(), name, at))).rejects.toThrow('killed');
      expect((await direct.unfinished('')).uploads).toHaveLength(1);
      const { samples } = await run();
      expect(samples.filter(({ problem }) => problem !== null)).toEqual([]);
    });
  });

  test('whose bucket is deleted ends, says so, and goes on in a new one', async () => {
    await onServer(async (direct, run, open) => {
      const stopped = run(() => onceBefore(open(), 'head', () => emptied(direct)));
      await expect(stopped).rejects.toThrow(kind.gone);
      // It is still gone.
      await expect(run()).rejects.toThrow(/NotFound|notFound|NoSuchBucket/);
      await direct.makeBucket();
      const { samples } = await run();
      const wrong = samples.flatMap(({ problem, cell }) => (problem === null ? [] : [cell]));
      // Those that found nothing, before the run knew; and the one that told the second run.
      expect(wrong.length).toBeLessThan(30);
    });
  });
});

async function emptied(store: ObjectStore): Promise<void> {
  for (let isThere = true; isThere;) {
    const { keys } = await store.list('');
    await Promise.all(keys.map((key) => store.remove(key)));
    isThere = (await store.removeBucket()).status === 409;
  }
}
