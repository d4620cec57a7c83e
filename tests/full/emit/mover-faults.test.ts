// needs: versitygw, azurite, rclone
/** The mover stopped at any moment, and before stores that fail: no object is lost, all is reported, and a later run ends the work. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDeep } from '#tests/helpers/deep.ts';
import { BACKFILL_ASKS } from '#core/placement/movers.ts';
import { MOVER_SOURCES } from '#emit/mover.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { placed, side } from '#tests/helpers/emit/mover.ts';
import type { Placed, Side } from '#tests/helpers/emit/mover.ts';
import { R2, STANDARD } from '#tests/helpers/emit/plans.ts';
import { go } from '#tests/helpers/emit/tools.ts';

const AZURE = 'azure/blob-hot@eastus';
const OBJECTS = 20;
const bodyOf = (key: string) => `body of ${key}`;
const KEYS = Array.from({ length: OBJECTS }, (_, i) => `k${i}`);

/** Two stores of a dual write. Of the second a fifth is missing, cut short or other bytes; `given` of `KEYS` are in it at all. */
async function dual(given: number, isAzure: boolean, isWhole = false) {
  const [hot, cold] = [await side('versitygw'), await side(isAzure ? 'azurite' : 'versitygw-auto')];
  const to = isAzure ? AZURE : R2;
  const mover = await placed(
    [
      [0, STANDARD, to],
      [7, to],
    ],
    { [STANDARD]: hot, [to]: cold },
  );
  for (const [i, key] of KEYS.entries()) {
    await hot.put(key, bodyOf(key));
    const damaged = isWhole ? undefined : { 0: null, 5: 'body', 10: bodyOf(key).toUpperCase() }[i % 15];
    if (i < given && damaged !== null) await cold.put(key, damaged ?? bodyOf(key));
  }
  return { hot, cold, mover };
}

/** Each object is somewhere, whole. */
async function expectAll(hot: Side, cold: Side): Promise<void> {
  for (const key of KEYS) {
    const held = [await cold.get(key), await hot.get(key)];
    expect(held, key).toContain(bodyOf(key));
  }
}

/** Runs until the lock is free: an rclone that outlived its mover holds it. */
async function again(mover: Placed) {
  for (;;) {
    const ended = await mover.run(['-go', '-mend']);
    if (ended.exit !== 75) return ended;
    expect(ended.stderr).toContain('another run is under way');
  }
}

const moments = fc.sample(
  fc.noBias(fc.record({ at: fc.integer({ min: 1, max: 120 }), isAzure: fc.boolean() })),
  {
    numRuns: isDeep ? 50 : 6,
    seed: fc.readConfigureGlobal().seed ?? 0,
  },
);

test.each(moments)(
  'killed after $at requests (Azure: $isAzure), nothing is lost and the next run ends it',
  async ({ at, isAzure }) => {
    const { hot, cold, mover } = await dual(OBJECTS / 2, isAzure);
    using _ = mover;
    await using _hot = hot;
    await using _cold = cold;
    const { child, ended } = await mover.start();
    let asked = 0;
    for (const one of [hot, cold])
      one.way.between = () => {
        asked += 1;
        if (asked === at) child.kill('SIGKILL');
        return null;
      };
    const first = await ended;
    expect([null, 1]).toContain(first.exit);
    await expectAll(hot, cold);
    const second = await again(mover);
    expect(second, second.stderr).toMatchObject({ exit: 0 });
    expect(await hot.keys()).toEqual([]);
    for (const key of KEYS) expect(await cold.get(key)).toBe(bodyOf(key));
  },
);

