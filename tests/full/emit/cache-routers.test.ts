// needs: go
/** The routers of a cache, run for real against little S3 servers. Needs Go. */
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Plan } from '#core/report/plan-types.ts';
import { emit } from '#emit/emit.ts';
import type { Emission, EmitWanted } from '#emit/emit.ts';
import type { CacheRule } from '#emit/course-types.ts';
import { EMIT_KIND_NAMES } from '#emit/kinds.ts';
import type { Route } from '#emit/route.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { BUCKET, littleS3 } from '#tests/helpers/littleS3.ts';
import type { TestStore } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { ARCHIVE, GLACIER, R2, STANDARD, jsonOf, textOf, unpack } from '#tests/helpers/emit/plans.ts';
import { aCandidate, aPlan, askedBy } from '#tests/helpers/aPlan.ts';
import {
  BEARER,
  bodyIn,
  buildRouter,
  expectGoAgrees,
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

const KEYS = storeKeys(2);
const ENV: Record<string, unknown> = withWrites(KEYS);
const DAY_MS = 86_400_000;

/** Of half of all reads a copy is found. */
function cachedPlan(ttlHours: number, hotRef = STANDARD): Plan {
  const scenario = aScenario({
    workload: {
      objects: { size: '2 MB', standing: '1 PB' },
      reads: { rate: '3M/day' },
      readers: [
        { at: 'aws/us-east-1', share: 0.6 },
        { at: 'internet/europe', share: 0.4 },
      ],
      writer: 'aws/us-east-1',
    },
    horizon: '1 month',
    stores: [hotRef, GLACIER],
  });
  const ttlDays = ttlHours / 24;
  const segment = (fromDays: number, toDays: number, holders: string[]) => {
    const servers = { 'aws/us-east-1': holders[0] ?? '' };
    return { fromDays, toDays, holders, servers, readShare: 0.5 };
  };
  const id = `cache:${hotRef}>${GLACIER}@${ttlHours}h`;
  const candidate = aCandidate({
    id,
    kind: 'cache',
    stores: [hotRef, GLACIER],
    policy: null,
    steps: [],
    cache: {
      ttlHours,
      writes: 'around',
      fromBytes: null,
      upToBytes: null,
      hitShare: 0.5,
      hotBytes: 1e12,
      fillsPerMonth: 1e6,
    },
    segments: [segment(0, ttlDays, [hotRef, GLACIER]), segment(ttlDays, 30, [GLACIER])],
    moves: [],
  });
  const recommendation = { id, reasons: [], saving: null, against: null };
  return aPlan({ scenario, candidates: [candidate], recommendation });
}

const emittedOf = (answer: Plan, changes: Partial<EmitWanted> = {}): Emission =>
  emit(askedBy(answer, ARCHIVE), {
    plan: answer,
    id: null,
    kinds: EMIT_KIND_NAMES,
    keyDate: null,
    prefix: '',
    ...changes,
  });

type Cached = Route & { cache: CacheRule };
interface Router {
  isCopied(rule: CacheRule, bytes: number): boolean;
  useOf(rule: CacheRule, ageSeconds: number): string;
  answer(
    route: Cached,
    request: Request,
    env: Record<string, unknown>,
    later: (work: Promise<unknown>) => void,
  ): Promise<Response>;
}

let hot: TestStore;
let cold: TestStore;
let folder: Folder;
let worker: Router;
let route: Cached;
let emission: Emission;

beforeAll(async () => {
  [hot, cold] = await Promise.all([littleS3(), littleS3()]);
  emission = emittedOf(cachedPlan(72), {
    buckets: { [STANDARD]: BUCKET, [GLACIER]: BUCKET },
    endpoints: { [STANDARD]: hot.server.url, [GLACIER]: cold.server.url },
  });
  folder = new Folder();
  unpack(emission, folder.path);
  route = JSON.parse(folder.read('router/route.json')) as Cached;
  worker = (await loadWorker(folder, ['worker', 'cache'])) as Router;
});

afterAll(async () => {
  await Promise.all([hot, cold].map((one) => one[Symbol.asyncDispose]()));
  folder[Symbol.dispose]();
});

const objects = (store: TestStore) => objectsIn(store, BUCKET);
beforeEach(() => {
  for (const store of [hot, cold]) objects(store).clear();
});

const put = (store: TestStore, key: string, body: string, ageDays = 0) =>
  objects(store).set(key, {
    body: Buffer.from(body),
    etag: '"x"',
    modifiedMs: Date.now() - ageDays * DAY_MS,
  });
const bodyOf = (store: TestStore, key: string) => bodyIn(objects(store), key);

/** By the worker; what it does after its answer is waited for. */
const byWorker =
  (changes: Partial<CacheRule> = {}, env = ENV): Ask =>
  async (key, init = {}) => {
    const after: Promise<unknown>[] = [];
    const own = { ...route, cache: { ...route.cache, ...changes } };
    const request = new Request(`https://router.example/${encodeURIComponent(key)}`, init);
    const answer = await said(await worker.answer(own, request, env, (work) => after.push(work)));
    await Promise.all(after);
    return answer;
  };

test('the rule is the plan, and what deletes copies counts from when they were written', () => {
  expect(route.cache).toEqual({
    hot: 'store1',
    cold: 'store2',
    ttlSeconds: 3 * 86_400,
    renewSeconds: 86_400,
    keepSeconds: 4 * 86_400,
    writes: 'around',
    fromBytes: null,
    upToBytes: null,
    hotClass: null,
    coldClass: 'GLACIER_IR',
  });
  expect(route.writeTo).toEqual(['store2']);
  expect(jsonOf(emission, 'lifecycle/store1.json')).toMatchObject({
    Rules: [{ Filter: { Prefix: '' }, Expiration: { Days: 4 } }, { ID: 'stowage-abort-uploads' }],
  });
  expect(emission.files.map(({ path: name }) => name)).not.toContain('mover/jobs.json');
  expect(textOf(emission, 'README.md')).toContain(
    'A copy therefore stays 3 days to 4 days after its last read',
  );
  const schema = z.fromJSONSchema(jsonOf(emission, 'router/route.schema.json') as never);
  expect(schema.safeParse(jsonOf(emission, 'router/route.json')).error).toBeUndefined();
  const stored = textOf(emission, 'prometheus/alerts.yaml').match(/stowage_stored_bytes\{.*?> (\d+)/g);
  expect(stored).toHaveLength(2);
});

test('copies of hours are deleted by the schedule, for no rule counts hours; R2 counts seconds', () => {
  const hours = emittedOf(cachedPlan(6));
  expect(jsonOf(hours, 'lifecycle/store1.json')).not.toHaveProperty('Rules.0.Expiration');
  expect(jsonOf(hours, 'mover/jobs.json')).toMatchObject({
    jobs: [{ does: 'delete', from: 'store1', minAge: 7.5 * 3600 }],
  });
  const r2 = emittedOf(cachedPlan(6, R2));
  expect(textOf(r2, 'lifecycle/store1.json')).toContain(`"maxAge": ${7.5 * 3600}`);
  expect(jsonOf(r2, 'router/wrangler.json')).toMatchObject({
    main: 'cache.ts',
    r2_buckets: [{ binding: 'STORE1' }],
  });
});

test('the worker is TypeScript without an error', () => {
  expect(typeProblems(path.join(folder.path, 'router/cache.ts'))).toEqual([]);
});

/** What both routers do; `settled` waits for what they do after an answer. */
function behaves(
  askOf: (writes: CacheRule['writes']) => Ask,
  settled: (done: () => boolean) => Promise<void>,
) {
  test('a read that finds no copy is answered by the cold store and leaves one; the next finds it', async () => {
    const ask = askOf('around');
    put(cold, "a b+c=ü'(1)*!", 'kept');
    expect(await ask("a b+c=ü'(1)*!")).toEqual({ status: 200, store: 'store2', text: 'kept' });
    await settled(() => objects(hot).size === 1);
    expect(await ask("a b+c=ü'(1)*!")).toEqual({ status: 200, store: 'store1', text: 'kept' });
  });

  test('a range is answered as asked, and the whole is copied', async () => {
    const ask = askOf('around');
    put(cold, 'r', 'whole');
    expect(await ask('r', { headers: { range: 'bytes=1-2' } })).toMatchObject({ status: 206, text: 'ho' });
    await settled(() => bodyOf(hot, 'r') === 'whole');
    expect(bodyOf(hot, 'r')).toBe('whole');
  });

  test('a copy past its time is not used; one read late in it is written again', async () => {
    const ask = askOf('around');
    put(cold, 'k', 'new');
    put(hot, 'k', 'old', 4.1);
    expect(await ask('k')).toMatchObject({ store: 'store2', text: 'new' });
    await settled(() => bodyOf(hot, 'k') === 'new');
    put(hot, 'k', 'new', 0.9);
    const before = objects(hot).get('k')?.modifiedMs;
    expect(await ask('k')).toMatchObject({ store: 'store1' });
    expect(objects(hot).get('k')?.modifiedMs).toBe(before);
    put(hot, 'k', 'new', 1.1);
    expect(await ask('k')).toMatchObject({ store: 'store1' });
    await settled(() => Date.now() - (objects(hot).get('k')?.modifiedMs ?? 0) < DAY_MS);
    expect(Date.now() - (objects(hot).get('k')?.modifiedMs ?? 0)).toBeLessThan(DAY_MS);
  });

  test('a write around leaves no copy, a write through the new one; a delete leaves nothing', async () => {
    for (const writes of ['around', 'through'] as const) {
      const ask = askOf(writes);
      put(hot, 'w', 'old');
      expect(await ask('w', { method: 'PUT', body: 'new', headers: BEARER })).toMatchObject({ status: 200 });
      expect([bodyOf(cold, 'w'), bodyOf(hot, 'w')]).toEqual(['new', writes === 'through' ? 'new' : null]);
      expect((await ask('w', { method: 'DELETE', headers: BEARER })).status).toBeLessThan(300);
      expect([bodyOf(cold, 'w'), bodyOf(hot, 'w')]).toEqual([null, null]);
    }
  });

  test('nobody writes without the secret, and what is nowhere is not found', async () => {
    const ask = askOf('around');
    for (const headers of [new Headers(), new Headers({ authorization: 'Bearer another' })])
      expect((await ask('x', { method: 'PUT', body: 'x', headers })).status).toBe(403);
    expect((await ask('x', { method: 'DELETE' })).status).toBe(403);
    expect(objects(cold).size).toBe(0);
    expect((await ask('nowhere')).status).toBe(404);
    expect((await ask('x', { method: 'PATCH', headers: BEARER })).status).toBe(405);
  });
}

describe('the worker', () => {
  behaves(
    (writes) => byWorker({ writes }),
    () => Promise.resolve(),
  );

  test('copies only sizes of the plan, and writes nothing where no secret is set', async () => {
    put(cold, 'small', 'ab');
    put(cold, 'large', 'abcdef');
    const ask = byWorker({ upToBytes: 2 });
    await ask('small');
    await ask('large');
    expect([...objects(hot).keys()]).toEqual(['small']);
    expect((await byWorker({}, KEYS)('x', { method: 'PUT', body: 'x', headers: BEARER })).status).toBe(405);
  });

  test('a store that is down leaves reads to the other', async () => {
    put(cold, 'd', 'kept');
    const { STORE1_ACCESS_KEY_ID: _none, ...env } = ENV;
    const ask = byWorker({}, env);
    expect(await ask('d').catch(() => null)).toBeNull();
    const answer = await worker.answer(
      route,
      new Request('https://router.example/d'),
      env,
      (work) => void work.catch(() => undefined),
    );
    expect(await answer.text()).toBe('kept');
  });
});

describe('the router in Go', () => {
  test('is laid out as gofmt does, go vet finds nothing, and it uses copies as the worker does', async () => {
    const cases = fc.sample(
      fc.record({
        age: fc.integer({ min: -10, max: 500_000 }),
        bytes: fc.integer({ min: 0, max: 2 ** 26 }),
        fromBytes: fc.option(fc.integer({ min: 0, max: 2 ** 26 })),
        upToBytes: fc.option(fc.integer({ min: 0, max: 2 ** 26 })),
      }),
      300,
    );
    const answered = cases.map(({ age, bytes, fromBytes, upToBytes }) => {
      const rule = { ...route.cache, fromBytes, upToBytes };
      return { rule, age, bytes, use: worker.useOf(rule, age), copied: worker.isCopied(rule, bytes) };
    });
    await expectGoAgrees(folder, answered, GO_CASES);
  });

  describe('at work', () => {
    const running = new Map<string, RunningRouter>();
    beforeAll(async () => {
      await buildRouter(folder);
      for (const writes of ['around', 'through'] as const) {
        folder.write(
          `router/${writes}.json`,
          JSON.stringify({ ...route, cache: { ...route.cache, writes } }),
        );
        running.set(writes, await startRouter(folder, ['-route', `${writes}.json`], withWrites(KEYS)));
      }
    });
    afterAll(() => {
      for (const one of running.values()) one.kill();
    });

    behaves(
      (writes) => async (key, init) =>
        said(await fetch(`${running.get(writes)?.url}/${encodeURIComponent(key)}`, init)),
      (done) => until(() => Promise.resolve(done())),
    );
  });
});

const GO_CASES = `package main

import (
	"testing"
	"time"
)

func TestUsesCopiesAsTheWorkerDoes(t *testing.T) {
	type answered struct {
		Rule   CacheRule
		Age    float64
		Bytes  int64
		Use    string
		Copied bool
	}
	for i, one := range casesOf[answered](t) {
		if use := one.Rule.UseOf(time.Duration(one.Age * float64(time.Second))); use != one.Use {
			t.Errorf("case %d: %s, not %s", i, use, one.Use)
		}
		if copied := one.Rule.Copied(one.Bytes); copied != one.Copied {
			t.Errorf("case %d: copied %v, not %v", i, copied, one.Copied)
		}
	}
}
`;
