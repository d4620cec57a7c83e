// needs: rclone, jq, flock
/** What the mover and the rclone it runs ask of little S3 servers. */
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Bucket } from '#stores/little-s3/buckets.ts';
import { KEY_ID, SECRET, littleS3 } from '#tests/helpers/littleS3.ts';
import type { TestStore } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { B2, R2, STANDARD, emitted, unpack } from '#tests/helpers/emit/plans.ts';
import type { Stretch } from '#tests/helpers/emit/plans.ts';
import { programs } from '#tests/helpers/emit/mover.ts';
import { run } from '#tests/helpers/emit/tools.ts';

const PATIENCE = { timeout: 240_000 };
const CHAIN: readonly Stretch[] = [
  [0, STANDARD],
  [7, R2],
  [36.5, B2],
];
const BUCKETS = { [STANDARD]: 'first', [R2]: 'second', [B2]: 'third' };
const KEYS = Object.fromEntries(
  ['STORE1', 'STORE2', 'STORE3'].flatMap((id) => [
    [`${id}_ACCESS_KEY_ID`, KEY_ID],
    [`${id}_SECRET_ACCESS_KEY`, SECRET],
  ]),
);
const ODD = 'a b/(x) \'"$(touch owned)ü.txt';

let stores: TestStore[];
beforeEach(async () => {
  stores = await Promise.all([littleS3(), littleS3(), littleS3()]);
  for (const [i, name] of Object.values(BUCKETS).entries()) stores[i]?.server.buckets.set(name, new Bucket());
});
afterEach(() => Promise.all(stores.map((one) => one[Symbol.asyncDispose]())).then(() => undefined));

const bucket = (store: number) => {
  const found = stores[store]?.server.buckets.get(Object.values(BUCKETS)[store] ?? '');
  if (!found) throw new Error(`no bucket ${store}`);
  return found;
};
async function put(store: number, key: string, body: string, days: number): Promise<void> {
  const driver = stores[store]?.open({ bucket: Object.values(BUCKETS)[store] ?? '' });
  await driver?.put(key, Buffer.from(body));
  const kept = bucket(store).get(key);
  if (kept) bucket(store).set(key, { ...kept, modifiedMs: Date.now() - days * 86_400_000 });
}
const keys = (store: number) => [...bucket(store).keys()].toSorted();

/** Where the mover keeps when its jobs last ended well. */
let kept: Folder;
let state = '';
beforeEach(() => {
  kept = new Folder();
  state = kept.path;
});
afterEach(() => kept[Symbol.dispose]());

async function ran(args: readonly string[] = ['-go'], shape = CHAIN) {
  const urls = stores.map(({ server }) => server.url);
  using folder = new Folder();
  unpack(
    emitted(shape, {
      buckets: BUCKETS,
      retention: 56.25,
      endpoints: { [STANDARD]: urls[0] ?? '', [R2]: urls[1] ?? '', [B2]: urls[2] ?? '' },
    }),
    folder.path,
  );
  const bin = path.join((await programs()).path, 'bin');
  return await run(path.join(bin, 'mover'), ['-jobs', 'mover/jobs.json', '-state', state, ...args], {
    cwd: folder.path,
    env: { ...KEYS, PATH: `${bin}:${process.env.PATH ?? ''}`, HOME: folder.path, RCLONE_CONFIG: '/notfound' },
  });
}

describe('the mover', () => {
  test(
    'moves what is old enough to the next bucket, whole, and a second run has nothing to do',
    PATIENCE,
    async () => {
      await put(0, 'young', 'y', 6.9);
      await put(0, ODD, 'odd', 7.1);
      await put(0, 'empty', '', 8);
      await put(1, 'older', 'o', 30);
      await put(2, 'oldest', 'x', 60);
      await put(2, 'kept', 'k', 15);
      const first = await ran();
      expect(first, first.stderr).toMatchObject({ exit: 0 });
      const after = [['young'], [ODD, 'empty'].toSorted(), ['kept', 'older']];
      expect([0, 1, 2].map(keys)).toEqual(after);
      expect(Buffer.from(bucket(1).get(ODD)?.body ?? []).toString()).toBe('odd');
      const second = await ran();
      expect(second, second.stderr).toMatchObject({ exit: 0 });
      expect([0, 1, 2].map(keys)).toEqual(after);
    },
  );
});

describe('requests of the mover', () => {
  const counts = (store: number, since: number) => {
    const found: Record<string, number> = {};
    for (const { operation, status } of stores[store]?.server.seen.slice(since) ?? []) {
      const name = status === 404 ? `${operation} in vain` : operation;
      found[name] = (found[name] ?? 0) + 1;
    }
    return found;
  };
  /** Of the first two buckets, for one run. */
  async function asked(shape: readonly Stretch[]) {
    const since = [0, 1].map((store) => stores[store]?.server.seen.length ?? 0);
    const ended = await ran(['-go'], shape);
    expect(ended, ended.stderr).toMatchObject({ exit: 0 });
    return since.map((count, store) => counts(store, count));
  }
  test.each<[string, readonly Stretch[], Record<string, number>]>([
    [
      'a move',
      [
        [0, STANDARD],
        [7, R2],
      ],
      { HeadObject: 8, DeleteObject: 4 },
    ],
    [
      'a copy that leaves its source',
      [
        [0, STANDARD],
        [7, STANDARD, R2],
      ],
      { HeadObject: 4 },
    ],
  ])(
    '%s looks at each object on both sides, and lists its source alone',
    PATIENCE,
    async (_, shape, ofSource) => {
      for (let i = 0; i < 4; i += 1) await put(0, `a/${i}`, `body ${i}`, 8);
      await put(0, 'young', 'y', 6);
      const [source, target] = await asked(shape);
      expect(source).toEqual({ ListObjectsV2: 1, GetObject: 4, ...ofSource });
      expect(target).toEqual({ PutObject: 4, HeadObject: 4, 'HeadObject in vain': 4 });
      // What was copied is not looked at again.
      expect(await asked(shape)).toEqual([{ ListObjectsV2: 1 }, {}]);
    },
  );
});

test('without -go the mover leaves all as it is', PATIENCE, async () => {
  await put(0, 'old', 'body', 9);
  await put(2, 'oldest', 'x', 60);
  const ended = await ran([]);
  expect(ended, ended.stderr).toMatchObject({ exit: 0 });
  expect([0, 1, 2].map(keys)).toEqual([['old'], [], ['oldest']]);
});