describe.each([
  ['each request', 300, () => true],
  ['each write', 40, (method: string) => method === 'PUT'],
] as const)('a second store that answers 503 to %s', (_, refused, fails) => {
  test('stops the job, which says so; nothing is lost, and once it answers a run ends the work', async () => {
    const { hot, cold, mover } = await dual(0, false);
    using _mover = mover;
    await using _hot = hot;
    await using _cold = cold;
    // rclone waits longer and longer between its own tries.
    const hasty = { ...mover.jobs, copyFlags: mover.jobs.copyFlags.map((one) => (one === '3' ? '1' : one)) };
    mover.folder.write('mover/jobs.json', JSON.stringify(hasty));
    let left: number = refused;
    cold.way.between = (method) => {
      if (!fails(method) || left <= 0) return null;
      left -= 1;
      return 503;
    };
    let failures = 0;
    for (;;) {
      const ended = await mover.run();
      if (ended.exit === 0) break;
      failures += 1;
      expect(ended).toMatchObject({ exit: 1 });
      expect(ended.stderr).toMatch(
        /stopped after 20 failures in a row|rclone copied nothing|its copy is not whole/,
      );
      expect(mover.metrics()).toMatch(/stowage_job_last_exit_code\{job="store1-store2-7d"\} 1/);
      expect(mover.metrics()).not.toContain('last_success_timestamp_seconds{');
      expect(await hot.keys()).toHaveLength(OBJECTS);
    }
    expect(failures).toBeGreaterThan(0);
    expect(await hot.keys()).toEqual([]);
    for (const key of KEYS) expect(await cold.get(key)).toBe(bodyOf(key));
    expect(mover.metrics()).toMatch(/stowage_job_last_exit_code\{job="store1-store2-7d"\} 0/);
  });
});

test('a first store that fails its deletions keeps what it has, and that is said', async () => {
  const { hot, cold, mover } = await dual(OBJECTS, false, true);
  using _mover = mover;
  await using _hot = hot;
  await using _cold = cold;
  hot.way.between = (method, key) => (method === 'DELETE' && key === 'k1' ? 403 : null);
  const ended = await mover.run();
  expect(ended.exit).toBe(1);
  expect(ended.stderr).toContain('"k1" stays: DELETE');
  expect(await hot.keys()).toEqual(['k1']);
});

test('keys of a file are looked at and nothing is listed, and only this job runs', async () => {
  const { hot, cold, mover } = await dual(OBJECTS, false, true);
  using _mover = mover;
  await using _hot = hot;
  await using _cold = cold;
  mover.folder.write('new-keys', 'k1\nnowhere\nk2\n');
  const ended = await mover.run(['-go', '-job', 'store1-store2-7d', '-keys', 'new-keys']);
  expect(ended, ended.stderr).toMatchObject({ exit: 0 });
  expect(hot.way.seen).not.toContain('LIST');
  expect(await hot.keys()).toEqual(KEYS.filter((key) => key !== 'k1' && key !== 'k2').toSorted());
  const none = await mover.run(['-go', '-job', 'no-such']);
  expect(none).toMatchObject({ exit: 1 });
  expect(none.stderr).toContain('there is no job "no-such"');
});

test('keys of a file that a store does not tell about are failures, each of them, and the others are done', async () => {
  const { hot, cold, mover } = await dual(OBJECTS, false, true);
  using _mover = mover;
  await using _hot = hot;
  await using _cold = cold;
  mover.folder.write('new-keys', KEYS.join('\n'));
  const isOdd = (key: string) => KEYS.indexOf(key) % 2 === 1;
  hot.way.between = (method, key) => (method === 'HEAD' && isOdd(key) ? 400 : null);
  const ended = await mover.run(['-go', '-job', 'store1-store2-7d', '-keys', 'new-keys']);
  expect(ended).toMatchObject({ exit: 1 });
  expect(ended.stdout).toContain(`${OBJECTS / 2} failed`);
  expect(await hot.keys()).toEqual(KEYS.filter(isOdd).toSorted());
});

test('a run while another is under way ends with 75 and touches nothing', async () => {
  const { hot, cold, mover } = await dual(OBJECTS, false, true);
  using _mover = mover;
  await using _hot = hot;
  await using _cold = cold;
  let free = () => {};
  const held = new Promise<void>((resolve) => (free = resolve));
  const reached = new Promise<void>((resolve) => {
    hot.way.between = async () => {
      resolve();
      await held;
      return null;
    };
  });
  const { ended } = await mover.start();
  await reached;
  const other = await mover.run();
  expect(other).toMatchObject({ exit: 75 });
  expect(other.stderr).toContain('another run is under way');
  free();
  expect(await ended).toMatchObject({ exit: 0 });
});

