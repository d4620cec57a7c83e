// needs: go, azurite
/** The routers read Azure's own interface: against Azurite, for real. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '#emit/route.ts';
import { AZURITE_ACCOUNT, AZURITE_KEY } from '#tests/helpers/realServers.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { side } from '#tests/helpers/emit/mover.ts';
import type { Side } from '#tests/helpers/emit/mover.ts';
import { R2, emitted, textOf, unpack } from '#tests/helpers/emit/plans.ts';
import {
  buildRouter,
  keyPath,
  loadWorker,
  startRouter,
  storeKeys,
  typeProblems,
} from '#tests/helpers/emit/routers.ts';
import type { RunningRouter } from '#tests/helpers/emit/routers.ts';

const AZURE = 'azure/blob-hot@eastus';
const ODD = "a b+c=ü'(1)*!.txt";
const KEYS = { ...storeKeys(2), STORE1_ACCOUNT: AZURITE_ACCOUNT, STORE1_KEY: AZURITE_KEY };

let blobs: Side;
let folder: Folder;
let router: RunningRouter;
const ask: Record<string, (key: string, init: RequestInit) => Promise<Response>> = {};

beforeAll(async () => {
  blobs = await side('azurite');
  await blobs.put(ODD, 'blob');
  folder = new Folder();
  const shape = [
    [0, AZURE],
    [30, R2],
  ] as const;
  const emission = emitted(shape, {
    buckets: { [AZURE]: blobs.bucket, [R2]: 'b' },
    endpoints: { [AZURE]: blobs.way.url, [R2]: 'http://127.0.0.1:9' },
  });
  unpack(emission, folder.path);
  expect(typeProblems(`${folder.path}/router/worker.ts`)).toEqual([]);
  const route = JSON.parse(folder.read('router/route.json')) as Route;
  expect(route.stores.map(({ kind }) => kind)).toEqual(['azure', 'r2']);
  expect(textOf(emission, 'README.md')).toContain('STORE1_ACCOUNT STORE1_KEY');
  const worker = (await loadWorker(folder, ['worker'])) as {
    answer(route: Route, request: Request, env: Record<string, unknown>): Promise<Response>;
  };
  await buildRouter(folder);
  router = await startRouter(folder, ['-route', 'route.json'], KEYS);
  ask['the Worker'] = (key, init) =>
    worker.answer(route, new Request(`https://r.example/${keyPath(key)}`, init), KEYS);
  ask['the router in Go'] = (key, init) => fetch(`${router.url}/${keyPath(key)}`, init);
});

afterAll(async () => {
  router?.kill();
  folder?.[Symbol.dispose]();
  await blobs?.[Symbol.asyncDispose]();
});

describe.each(['the Worker', 'the router in Go'])('%s', (name) => {
  const read = (init: RequestInit = {}) => ask[name]!(ODD, init);

  test('reads a blob whole, in part, and its head', async () => {
    const whole = await read();
    expect([whole.status, whole.headers.get('x-stowage-store'), await whole.text()]).toEqual([
      200,
      'store1',
      'blob',
    ]);
    const part = await read({ headers: { range: 'bytes=1-2' } });
    expect([part.status, await part.text()]).toEqual([206, 'lo']);
    const head = await read({ method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '4']);
  });

  test('says that a blob is as it was', async () => {
    const etag = (await read()).headers.get('etag') ?? '';
    expect((await read({ headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});
