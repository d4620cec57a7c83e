/** A whole probe of Azure, on Microsoft's own emulator, with a connection string. */
import { describe, expect, test } from 'vitest';
import { measurementsOf } from '#probe/measurements.ts';
import { parseProbePlan, plannedRequests } from '#probe/plan-file.ts';
import { readJournal } from '#probe/journal.ts';
import { runProbe } from '#probe/run.ts';
import type { RunWorld } from '#probe/run.ts';
import { openStore } from '#stores/open-store.ts';
import type { ObjectStore } from '#stores/store.ts';
import { aPlanFile } from '../helpers/aProbe.ts';
import { expectWhole } from '../helpers/afterFault.ts';
import { azurite, azuriteConnection } from '../helpers/realServers.ts';
import { Folder } from '../helpers/runCli.ts';

const CONTAINER = 'a-container';
const targets = [{ store: 'azure/blob-hot@eastus', bucket: CONTAINER, unpriced: true }];
const FILE = aPlanFile(
  [
    { op: ['GET', 'PUT', 'COPY', 'HEAD', 'LIST', 'DELETE'], requests: 12, warmup: 0 },
    { op: 'GET_RANGE', range: '1 KiB', requests: 12, warmup: 0, concurrency: 2 },
    { op: 'PUT', ifAbsent: true, requests: 12, warmup: 0 },
    { op: ['PUT', 'GET'], size: '3 KiB', ifMatch: true, ifNoneMatch: true, requests: 12, warmup: 0 },
    { op: 'DELETE', batch: 3, requests: 4, warmup: 0, layout: 'flat' },
    { op: 'PUT', size: '6 MiB', parts: { size: '5 MiB', atOnce: 2 }, requests: 3, warmup: 0 },
    { op: 'MIXED', mix: { GET: 3, PUT: 1, DELETE: 1 }, requests: 20, warmup: 0, layout: 'random-prefix' },
  ],
  { targets },
);
const PLAN = parseProbePlan(FILE);

function connected(url: string, bucket = CONTAINER): ObjectStore {
  return openStore(
    { store: 'azure/blob-hot', region: 'eastus', bucket },
    { env: { AZURE_STORAGE_CONNECTION_STRING: azuriteConnection(url) }, home: '/nowhere', timeoutMs: 20_000 },
  );
}

/** The run, to its end; `world` may change how the store is opened. */
const run = (url: string, folder: Folder, world: Partial<RunWorld> = {}) =>
  runProbe(PLAN, FILE, { folder: folder.path, open: ({ bucket }) => connected(url, bucket), ...world });

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

async function expectNothingLeft(url: string) {
  const store = connected(url);
  expect((await store.list('')).keys).toEqual([]);
  expect((await store.unfinished('')).uploads).toEqual([]);
  store.close();
}

describe('a probe of Azure', () => {
  test('makes every request once, each well, and leaves nothing behind, be it killed or not', async () => {
    await using server = await azurite();
    const direct = connected(server.url);
    expect(await direct.makeBucket()).toMatchObject({ code: null });
    using folder = new Folder();
    const kills = [
      ['remove', 5],
      ['removeMany', 2],
      ['putPart', 3],
    ] as const;
    for (const [name, at] of kills) {
      const open = () => killedAfter(connected(server.url), name, at);
      await expect(run(server.url, folder, { open })).rejects.toThrow('killed');
    }
    expect((await direct.unfinished('')).uploads).toHaveLength(1);
    const before = readJournal(folder.path)?.samples ?? [];
    const state = await run(server.url, folder);
    expect(state.samples.slice(0, before.length)).toEqual(before);
    expectWhole(state, plannedRequests(PLAN));
    expect(state.samples.filter(({ problem }) => problem !== null)).toEqual([]);
    await expectNothingLeft(server.url);
    const rows = measurementsOf(PLAN, state, () => null);
    expect(new Set(rows.map(({ store }) => store))).toEqual(new Set(['azure/blob-hot']));
    direct.close();
  }, 120_000);

  test('whose container is deleted ends, says so, and goes on in a new one', async () => {
    await using server = await azurite();
    const direct = connected(server.url);
    await direct.makeBucket();
    using folder = new Folder();
    const open = () => onceBefore(connected(server.url), 'head', () => emptied(direct));
    const stopped = run(server.url, folder, { open });
    await expect(stopped).rejects.toThrow(/the store says ContainerNotFound; make the bucket/);
    // Nothing is there, and so nothing has to go.
    await run(server.url, folder, { cleansOnly: true });
    await direct.makeBucket();
    const state = await run(server.url, folder);
    expectWhole(state, plannedRequests(PLAN));
    await expectNothingLeft(server.url);
    direct.close();
  }, 120_000);
});

async function emptied(store: ObjectStore): Promise<void> {
  for (let isThere = true; isThere;) {
    const { keys } = await store.list('');
    await Promise.all(keys.map((key) => store.remove(key)));
    isThere = (await store.removeBucket()).status === 409;
  }
}
