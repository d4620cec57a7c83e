// needs: go
/** The reference routers, run for real against little S3 servers. Needs Go. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '#emit/route.ts';
import { Bucket } from '#stores/little-s3/buckets.ts';
import { BUCKET, littleS3 } from '#tests/helpers/littleS3.ts';
import type { TestStore } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { EXPRESS, R2, STANDARD, emitted, unpack } from '#tests/helpers/emit/plans.ts';
import {
  buildRouter,
  expectGoAgrees,
  keyPath,
  loadWorker,
  startRouter,
  storeKeys,
  typeProblems,
} from '#tests/helpers/emit/routers.ts';

const DIRECTORY = 'mine--use1-az4--x-s3';
const KEYS = storeKeys(3);

interface Worker {
  ageOf(route: Route, key: string, nowMs: number): number | null;
  placeOf(route: Route, told: string | null, country: string, continent: string): string;
  routeOfKey(route: Route, key: string): Route;
  tries(route: Route, ageDays: number | null, place: string): string[];
  answer(route: Route, request: Request, env: Record<string, unknown>): Promise<Response>;
}

/** Express until two days, then S3 in two buckets of which the second is R2's interface. */
let hot: TestStore;
let warm: TestStore;
let cold: TestStore;
let folder: Folder;
let worker: Worker;
let route: Route;

beforeAll(async () => {
  [hot, warm, cold] = await Promise.all([littleS3(), littleS3(), littleS3()]);
  hot.server.buckets.set(DIRECTORY, new Bucket());
  const emission = emitted(
    [
      [0, EXPRESS],
      [2, STANDARD],
      [30, R2],
    ],
    {
      keyDate: '{yyyy}/{mm}/{dd}',
      buckets: { [EXPRESS]: DIRECTORY, [STANDARD]: BUCKET, [R2]: BUCKET },
      endpoints: { [EXPRESS]: hot.server.url, [STANDARD]: warm.server.url, [R2]: cold.server.url },
    },
  );
  folder = new Folder();
  unpack(emission, folder.path);
  route = JSON.parse(folder.read('router/route.json')) as Route;
  worker = (await loadWorker(folder, ['worker'])) as Worker;
});

afterAll(async () => {
  await Promise.all([hot, warm, cold].map((one) => one[Symbol.asyncDispose]()));
  folder[Symbol.dispose]();
});

const dayAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '/');

function put(store: TestStore, bucket: string, key: string, body: string): void {
  store.server.buckets.get(bucket)?.set(key, { body: Buffer.from(body), etag: '"x"' });
}

test('the worker is TypeScript without an error', () => {
  expect(typeProblems(path.join(folder.path, 'router/worker.ts'))).toEqual([]);
});

describe('which stores are tried', () => {
  test('the one of the age first, then its neighbours in time', () => {
    expect(worker.tries(route, 0.5, 'internet/europe')).toEqual(['store1', 'store2', 'store3']);
    expect(worker.tries(route, 2, 'internet/europe')).toEqual(['store2', 'store1', 'store3']);
    expect(worker.tries(route, 400, 'internet/europe')).toEqual(['store3', 'store2', 'store1']);
  });

  test('an age that the key does not tell: by their turn', () => {
    const [first, second, third] = route.segments;
    const told = { ...route, segments: [{ ...first!, turn: 1 }, { ...second!, turn: 0 }, third!] };
    expect(worker.tries(told, null, 'internet/europe')[0]).toBe('store2');
  });

  test('the date in a key is its age; without one there is none', () => {
    const now = Date.UTC(2026, 10, 20, 12);
    expect(worker.ageOf(route, 'logs/2026/11/19/a', now)).toBe(1.5);
    expect(worker.ageOf(route, 'logs/2026/11/21/a', now)).toBe(0);
    expect(worker.ageOf(route, 'logs/a', now)).toBeNull();
    expect(worker.ageOf({ ...route, keyDate: 'a.(b)/{yyyy}{mm}' }, 'a.(b)/202610', now)).toBeCloseTo(50.5);
    expect(worker.ageOf({ ...route, keyDate: 'a.(b)/{yyyy}{mm}' }, 'axbb/202610', now)).toBeNull();
    expect(worker.ageOf({ ...route, keyDate: 'a{2}/{yyyy}{mm}' }, 'a{2}/202610', now)).toBeCloseTo(50.5);
    expect(worker.ageOf({ ...route, keyDate: 'a{2}/{yyyy}{mm}' }, 'aa/202610', now)).toBeNull();
  });

  test('a prefix tells new objects from those that were there before', () => {
    const [first, second, third] = route.segments;
    const apart = {
      ...route,
      segments: [{ ...first!, prefix: 'new/' }, { ...second!, prefix: 'new/' }, third!],
    };
    const tries = (key: string) => worker.tries(worker.routeOfKey(apart, key), null, 'internet/europe');
    expect(tries('new/a')).toEqual(['store1', 'store2']);
    expect(tries('a')).toEqual(['store3']);
  });

  test('readers are where they say, then by country, then by continent, else where most are', () => {
    const places = [
      { place: 'aws/us-east-1', share: 0.2, countries: [], continents: [] },
      { place: 'internet/europe', share: 0.3, countries: [], continents: ['EU'] },
      { place: 'internet/DE', share: 0.5, countries: ['DE'], continents: [] },
    ];
    const placeOf = (told: string | null, country: string, continent: string) =>
      worker.placeOf({ ...route, places }, told, country, continent);
    expect(placeOf('aws/us-east-1', 'DE', 'EU')).toBe('aws/us-east-1');
    expect(placeOf(null, 'DE', 'EU')).toBe('internet/DE');
    expect(placeOf(null, 'FR', 'EU')).toBe('internet/europe');
    expect(placeOf(null, 'JP', 'AS')).toBe('internet/DE');
  });
});

