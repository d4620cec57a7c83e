// needs: versitygw, azurite, rclone
/** The mover between real servers: nothing is deleted that is not whole on the other side. */
import { chmodSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { placed, programs, side } from '#tests/helpers/emit/mover.ts';
import type { Side } from '#tests/helpers/emit/mover.ts';
import { R2, STANDARD, commandsOf } from '#tests/helpers/emit/plans.ts';
import type { Stretch } from '#tests/helpers/emit/plans.ts';
import { run } from '#tests/helpers/emit/tools.ts';
import { KEY_ID, SECRET } from '#tests/helpers/littleS3.ts';

const AZURE = 'azure/blob-hot@eastus';
const MOVE = (from: string, to: string): readonly Stretch[] => [
  [0, from],
  [7, to],
];
const DUAL = (from: string, to: string): readonly Stretch[] => [
  [0, from, to],
  [7, to],
];

/** Times of HTTP are of whole seconds. */
const aSecond = () => wait(1100);

describe.each([
  ['S3 to S3', STANDARD, 'versitygw', R2, 'versitygw-auto'],
  ['S3 to Azure', STANDARD, 'versitygw', AZURE, 'azurite'],
  ['Azure to S3', AZURE, 'azurite', R2, 'versitygw-auto'],
] as const)('%s', (_, from, fromKind, to, toKind) => {
  let [hot, cold]: Side[] = [];
  beforeEach(async () => {
    hot = await side(fromKind);
    cold = await side(toKind);
  });
  afterEach(async () => {
    await hot?.[Symbol.asyncDispose]();
    await cold?.[Symbol.asyncDispose]();
  });
  const sides = () => ({ [from]: hot!, [to]: cold! });

  test('moves objects whole, says so in metrics, and a second run has nothing to do', async () => {
    using mover = await placed(MOVE(from, to), sides());
    const odd = 'a b/(x) \'"$(touch owned)+%2Bü.txt';
    for (const key of ['k1', odd, 'deep/er/k2']) await hot!.put(key, key);
    const dry = await mover.run([]);
    expect(dry, dry.stderr).toMatchObject({ exit: 0 });
    expect(dry.stdout).toContain('3 due, 0 there already, 3 would be copied, 3 would be deleted');
    expect(await cold!.keys()).toEqual([]);
    for (const did of ['3 due, 0 there already, 3 were copied, 3 were deleted', '0 due']) {
      const ended = await mover.run();
      expect(ended, ended.stderr).toMatchObject({ exit: 0 });
      expect(ended.stdout).toContain(did);
    }
    expect([await hot!.keys(), await cold!.keys()]).toEqual([[], [odd, 'deep/er/k2', 'k1'].toSorted()]);
    expect(await cold!.get(odd)).toBe(odd);
    expect(mover.metrics()).toMatch(/^stowage_job_last_exit_code\{job="store1-store2-7d"\} 0$/m);
    expect(mover.metrics()).toMatch(
      /^stowage_job_last_success_timestamp_seconds\{job="store1-store2-7d"\} \d{10}$/m,
    );
  });

  test('what was written over with as many bytes is copied again, small or in parts', async () => {
    using mover = await placed(MOVE(from, to), sides());
    const large = (letter: string) => Buffer.alloc(6 * 2 ** 20, letter);
    await hot!.put('small', 'version-1');
    await hot!.putInParts('large', large('1'));
    expect(await mover.run()).toMatchObject({ exit: 0 });
    await hot!.put('small', 'version-2');
    await hot!.putInParts('large', large('2'));
    const ended = await mover.run();
    expect(ended, ended.stderr).toMatchObject({ exit: 0 });
    expect(await hot!.keys()).toEqual([]);
    expect([await cold!.get('small'), (await cold!.get('large')) === large('2').toString()]).toEqual([
      'version-2',
      true,
    ]);
  });

  test('a newer write that the first store did not get is not written over', async () => {
    using mover = await placed(DUAL(from, to), sides());
    await hot!.put('k', 'version-1');
    await aSecond();
    await cold!.put('k', 'version-2');
    const ended = await mover.run();
    expect(ended.exit).toBe(1);
    expect([await hot!.get('k'), await cold!.get('k')]).toEqual(['version-1', 'version-2']);
  });

  test('what a run copied in parts and did not delete is known again, and not copied twice', async () => {
    using mover = await placed(MOVE(from, to), sides());
    await hot!.putInParts('large', Buffer.alloc(6 * 2 ** 20, 'x'));
    await aSecond();
    hot!.way.between = (method) => (method === 'DELETE' ? 403 : null);
    expect(await mover.run()).toMatchObject({ exit: 1 });
    hot!.way.between = () => null;
    const ended = await mover.run();
    expect(ended, ended.stderr).toMatchObject({ exit: 0 });
    expect(ended.stdout).toContain('1 due, 1 there already, 0 were copied, 1 were deleted');
  });

  test('keys that are not of the plan stay where they are', async () => {
    using mover = await placed(MOVE(from, to), sides(), { minAge: 0, prefix: 'media/' });
    for (const key of ['media/k', 'medi', 'other/media/k']) await hot!.put(key, key);
    const ended = await mover.run();
    expect(ended, ended.stderr).toMatchObject({ exit: 0 });
    expect([await hot!.keys(), await cold!.keys()]).toEqual([['medi', 'other/media/k'], ['media/k']]);
  });

  test.each(['GET', 'DELETE'])('what is written over just before the %s is not lost', async (method) => {
    using mover = await placed(MOVE(from, to), sides());
    await hot!.put('k', 'version-1');
    let isDone = false;
    hot!.way.between = async (asked, key) => {
      if (asked === method && key === 'k' && !isDone) {
        isDone = true;
        await hot!.put('k', 'version-2');
      }
      return null;
    };
    const first = await mover.run();
    expect(isDone).toBe(true);
    const kept = [await hot!.get('k'), await cold!.get('k')];
    // R2 has no conditional delete, and is no source here.
    expect(kept, first.stderr).toContain('version-2');
    const second = await mover.run();
    expect(second, second.stderr).toMatchObject({ exit: 0 });
    expect([await hot!.keys(), await cold!.get('k')]).toEqual([[], 'version-2']);
  });

  test('of a dual write the first store is emptied of what the second holds, a fifth of it put right first', async () => {
    using mover = await placed(DUAL(from, to), sides());
    const keys = Array.from({ length: 45 }, (_, i) => `k${i}`);
    for (const [i, key] of keys.entries()) {
      await hot!.put(key, `body of ${key}`);
      if (i % 15 === 0) continue;
      await cold!.put(key, i % 15 === 1 ? 'body' : i % 15 === 2 ? `BODY of ${key}` : `body of ${key}`);
    }
    const first = await mover.run();
    expect(first.exit).toBe(1);
    expect(first.stdout).toContain('45 due, 36 there already, 3 were copied, 39 were deleted');
    // What differs there and is not older may be a newer write: it is told, and left to somebody who knows.
    expect(first.stderr.match(/stays: the other store has other bytes/g)).toHaveLength(6);
    expect((await hot!.keys()).length).toBe(6);
    const ended = await mover.run(['-go', '-mend']);
    expect(ended, ended.stderr).toMatchObject({ exit: 0 });
    expect(await hot!.keys()).toEqual([]);
    for (const key of keys) expect(await cold!.get(key)).toBe(`body of ${key}`);
  });
});

test('typed as the guide has them, its commands move objects and bring them back, and so does its line for cron', async () => {
  await using hot = await side('versitygw');
  await using cold = await side('versitygw-auto');
  using mover = await placed(MOVE(STANDARD, R2), { [STANDARD]: hot, [R2]: cold });
  const { folder } = mover;
  const home = path.join(folder.path, 'opt');
  const bin = path.join((await programs()).path, 'bin');
  const keys = ['STORE1', 'STORE2'].flatMap((id) => [
    `${id}_ACCESS_KEY_ID=${KEY_ID}`,
    `${id}_SECRET_ACCESS_KEY=${SECRET}`,
  ]);
  // Without TLS rclone would sign what it cannot read twice.
  folder.write('opt/stowage.env', [...keys, 'RCLONE_S3_USE_UNSIGNED_PAYLOAD=true', ''].join('\n'));
  folder.write('opt/jobs.json', folder.read('mover/jobs.json'));
  symlinkSync(path.join(bin, 'mover'), path.join(home, 'mover'));
  for (const [name, text] of [
    ['sudo', 'shift 2; exec "$@"'],
    ['systemctl', ':'],
  ] as const) {
    folder.write(`bin/${name}`, `#!/bin/sh\n${text}\n`);
    chmodSync(path.join(folder.path, 'bin', name), 0o755);
  }
  const typed = async (...lines: string[]) => {
    const script = lines.join('\n').replaceAll('/opt/stowage', home);
    const PATH = `${folder.path}/bin:${bin}:${process.env['PATH'] ?? ''}`;
    const env = { PATH, HOME: folder.path, RCLONE_CONFIG: '/notfound' };
    const ended = await run('bash', ['-euc', script], { cwd: folder.path, env });
    expect(ended, ended.stderr).toMatchObject({ exit: 0 });
    return [await hot.keys(), await cold.keys()];
  };
  const guide = folder.read('README.md');
  const [dry = '', real = ''] = commandsOf(guide, 'Run the mover by hand');
  await hot.put('a', 'body');
  expect(await typed(dry)).toEqual([['a'], []]);
  expect(await typed(real)).toEqual([[], ['a']]);
  expect(await typed(...commandsOf(guide, 'To go back'))).toEqual([['a'], ['a']]);
  const [, cron = ''] =
    /^17 3 \* \* \* stowage (.*)$/m.exec(folder.read('schedule/stowage-mover.cron')) ?? [];
  await hot.put('b', 'body');
  expect(await typed(cron)).toEqual([[], ['a', 'b']]);
});