test('a back-fill copies and compares, deletes nothing, and says what it could not copy', async () => {
  const { hot, cold, mover } = await dual(0, true);
  using _mover = mover;
  await using _hot = hot;
  await using _cold = cold;
  const backfills = [{ to: 'store2', flags: ['--max-size', '100B'] }];
  mover.folder.write('mover/jobs.json', JSON.stringify({ ...mover.jobs, backfills }));
  await hot.put('large', 'x'.repeat(101));
  const fill = (...flags: string[]) => mover.run([...flags, 'backfill', `store1:${hot.bucket}`]);
  expect(await fill()).toMatchObject({ exit: 0 });
  expect(await cold.keys()).toEqual([]);
  cold.way.between = (method, key) => (method === 'PUT' && key === 'k3' ? 403 : null);
  const short = await fill('-go');
  expect(short.exit).toBe(1);
  expect(short.stderr).toContain('copy 1: exit status');
  cold.way.between = () => null;
  const whole = await fill('-go');
  expect(whole, whole.stderr).toMatchObject({ exit: 0 });
  expect([await hot.keys(), await cold.keys()]).toEqual([[...KEYS, 'large'].toSorted(), KEYS.toSorted()]);
  // The way back, as the guide has it.
  const back = ['rclone', 'check', `store2:${cold.bucket}`, `store1:${hot.bucket}`, '--one-way'];
  expect(await mover.run(back)).toMatchObject({ exit: 0 });
});

test('a back-fill asks what a move is billed for', async () => {
  const { hot, cold, mover } = await dual(0, false);
  using _mover = mover;
  await using _hot = hot;
  await using _cold = cold;
  mover.folder.write(
    'mover/jobs.json',
    JSON.stringify({ ...mover.jobs, backfills: [{ to: 'store2', flags: [] }] }),
  );
  for (const { way } of [hot, cold]) way.seen.length = 0;
  expect(await mover.run(['-go', 'backfill', `store1:${hot.bucket}`])).toMatchObject({ exit: 0 });
  const asked = ({ way }: Side, what: string) => way.seen.filter((one) => one.startsWith(what)).length;
  const { source, target } = BACKFILL_ASKS;
  // One list for all keys here, and of a thousand at most.
  expect([asked(hot, 'LIST'), asked(hot, 'HEAD')]).toEqual([1000 * (source.ListObjectsV2 ?? 0), 0]);
  expect(asked(cold, 'HEAD')).toBe(OBJECTS * (target.HeadObject ?? 0));
  // Before the copy there is nothing to list.
  expect(asked(cold, 'LIST')).toBe(1 + 1000 * (target.ListObjectsV2 ?? 0));
});

test('its sources are laid out as gofmt does, and go vet finds nothing', async () => {
  using folder = new Folder(Object.fromEntries(MOVER_SOURCES));
  // It names what it had to change.
  expect(await go(['fmt', './...'], folder.path)).toBe('');
  expect(await go(['vet', './...'], folder.path)).toBe('');
});

test('where keys begin with their day, a run lists the days that came to its age, and all keys once a week', async () => {
  const { hot, cold, mover } = await dual(OBJECTS, false, true);
  using _mover = mover;
  await using _hot = hot;
  await using _cold = cold;
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/');
  const jobs = mover.jobs.jobs.map((job) => ({ ...job, prefix: 'media/', days: 'media/{yyyy}/{mm}/{dd}' }));
  mover.folder.write('mover/jobs.json', JSON.stringify({ ...mover.jobs, jobs }));
  const keys = [`media/${day}/a`, 'media/2001/01/01/late'];
  for (const expected of [[], [keys[1]], []]) {
    for (const key of keys) await hot.put(key, key);
    const ended = await mover.run();
    expect(ended, ended.stderr).toMatchObject({ exit: 0 });
    expect((await hot.keys()).filter((key) => key.startsWith('media/'))).toEqual(expected);
    // As if the last run that listed all were eight days ago.
    if (expected.length > 0)
      mover.folder.write('state/store1-store2-7d.sweep', String(Math.floor(Date.now() / 1000) - 691_200));
  }
  for (const key of keys) expect(await cold.get(key)).toBe(key);
  expect(mover.metrics()).toMatch(/^stowage_stored_bytes\{store="store1"\} \d+$/m);
});