const read = (key: string, init: RequestInit = {}, env: Record<string, unknown> = KEYS) =>
  worker.answer(route, new Request(`https://router.example/${keyPath(key)}`, init), env);

describe('the worker', () => {
  test('reads a young object from the directory bucket, over a session it keeps', async () => {
    const key = `${dayAgo(0)}/a b+c=ü'(1)*!.txt`;
    put(hot, DIRECTORY, key, 'hot');
    for (let i = 0; i < 2; i += 1) {
      const found = await read(key);
      expect([found.status, found.headers.get('x-stowage-store'), await found.text()]).toEqual([
        200,
        'store1',
        'hot',
      ]);
    }
    expect(hot.server.sessions.count).toBe(1);
  });

  test('an object that has moved, or has not yet, is found in the next store', async () => {
    const moved = `${dayAgo(0)}/moved`;
    put(warm, BUCKET, moved, 'warm');
    expect((await read(moved)).headers.get('x-stowage-store')).toBe('store2');
    const late = `${dayAgo(45)}/late`;
    put(warm, BUCKET, late, 'warm');
    const found = await read(late, { headers: { range: 'bytes=1-2' } });
    expect([found.status, found.headers.get('content-range'), await found.text()]).toEqual([
      206,
      'bytes 1-2/4',
      'ar',
    ]);
  });

  test('what is nowhere is not found; a store without keys or out of order is passed over; no other method', async () => {
    expect((await read('nowhere')).status).toBe(404);
    expect((await read('x', { method: 'PUT', body: 'x' })).status).toBe(405);
    const key = `${dayAgo(5)}/y`;
    put(cold, BUCKET, key, 'cold');
    const keysOfThird = Object.fromEntries(
      Object.entries(KEYS).filter(([name]) => name.startsWith('STORE3')),
    );
    expect((await read(key, {}, keysOfThird)).headers.get('x-stowage-store')).toBe('store3');
    expect((await read(key, { method: 'HEAD' })).status).toBe(200);
  });

  test('R2 is read by its binding where there is one', async () => {
    const objects = new Map([['2020/01/01/z', 'bound']]);
    const found = (key: string) => {
      const text = objects.get(key);
      return text === undefined
        ? null
        : {
            httpEtag: '"e"',
            size: text.length,
            writeHttpMetadata: () => undefined,
            body: new Blob([text]).stream(),
          };
    };
    const binding = {
      get: (key: string) => Promise.resolve(found(key)),
      head: (key: string) => Promise.resolve(found(key)),
    };
    const answer = await read('2020/01/01/z', {}, { ...KEYS, STORE3: binding });
    expect([answer.status, answer.headers.get('x-stowage-store'), await answer.text()]).toEqual([
      200,
      'store3',
      'bound',
    ]);
    expect(
      (await read('2020/01/01/z', { method: 'HEAD' }, { ...KEYS, STORE3: binding })).headers.get(
        'content-length',
      ),
    ).toBe('5');
  });
});

