import { describe, expect, test, vi } from 'vitest';
import { zonalEndpoint, zoneOf } from '#core/s3-addresses.ts';
import { Bucket } from '#stores/little-s3/buckets.ts';
import { isOk } from '#stores/store.ts';
import { aPlanFile, runOn } from '#tests/helpers/aProbe.ts';
import { littleS3 } from '#tests/helpers/littleS3.ts';
import type { TestStore } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';

const EXPRESS = { store: 'aws/s3-express-one-zone', bucket: 'mine--use1-az4--x-s3' };
const BODY = Buffer.from('fast');
const MINUTE = 60_000;

/** A little S3 with a directory bucket in it. */
async function withDirectoryBucket(): Promise<TestStore> {
  const s3 = await littleS3();
  s3.server.buckets.set(EXPRESS.bucket, new Bucket());
  return s3;
}

describe('a directory bucket', () => {
  test('is known by its name, which says its zone and its address', () => {
    expect(zoneOf('mine--use1-az4--x-s3')).toBe('use1-az4');
    expect(zoneOf('mine-use1-az4-x-s3')).toBeNull();
    expect(zonalEndpoint('use1-az4', 'us-east-1')).toBe('https://s3express-use1-az4.us-east-1.amazonaws.com');
  });

  test('is used with one session for all requests', async () => {
    await using s3 = await withDirectoryBucket();
    const store = s3.open(EXPRESS);
    const puts = await Promise.all(Array.from({ length: 20 }, (_, i) => store.put(`k${i}`, BODY)));
    expect(puts.every(isOk)).toBe(true);
    expect(isOk(await store.get('k7', () => undefined))).toBe(true);
    expect((await store.list('')).keys).toHaveLength(20);
    expect(s3.server.sessions.count).toBe(1);
  });

  test('gets a new session before the old one ends, and waits for it only at the very end', async () => {
    await using s3 = await withDirectoryBucket();
    let nowMs = Date.now();
    const store = s3.open({ ...EXPRESS, clocks: { nowMs: () => nowMs, elapsedMs: () => 0 } });
    const sessions = async () => {
      expect(isOk(await store.put('k', BODY))).toBe(true);
      return s3.server.sessions.count;
    };
    expect(await sessions()).toBe(1);
    nowMs += 2 * MINUTE;
    expect(await sessions()).toBe(1);
    nowMs += 1.5 * MINUTE;
    // Asked for beside the request, which the old one still signs.
    await sessions();
    await expect.poll(() => s3.server.sessions.count).toBe(2);
    nowMs = Date.now() + 10 * MINUTE;
    expect(await sessions()).toBe(3);
  });

  test.each([
    ['right', 0],
    ['ten minutes ahead', 10],
    ['ten minutes behind', -10],
  ])('gets a new session in time, however the clock of the machine is set: %s at first', async (_, ahead) => {
    let passed = 0;
    let set = ahead;
    const now = Date.now;
    await using s3 = await littleS3({ now: () => now() + passed * MINUTE });
    s3.server.buckets.set(EXPRESS.bucket, new Bucket());
    using _set = vi.spyOn(Date, 'now').mockImplementation(() => now() + (passed + set) * MINUTE);
    const clocks = { nowMs: () => Date.now(), elapsedMs: () => performance.now() + passed * MINUTE };
    const store = s3.open({ ...EXPRESS, clocks });
    for (const [after, to, sessions] of [
      [0, ahead, 1],
      [4, -12, 2],
      [6, -12, 3],
      [6, 12, 4],
      [6, 0, 5],
      [1, -10, 5],
      [6, -10, 6],
    ] as const) {
      passed += after;
      set = to;
      expect(await store.put('k', BODY)).toMatchObject({ code: null, status: 200 });
      await expect.poll(() => s3.server.sessions.count).toBe(sessions);
    }
  });

  test('says where it is the clock of the machine that is refused', async () => {
    await using s3 = await littleS3({ now: () => Date.now() - 20 * MINUTE });
    s3.server.buckets.set(EXPRESS.bucket, new Bucket());
    expect(await s3.open(EXPRESS).put('k', BODY)).toMatchObject({ code: 'RequestTimeTooSkewed' });
  });

  test('refuses keys without a session', async () => {
    await using s3 = await withDirectoryBucket();
    const { status } = await fetch(`${s3.server.url}/${EXPRESS.bucket}/k`);
    expect(status).toBe(403);
  });

  test('whose session is refused answers nothing, and says so', async () => {
    await using s3 = await withDirectoryBucket();
    expect(await s3.open({ ...EXPRESS, secret: 'another' }).put('k', BODY)).toMatchObject({
      code: 'NoSession',
    });
    expect(await s3.open({ ...EXPRESS, bucket: 'other--use1-az4--x-s3' }).put('k', BODY)).toMatchObject({
      code: 'NoSession',
    });
  });
});

describe('a probe of a directory bucket', () => {
  const file = aPlanFile([{ op: ['GET', 'LIST', 'DELETE'] }], {
    targets: [{ store: 'aws/s3-express-one-zone@us-east-1', bucket: EXPRESS.bucket }],
  });

  test('runs on the fast path', async () => {
    await using s3 = await withDirectoryBucket();
    using folder = new Folder();
    const { samples } = await runOn(s3, file, folder.path, { open: () => s3.open(EXPRESS) });
    expect(samples.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(s3.server.sessions.count).toBe(1);
    expect(s3.server.buckets.get(EXPRESS.bucket)?.size).toBe(0);
  });

  test('makes a bucket of its own in the zone of the client', async () => {
    await using s3 = await withDirectoryBucket();
    using folder = new Folder();
    const own = aPlanFile([{}], {
      from: 'aws/us-east-1/use1-az6',
      targets: [{ store: 'aws/s3-express-one-zone@us-east-1' }],
    });
    const { head } = await runOn(s3, own, folder.path, {
      open: ({ store, bucket }) => s3.open({ store, bucket }),
    });
    expect(head.targets[0]?.bucket).toMatch(/^stowage-probe-[0-9a-f]{16}--use1-az6--x-s3$/);
    expect([...s3.server.buckets.keys()]).not.toContain(head.targets[0]?.bucket);
    expect(s3.server.sessions.count).toBe(1);
  });

  test('ends clearly where the fast path is closed', async () => {
    await using s3 = await withDirectoryBucket();
    using folder = new Folder();
    const run = runOn(s3, file, folder.path, { open: () => s3.open({ ...EXPRESS, secret: 'another' }) });
    await expect(run).rejects.toThrow(/without a session this would not be the fast path/);
  });
});
