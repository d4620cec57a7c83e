import { describe, expect, test } from 'vitest';
import type { Fault } from '#tests/helpers/littleS3Faults.ts';
import { isOk } from '#stores/store.ts';
import { freePort } from '#tests/helpers/freePort.ts';
import { BUCKET, collector, littleS3 } from '#tests/helpers/littleS3.ts';

const BODY = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 31) % 251));

describe('an S3 store', () => {
  test('keeps an object, gives it back whole or in part, and lets it go', async () => {
    await using s3 = await littleS3();
    const { store } = s3;
    const key = "a folder/ü + 'quoted' (1)~!*.bin";
    expect(await store.put(key, BODY)).toMatchObject({ status: 200, failure: null, code: null });
    const whole = collector();
    expect(await store.get(key, whole.sink)).toMatchObject({ status: 200, bytes: BODY.length });
    expect(whole.bytes().equals(BODY)).toBe(true);
    const part = collector();
    expect(await store.get(key, part.sink, { part: { offset: 1000, length: 5000 } })).toMatchObject({
      status: 206,
      bytes: 5000,
    });
    expect(part.bytes().equals(BODY.subarray(1000, 6000))).toBe(true);
    const head = await store.head(key);
    expect(head).toMatchObject({ status: 200, bytes: 0 });
    expect(head.headers['content-length']).toBe(String(BODY.length));
    expect(await store.remove(key)).toMatchObject({ status: 204 });
    expect(await store.get(key, () => undefined)).toMatchObject({ status: 404, code: 'NoSuchKey' });
    expect(await store.head(key)).toMatchObject({ status: 404, code: null });
  });

  test('lists what begins with a prefix, page by page', async () => {
    await using s3 = await littleS3();
    const objects = s3.server.buckets.get(BUCKET);
    for (let i = 0; i < 2345; i++) objects?.set(`p & <q>/${i}`, { body: Buffer.alloc(1), etag: '"e"' });
    objects?.set('other', { body: Buffer.alloc(1), etag: '"e"' });
    const keys: string[] = [];
    const pages: number[] = [];
    let next: string | undefined;
    do {
      const page = await s3.store.list('p & <q>/', next);
      keys.push(...page.keys);
      pages.push(page.keys.length);
      next = page.next ?? undefined;
    } while (next !== undefined);
    expect(pages).toEqual([1000, 1000, 345]);
    expect(new Set(keys)).toEqual(new Set(Array.from({ length: 2345 }, (_, i) => `p & <q>/${i}`)));
  });

  test('makes a bucket and removes it', async () => {
    await using s3 = await littleS3();
    s3.server.buckets.clear();
    expect(isOk(await s3.store.makeBucket())).toBe(true);
    expect(await s3.store.makeBucket()).toMatchObject({ code: 'BucketAlreadyOwnedByYou' });
    await s3.store.put('k', BODY);
    expect(await s3.store.removeBucket()).toMatchObject({ status: 409, code: 'BucketNotEmpty' });
    await s3.store.remove('k');
    expect(isOk(await s3.store.removeBucket())).toBe(true);
    expect(await s3.store.put('k', BODY)).toMatchObject({ status: 404, code: 'NoSuchBucket' });
  });

  test('opens a connection once, and says what that took', async () => {
    await using s3 = await littleS3();
    const first = await s3.store.put('k', BODY);
    const second = await s3.store.head('k');
    expect(first.opening).toMatchObject({ tlsMs: null, dnsMs: null });
    expect(first.opening?.connectMs).toBeGreaterThan(0);
    expect(second.opening).toBeNull();
    for (const { firstByteMs, totalMs } of [first, second]) {
      expect(firstByteMs).toBeGreaterThan(0);
      expect(totalMs).toBeGreaterThanOrEqual(firstByteMs ?? Infinity);
    }
  });
});

describe('the server refuses', () => {
  test.each([
    ['a wrong secret', { secret: 'another' }, 'SignatureDoesNotMatch'],
    ['an unknown key', { id: 'AKIANOBODY' }, 'InvalidAccessKeyId'],
  ])('%s', async (_, keys, code) => {
    await using s3 = await littleS3();
    expect(await s3.open(keys).put('k', BODY)).toMatchObject({ status: 403, code });
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
  });

  test('nobody in particular', async () => {
    await using s3 = await littleS3();
    const reply = await fetch(`${s3.server.url}/${BUCKET}/k`, { method: 'PUT', body: 'x' });
    expect(reply.status).toBe(403);
    expect(await reply.text()).toContain('AccessDenied');
  });
});

describe('on a bad day', () => {
  const once = (fault: Fault) => ({ fault: (_: unknown, count: number) => (count === 2 ? fault : null) });

  test.each<[string, Fault, object]>([
    ['a store that is busy says so', { kind: 'slow-down' }, { status: 503, code: 'SlowDown', failure: null }],
    ['a body cut short is told', { kind: 'truncate' }, { status: 200, failure: 'truncated' }],
    ['a reset is told', { kind: 'reset' }, { status: null, failure: 'reset', firstByteMs: null }],
    ['chunks are put together', { kind: 'chunked' }, { status: 200, failure: null, bytes: BODY.length }],
    ['a head in pieces is read', { kind: 'split-head' }, { status: 200, failure: null, bytes: BODY.length }],
    ['an interim reply is passed over', { kind: 'continue' }, { status: 200, bytes: BODY.length }],
    ['a connection that closes is no failure', { kind: 'close' }, { status: 200, failure: null }],
  ])('%s', async (_, fault, expected) => {
    await using s3 = await littleS3(once(fault));
    await s3.store.put('k', BODY);
    expect(await s3.store.get('k', () => undefined)).toMatchObject(expected);
    // Whatever happened, the next request is answered.
    const next = collector();
    expect(await s3.store.get('k', next.sink)).toMatchObject({ status: 200, failure: null });
    expect(next.bytes().equals(BODY)).toBe(true);
  });

  test('a stall between first byte and last shows in the one and not in the other', async () => {
    await using s3 = await littleS3(once({ kind: 'stall', ms: 300 }));
    await s3.store.put('k', BODY);
    const { firstByteMs, totalMs } = await s3.store.get('k', () => undefined);
    expect(totalMs - (firstByteMs ?? Infinity)).toBeGreaterThan(250);
  });

  test('no whole reply in time is a timeout', async () => {
    await using s3 = await littleS3(once({ kind: 'stall', ms: 60_000 }));
    const store = s3.open({ timeoutMs: 200 });
    await store.put('k', BODY);
    expect(await store.get('k', () => undefined)).toMatchObject({ failure: 'timeout' });
  });

  test('a port where nobody listens refuses', async () => {
    await using s3 = await littleS3();
    const nobody = s3.open({ endpoint: `http://127.0.0.1:${await freePort()}` });
    expect(await nobody.head('k')).toMatchObject({ status: null, failure: 'refused' });
  });
});
