// needs: go
/** The routers of splits by size and popularity, run for real against little S3 servers. Needs Go. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Route } from '#emit/route.ts';
import type { SplitRule } from '#emit/course-types.ts';
import { Bucket } from '#stores/little-s3/buckets.ts';
import { BUCKET, littleS3 } from '#tests/helpers/littleS3.ts';
import type { TestStore } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { unpack } from '#tests/helpers/emit/plans.ts';
import { EXPRESS, GLACIER, STANDARD, byPopularity, bySize, splitOf } from '#tests/helpers/emit/splits.ts';
import {
  BEARER,
  bodyIn,
  buildRouter,
  expectGoAgrees,
  keyPath,
  loadWorker,
  objectsIn,
  said,
  startRouter,
  storeKeys,
  typeProblems,
  until,
  withWrites,
} from '#tests/helpers/emit/routers.ts';
import type { Ask, RunningRouter } from '#tests/helpers/emit/routers.ts';

const DIRECTORY = 'mine--use1-az4--x-s3';
const KEYS = storeKeys(2);
const ENV: Record<string, unknown> = withWrites(KEYS);
const MOST_SMALL = 16_384;

type Divided = Route & { split: SplitRule };
interface Worker {
  homeOf(rule: SplitRule, bytes: number): string;
  order(rule: SplitRule, key: string, bytes: number | null, popular: boolean | null): string[];
  sizeOf(header: string | null): number | null;
  answer(
    route: Divided,
    request: Request,
    env: Record<string, unknown>,
    later?: (work: Promise<unknown>) => void,
  ): Promise<Response>;
}

/** By size: small objects in a directory bucket. By popularity: in a bucket like that of the others. */
let first: TestStore;
let second: TestStore;
const folders: Partial<Record<SplitRule['by'], Folder>> = {};
const routes: Partial<Record<SplitRule['by'], Divided>> = {};
let worker: Worker;

const folderOf = (by: SplitRule['by']) => folders[by]!;
const routeOf = (by: SplitRule['by']) => routes[by]!;

beforeAll(async () => {
  [first, second] = await Promise.all([littleS3(), littleS3()]);
  first.server.buckets.set(DIRECTORY, new Bucket());
  const endpoints = (refs: readonly string[]) =>
    Object.fromEntries(refs.map((ref, i) => [ref, (i === 0 ? first : second).server.url]));
  const keys = [{ ref: STANDARD, prefix: 'films/', suffix: '.mp4' }];
  const emissions = {
    size: splitOf(bySize([EXPRESS, STANDARD]), {
      keys,
      buckets: { [EXPRESS]: DIRECTORY, [STANDARD]: BUCKET },
      endpoints: endpoints([EXPRESS, STANDARD]),
    }),
    popularity: splitOf(byPopularity(), {
      buckets: { [STANDARD]: BUCKET, [GLACIER]: BUCKET },
      endpoints: endpoints([STANDARD, GLACIER]),
    }),
  };
  for (const by of ['size', 'popularity'] as const) {
    const folder = new Folder();
    folders[by] = folder;
    unpack(emissions[by], folder.path);
    routes[by] = JSON.parse(folder.read('router/route.json')) as Divided;
  }
  worker = (await loadWorker(folderOf('size'), ['worker', 'keys', 'split'])) as Worker;
});

afterAll(async () => {
  await Promise.all([first, second].map((one) => one[Symbol.asyncDispose]()));
  for (const folder of Object.values(folders)) folder[Symbol.dispose]();
});

const objects = (store: TestStore, by: SplitRule['by']) =>
  objectsIn(store, store === first && by === 'size' ? DIRECTORY : BUCKET);
beforeEach(() => {
  for (const by of ['size', 'popularity'] as const)
    for (const store of [first, second]) objects(store, by).clear();
});
const put = (store: TestStore, by: SplitRule['by'], key: string, body: string) =>
  objects(store, by).set(key, { body: Buffer.from(body), etag: '"x"' });
const bodyOf = (store: TestStore, by: SplitRule['by'], key: string) => bodyIn(objects(store, by), key);