const anyRoute = fc
  .record({
    stores: fc.integer({ min: 1, max: 4 }),
    ages: fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 3 }),
    keyDate: fc.constantFrom(
      null,
      '{yyyy}/{mm}/{dd}',
      'd={yyyy}-{mm}-{dd}T{hh}',
      'a.(b)[{yyyy}{mm}',
      'a{2}{yyyy}{mm}',
    ),
    picks: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
    forEver: fc.boolean(),
  })
  .map(({ stores, ages, keyDate, picks, forEver }): Route => {
    const ids = Array.from({ length: stores }, (_, i) => `store${i + 1}`);
    const pick = (n: number) => ids[(picks[n % 12] ?? 0) % stores] ?? 'store1';
    const cuts = [0, ...ages.toSorted((a, b) => a - b)];
    return {
      ...route,
      keyDate,
      places: [
        { place: 'aws/us-east-1', share: ((picks[0] ?? 0) % 10) / 10, countries: [], continents: [] },
        { place: 'internet/DE', share: 0.5, countries: ['DE'], continents: [] },
        { place: 'internet/europe', share: 0.5, countries: [], continents: ['EU'] },
      ],
      segments: cuts.map((fromDays, i) => ({
        fromDays,
        toDays: cuts[i + 1] ?? (forEver ? null : 400),
        readShare: 1 / cuts.length,
        turn: (picks[i] ?? 0) % 4,
        holders: [...new Set([pick(i), pick(i + 4)])],
        servers: { 'aws/us-east-1': pick(i), 'internet/DE': pick(i + 4) },
        prefix: [null, null, 'x/', 'pl'][(picks[i + 8] ?? 0) % 4] ?? null,
      })),
    };
  });

describe('the router in Go', () => {
  test('is laid out as gofmt does, go vet finds nothing, and it agrees with the worker on any route', async () => {
    const questions = fc.record({
      route: anyRoute,
      at: fc.date({ min: new Date('2024-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
      ageDays: fc.integer({ min: -3, max: 500 }),
      form: fc.constantFrom('%Y/%M/%D/a', 'x/d=%Y-%M-%DT%H/a', 'a.(b)[%Y%M', 'plain', '9999/99/99'),
      named: fc.constantFrom('', 'aws/us-east-1', 'nowhere'),
      country: fc.constantFrom('', 'DE', 'FR'),
      continent: fc.constantFrom('', 'EU', 'AS'),
    });
    const cases = fc
      .sample(questions, 400)
      .map(({ route: one, at, ageDays, form, named, country, continent }) => {
        const made = new Date(at.getTime() - ageDays * 86_400_000).toISOString();
        const key = form
          .replace('%Y', made.slice(0, 4))
          .replace('%M', made.slice(5, 7))
          .replace('%D', made.slice(8, 10))
          .replace('%H', made.slice(11, 13));
        const nowMs = at.getTime();
        const age = worker.ageOf(one, key, nowMs);
        const place = worker.placeOf(one, named, country, continent);
        return {
          route: one,
          key,
          nowMs,
          named,
          country,
          continent,
          place,
          ageDays: age,
          tries: worker.tries(worker.routeOfKey(one, key), age, place),
        };
      });
    const test = readFileSync(
      path.join(import.meta.dirname, '../../helpers/emit/route-cases.go.txt'),
      'utf8',
    );
    await expectGoAgrees(folder, cases, test);
  });

  test('answers from the store of the age, falls back, and counts', async () => {
    await buildRouter(folder);
    const router = await startRouter(folder, ['-route', 'route.json'], KEYS);
    try {
      const get = async (key: string, headers: Record<string, string> = {}) => {
        const found = await fetch(`${router.url}/${keyPath(key)}`, { headers });
        return [found.status, found.headers.get('x-stowage-store'), await found.text()];
      };
      const young = `${dayAgo(0)}/g o+ü=(1)*'!.txt`;
      put(hot, DIRECTORY, young, 'from express');
      const old = `${dayAgo(60)}/old`;
      put(warm, BUCKET, old, 'not moved yet');
      expect(await get(young)).toEqual([200, 'store1', 'from express']);
      expect(await get(young, { range: 'bytes=5-' })).toEqual([206, 'store1', 'express']);
      expect(await get(old, { 'cf-ipcontinent': 'EU' })).toEqual([200, 'store2', 'not moved yet']);
      expect((await get('nowhere'))[0]).toBe(404);
      const text = await (await fetch(router.metrics)).text();
      expect(text).toContain('stowage_reads_total{store="store1",place="internet/europe"} 2');
      expect(text).toContain('stowage_read_bytes_total{store="store2",place="internet/europe"} 13');
      // A bound at the requirement, so that the share of slower reads is exact.
      expect(text).toContain(
        'stowage_read_seconds_bucket{store="store2",place="internet/europe",le="0.8"} 1',
      );
      expect(text).toContain('stowage_failed_reads_total{place="internet/europe"} 1');
    } finally {
      router.kill();
    }
  });
});
