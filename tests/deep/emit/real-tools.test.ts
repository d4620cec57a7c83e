// needs: rclone, jq, flock
/** The schedule run by the tool it is written for, rclone, against little S3 servers. */
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { oneStore } from '#core/placement/context/candidate-stores.ts';
import { copyOverhead } from '#core/placement/movers.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { Bucket } from '#stores/little-s3/buckets.ts';
import { wheelProgram } from '../../../src/setup/python-tools.mjs';
import { KEY_ID, SECRET, littleS3 } from '#tests/helpers/littleS3.ts';
import type { TestStore } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { ARCHIVE, B2, R2, STANDARD, emitted, unpack } from '#tests/helpers/emit/plans.ts';
import type { Stretch } from '#tests/helpers/emit/plans.ts';
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

/** First on the PATH of a script. */
let programs: Folder;
beforeAll(async () => {
  programs = new Folder();
  mkdirSync(path.join(programs.path, 'bin'));
  symlinkSync(await wheelProgram('rclone'), path.join(programs.path, 'bin', 'rclone'));
  return () => programs[Symbol.dispose]();
});

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

/** Where the script keeps when its jobs last ended well. */
let state = '';

async function ran(args: readonly string[] = [], shape = CHAIN) {
  const urls = stores.map(({ server }) => server.url);
  using folder = new Folder();
  unpack(
    emitted(shape, {
      buckets: BUCKETS,
      endpoints: { [STANDARD]: urls[0] ?? '', [R2]: urls[1] ?? '', [B2]: urls[2] ?? '' },
    }),
    folder.path,
  );
  return await run('bash', [path.join(folder.path, 'schedule/rclone.sh'), ...args], {
    cwd: folder.path,
    env: {
      ...KEYS,
      PATH: `${path.join(programs.path, 'bin')}:${process.env.PATH ?? ''}`,
      TMPDIR: folder.path,
      HOME: folder.path,
      RCLONE_CONFIG: '/notfound',
      STOWAGE_STATE: state,
    },
  });
}

describe('rclone', () => {
  test(
    'moves what is old enough to the next bucket, whole, and a second run has nothing to do',
    PATIENCE,
    async () => {
      await put(0, 'young', 'y', 6.9);
      await put(0, ODD, 'odd', 7.1);
      await put(0, 'empty', '', 8);
      await put(1, 'older', 'o', 30);
      await put(2, 'oldest', 'x', 60);
      await put(2, 'kept', 'k', 50);
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

describe('requests of the schedule', () => {
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
    const ended = await ran([], shape);
    expect(ended, ended.stderr).toMatchObject({ exit: 0 });
    return since.map((count, store) => counts(store, count));
  }
  const [from, to] = [STANDARD, R2].map((ref) => {
    const found = oneStore(ref, parseScenario(aScenario()), ARCHIVE);
    if ('reason' in found) throw new Error(ref);
    return found;
  });
  const overhead = copyOverhead(from!, to!);

  test.each<[string, readonly Stretch[], Record<string, number>]>([
    [
      'a move',
      [
        [0, STANDARD],
        [7, R2],
      ],
      { DeleteObject: 4 },
    ],
    [
      'a copy that leaves its source',
      [
        [0, STANDARD],
        [7, STANDARD, R2],
      ],
      {},
    ],
  ])(
    '%s asks what the bill has for each object, and lists its source alone',
    PATIENCE,
    async (_, shape, dropped) => {
      using kept = new Folder();
      state = kept.path;
      for (let i = 0; i < 4; i += 1) await put(0, `a/${i}`, `body ${i}`, 8);
      await put(0, 'young', 'y', 6);
      const [source, target] = await asked(shape);
      expect(source).toEqual({ ListObjectsV2: 1, GetObject: 4, ...dropped });
      const { HeadObject: heads = 0, 'HeadObject in vain': vain = 0, ...rest } = target ?? {};
      expect(rest).toEqual({ PutObject: 4 });
      expect([overhead.source, heads + vain]).toEqual([{}, 4 * (overhead.target.HeadObject ?? 0)]);
      // What was copied is not looked at again.
      expect(await asked(shape)).toEqual([{ ListObjectsV2: 1 }, {}]);
    },
  );
});

test('rclone leaves all as it is with --dry-run', PATIENCE, async () => {
  await put(0, 'old', 'body', 9);
  await put(2, 'oldest', 'x', 60);
  const ended = await ran(['--dry-run']);
  expect(ended, ended.stderr).toMatchObject({ exit: 0 });
  expect([0, 1, 2].map(keys)).toEqual([['old'], [], ['oldest']]);
});