test('what is emitted is by the sizes and the popular keys of the plan', () => {
  expect(routeOf('size').split).toMatchObject({
    by: 'size',
    upToBytes: MOST_SMALL,
    objects: null,
    keys: [{ prefix: 'films/', suffix: '.mp4', store: 'store2' }],
  });
  expect(routeOf('popularity').split).toMatchObject({
    by: 'popularity',
    upToBytes: null,
    objects: 10_000_000,
    askFirst: 'store1',
    firstClass: null,
    secondClass: 'GLACIER_IR',
  });
});

test('the worker is TypeScript without an error', () => {
  expect(typeProblems(path.join(folderOf('size').path, 'router/split.ts'))).toEqual([]);
});

/** What both routers do. */
function behaves(askOf: (by: SplitRule['by']) => Ask) {
  test('a write goes to the store of its size, whole, and a read finds it in either', async () => {
    const ask = askOf('size');
    for (const [key, bytes, id] of [
      ["a b/c+=ü'(1)*!", MOST_SMALL, 'store1'],
      ['large', MOST_SMALL + 1, 'store2'],
      ['empty', 0, 'store1'],
      ['huge', 3_000_000, 'store2'],
    ] as const) {
      const body = 'x'.repeat(bytes);
      const written = await ask(key, {
        method: 'PUT',
        body,
        headers: { ...BEARER, 'content-length': String(bytes) },
      });
      expect(written).toMatchObject({ status: 200, store: id });
      expect([bodyOf(first, 'size', key), bodyOf(second, 'size', key)]).toEqual(
        id === 'store1' ? [body, null] : [null, body],
      );
      expect(await ask(key)).toEqual({ status: 200, store: id, text: body });
    }
  });

  test('an object written again in another size is in one store alone; a delete leaves it in none', async () => {
    const ask = askOf('size');
    const write = (bytes: number) =>
      ask('k', {
        method: 'PUT',
        body: 'x'.repeat(bytes),
        headers: { ...BEARER, 'content-length': String(bytes) },
      });
    await write(MOST_SMALL + 5);
    await write(5);
    expect([bodyOf(first, 'size', 'k'), bodyOf(second, 'size', 'k')]).toEqual(['xxxxx', null]);
    expect((await ask('k', { method: 'DELETE', headers: BEARER })).status).toBeLessThan(300);
    expect(bodyOf(first, 'size', 'k')).toBeNull();
    expect((await ask('k')).status).toBe(404);
  });

  test('a read that says its size, or whose key tells its store, asks that one first', async () => {
    const ask = askOf('size');
    // In both, so that the answer tells who was asked first.
    for (const key of ['films/a.mp4', 'other'])
      for (const store of [first, second]) put(store, 'size', key, store === first ? 'small' : 'large');
    expect((await ask('other')).store).toBe(routeOf('size').split.askFirst);
    expect((await ask('films/a.mp4')).store).toBe('store2');
    const size = (bytes: number) => ({ headers: { 'x-stowage-size': String(bytes) } });
    expect((await ask('films/a.mp4', size(MOST_SMALL))).store).toBe('store1');
    expect((await ask('other', size(MOST_SMALL + 1))).store).toBe('store2');
    expect(await ask('other', { headers: { 'x-stowage-size': '999999', range: 'bytes=1-2' } })).toMatchObject(
      { status: 206, text: 'ar' },
    );
  });

  test('a write of no stated length is refused, and without the secret any', async () => {
    const ask = askOf('size');
    const pieces = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new Uint8Array(10));
          controller.close();
        },
      });
    const streamed: RequestInit & { duplex: 'half' } = {
      method: 'PUT',
      body: pieces(),
      headers: BEARER,
      duplex: 'half',
    };
    expect((await ask('k', streamed)).status).toBe(411);
    expect((await ask('k', { method: 'PUT', body: 'x', headers: { 'content-length': '1' } })).status).toBe(
      403,
    );
    expect((await ask('k', { method: 'DELETE' })).status).toBe(403);
    expect((await ask('k', { method: 'PATCH', headers: BEARER })).status).toBe(405);
    expect([objects(first, 'size').size, objects(second, 'size').size]).toEqual([0, 0]);
  });

  test('by popularity what is written goes to all others, and leaves the popular', async () => {
    const ask = askOf('popularity');
    put(first, 'popularity', 'k', 'old');
    put(second, 'popularity', 'cold', 'cold');
    expect(await ask('k')).toEqual({ status: 200, store: 'store1', text: 'old' });
    expect(await ask('cold')).toEqual({ status: 200, store: 'store2', text: 'cold' });
    const written = await ask('k', {
      method: 'PUT',
      body: 'new',
      headers: { ...BEARER, 'content-length': '3' },
    });
    expect(written).toMatchObject({ status: 200, store: 'store2' });
    expect([bodyOf(first, 'popularity', 'k'), bodyOf(second, 'popularity', 'k')]).toEqual([null, 'new']);
    expect(await ask('k')).toEqual({ status: 200, store: 'store2', text: 'new' });
  });
}

describe('the worker', () => {
  behaves((by) => async (key, init = {}) => {
    const request = new Request(`https://router.example/${keyPath(key)}`, init);
    return said(await worker.answer(routeOf(by), request, ENV));
  });

  test('what no store could answer for is no missing object', async () => {
    const { STORE2_ACCESS_KEY_ID: _none, ...env } = ENV;
    const answer = await worker.answer(routeOf('size'), new Request('https://router.example/k'), env);
    expect(answer.status).toBe(502);
  });

  test('an R2 bucket is written by its binding, in its class', async () => {
    const written: unknown[] = [];
    const binding = {
      put: async (key: string, body: ReadableStream, options: unknown) => {
        written.push([key, await new Response(body).text(), options]);
      },
    };
    const { split } = routeOf('size');
    const route = { ...routeOf('size'), split: { ...split, secondClass: 'STANDARD_IA' } };
    const answer = await worker.answer(
      route,
      new Request('https://router.example/k', {
        method: 'PUT',
        body: 'x'.repeat(MOST_SMALL + 1),
        headers: { ...BEARER, 'content-length': String(MOST_SMALL + 1), 'content-type': 'text/plain' },
      }),
      { ...ENV, STORE2: binding },
    );
    expect(answer.status).toBe(200);
    expect(written).toEqual([
      [
        'k',
        'x'.repeat(MOST_SMALL + 1),
        { httpMetadata: { contentType: 'text/plain' }, storageClass: 'InfrequentAccess' },
      ],
    ]);
  });
});

describe('the list of popular keys of the worker', () => {
  test("is made by what the guide says, in the page's zip as on the command line: no keys are known before reads", () => {
    const guide = readFileSync(path.join(folderOf('popularity').path, 'README.md'), 'utf8');
    expect(guide).toContain('node router/popular.mjs keys.txt router/popular.bin');
    expect(existsSync(path.join(folderOf('popularity').path, 'router/popular.mjs'))).toBe(true);
  });

  /** What `popular.mjs` says of a list, and what it makes of it. */
  const made = (keys: string, args = ['keys.txt', 'popular.bin']) => {
    const folder = folderOf('popularity');
    folder.write('router/keys.txt', keys);
    const cwd = path.join(folder.path, 'router');
    const { status, stderr } = spawnSync(process.execPath, ['popular.mjs', ...args], {
      cwd,
      encoding: 'utf8',
    });
    if (status !== 0) return { status, stderr, list: new ArrayBuffer(0) };
    return { status, stderr, list: new Uint8Array(readFileSync(path.join(cwd, 'popular.bin'))).buffer };
  };
  const keysOf = (name: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${name}/ü ${i}.jpg`);

  afterAll(() => void vi.useRealTimers());

  test('is followed as it changes, and no reader waits for it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    for (const key of ['p', 'q']) for (const store of [first, second]) put(store, 'popularity', key, key);
    let value: ArrayBuffer | null = made('p\n').list;
    const asked: unknown[] = [];
    const get = (name: string, options: unknown) => {
      asked.push([name, options]);
      return Promise.resolve(value);
    };
    let work: Promise<string> = Promise.resolve('');
    const storeOf = async (key: string) => {
      const answer = await worker.answer(
        routeOf('popularity'),
        new Request(`https://router.example/${key}`),
        { ...ENV, POPULAR: { get } },
        (later) => (work = later.then(() => '', String)),
      );
      await answer.body?.cancel();
      return answer.headers.get('x-stowage-store');
    };
    expect(await storeOf('q')).toBe(routeOf('popularity').split.askFirst);
    await work;
    expect([await storeOf('p'), await storeOf('q')]).toEqual(['store1', 'store2']);
    expect(asked).toEqual([['popular', { type: 'arrayBuffer', cacheTtl: 300 }]]);

    value = made('q\r\n\nand more').list;
    expect(await storeOf('q')).toBe('store2');
    vi.setSystemTime(Date.now() + 300_000);
    expect(await storeOf('q')).toBe('store2');
    await work;
    expect([await storeOf('p'), await storeOf('q')]).toEqual(['store2', 'store1']);

    // What is no list is said, and the last one stays.
    for (const wrong of [null, new TextEncoder().encode('p\nq\n').buffer]) {
      value = wrong;
      vi.setSystemTime(Date.now() + 300_000);
      expect(await storeOf('q')).toBe('store1');
      expect(await work).toMatch(/POPULAR holds no list .* popular\.mjs makes one/);
      expect([await storeOf('p'), await storeOf('q')]).toEqual(['store2', 'store1']);
    }
  });

  test('has every key, and few others pass for one', async () => {
    const keys = keysOf('in', 20_000);
    const { list, stderr } = made(`${keys.join('\n')}\n`);
    expect(stderr).toBe('20000 keys in popular.bin; about 0.8 % of other keys pass for one of them\n');
    const { has } = (await import(
      /* @vite-ignore */ pathToFileURL(path.join(folderOf('size').path, 'router/keys.mjs')).href
    )) as { has(bits: Uint8Array, key: string): boolean };
    const bits = new Uint8Array(list).subarray('stowage-keys-1\n'.length);
    expect(keys.filter((key) => !has(bits, key))).toEqual([]);
    const others = keysOf('out', 20_000).filter((key) => has(bits, key)).length;
    expect(others / 20_000).toBeLessThan(0.013);
    expect(others).toBeGreaterThan(0);
  });

  test.each([
    ['no list', '\n\n', undefined, 'stowage: keys.txt names no key\n'],
    ['a list that is not there', 'p', ['none.txt', 'x.bin'], /^stowage: ENOENT.*none\.txt/],
    ['a name missing', 'p', ['keys.txt'], /^stowage: name the list and what to write: node popular\.mjs/],
  ])('%s is said in words', (_, keys, args, words) => {
    const { status, stderr } = made(keys, args);
    expect([status, stderr]).toEqual([1, typeof words === 'string' ? words : expect.stringMatching(words)]);
  });

  test('is bound by what deploys the worker, and the guide says how it is filled', () => {
    const folder = folderOf('popularity');
    expect(JSON.parse(folder.read('router/wrangler.json'))).toMatchObject({
      kv_namespaces: [{ binding: 'POPULAR' }],
    });
    const guide = folder.read('README.md');
    expect(guide).toMatch(
      /npx wrangler deploy[^]*top-keys\.sh[^]*popular\.mjs keys\.txt[^]*kv key put popular --binding POPULAR/,
    );
    expect(folderOf('size').read('router/wrangler.json')).not.toMatch('POPULAR');
  });
});

describe('the router in Go', () => {
  test('is laid out as gofmt does, go vet finds nothing, and it asks in the order of the worker', async () => {
    const text = fc.constantFrom('', 'a', 'films/', '.mp4', 'films/a', '.mp', 'ü');
    const id = fc.constantFrom('store1', 'store2');
    const cases = fc.sample(
      fc.record({
        rule: fc.record({
          by: fc.constantFrom('size' as const, 'popularity' as const),
          first: fc.constant('store1'),
          second: fc.constant('store2'),
          upToBytes: fc.option(fc.integer({ min: 0, max: 1000 })),
          objects: fc.constant(null),
          askFirst: id,
          keys: fc.array(fc.record({ prefix: text, suffix: text, store: id }), { maxLength: 3 }),
          firstClass: fc.constant(null),
          secondClass: fc.constant(null),
        }),
        key: fc.tuple(text, text, text).map((parts) => parts.join('')),
        popular: fc.option(fc.boolean()),
        header: fc.oneof(
          fc.nat({ max: 2000 }).map(String),
          fc.constantFrom('', '-1', '1e3', ' 5', '9'.repeat(16), 'x'),
        ),
      }),
      400,
    );
    const answered = cases.map(({ rule, key, header, popular }) => {
      const bytes = worker.sizeOf(header);
      return { rule, key, header, popular, bytes, order: worker.order(rule, key, bytes, popular) };
    });
    expect(new Set(answered.map(({ order }) => order[0])).size).toBe(2);
    await expectGoAgrees(folderOf('size'), answered, GO_CASES);
  });

  describe('at work', () => {
    const running = new Map<string, RunningRouter>();
    const file = (name: string) => path.join(folderOf('popularity').path, name);
    beforeAll(async () => {
      folderOf('popularity').write('reads/none', '');
      for (const by of ['size', 'popularity'] as const) {
        await buildRouter(folderOf(by));
        const popular = by === 'popularity' ? ['-popular', file('keys.txt'), '-reads', file('reads')] : [];
        const args = ['-route', 'route.json', ...popular];
        running.set(by, await startRouter(folderOf(by), args, withWrites(KEYS)));
      }
    });
    afterAll(() => {
      for (const one of running.values()) one.kill();
    });
    const askOf =
      (by: SplitRule['by']): Ask =>
      async (key, init = {}) => {
        const { 'content-length': _own, ...headers } = Object.fromEntries(new Headers(init.headers));
        return said(await fetch(`${running.get(by)?.url}/${keyPath(key)}`, { ...init, headers }));
      };

    behaves(askOf);

    test('counts what it asked in vain', async () => {
      const { askFirst } = routeOf('size').split;
      put(askFirst === 'store1' ? second : first, 'size', 'elsewhere', 'x');
      await askOf('size')('elsewhere');
      const text = await (await fetch(running.get('size')?.metrics ?? '')).text();
      expect(text).toMatch(new RegExp(`stowage_vain_asks_total\\{store="${askFirst}"\\} [1-9]`));
    });

    test('follows the list of popular keys as it changes, and writes down what is read', async () => {
      const ask = askOf('popularity');
      for (const key of ['p', 'q']) for (const store of [first, second]) put(store, 'popularity', key, key);
      const list = (text: string) => folderOf('popularity').write('keys.txt', text);
      list('p\n');
      await until(async () => (await ask('q')).store === 'store2');
      expect((await ask('p')).store).toBe('store1');
      list('q\nand more\n');
      await until(async () => (await ask('p')).store === 'store2');
      expect((await ask('q')).store).toBe('store1');
      const day = new Date().toISOString().slice(0, 10);
      await until(() => Promise.resolve(/^q$/m.test(folderOf('popularity').read(`reads/reads-${day}`))));
    });
  });
});

const GO_CASES = `package main

import (
	"slices"
	"testing"
)

func TestAsksInTheOrderOfTheWorker(t *testing.T) {
	type answered struct {
		Rule        SplitRule
		Key, Header string
		Bytes       *int64
		Popular     *bool
		Order       []string
	}
	for i, one := range casesOf[answered](t) {
		size := SizeOf(one.Header)
		if (size == nil) != (one.Bytes == nil) || size != nil && *size != *one.Bytes {
			t.Errorf("case %d: size of %q", i, one.Header)
		}
		if order := one.Rule.Order(one.Key, size, one.Popular); !slices.Equal(order, one.Order) {
			t.Errorf("case %d: order %v, not %v", i, order, one.Order)
		}
	}
}
`;
