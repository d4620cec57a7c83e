/** One suite for the little S3 and a real server, so that the one cannot drift from the other. */
import { describe, expect, test } from 'vitest';
import { startLittleS3 } from '#tests/helpers/little-s3/server.ts';
import { loadClient } from '#stores/clients.ts';
import type { ClientName } from '#stores/clients.ts';
import { openStore } from '#stores/open-store.ts';
import { Secret } from '#stores/secret.ts';
import type { ObjectStore } from '#stores/store.ts';
import { isDeep } from '#tests/helpers/deep.ts';
import { KEY_ID, SECRET, collector } from '#tests/helpers/littleS3.ts';
import type { Running } from '#tests/helpers/realServers.ts';
import { aBucket, theServer } from '#tests/helpers/theServer.ts';
import { has } from '#tests/helpers/tools.ts';

async function little(): Promise<Running> {
  const server = await startLittleS3({
    keys: [{ accessKeyId: KEY_ID, secretAccessKey: new Secret(SECRET) }],
  });
  return { url: server.url, [Symbol.asyncDispose]: () => server.close() };
}

const versitygw = async (): Promise<Running> => ({
  url: await theServer('versitygw'),
  [Symbol.asyncDispose]: () => Promise.resolve(),
});

type Way = [string, ClientName, () => Promise<Running>];
const SERVERS: Way[] = [
  ['the little S3', 'wire', little],
  ['the little S3', 'undici', little],
  ['the little S3', 'sdk', little],
  ...(has('versitygw') ? [['versitygw', 'wire', versitygw] satisfies Way] : []),
  ...(has('versitygw') && isDeep ? [['versitygw', 'sdk', versitygw] satisfies Way] : []),
];
const PART_BYTES = 5 * 2 ** 20;
const BODY = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 37) % 253));

describe.each(SERVERS)('%s by %s', (_, client, start) => {
  /** Runs `work` on a bucket of its own. */
  async function onBucket(
    work: (
      store: ObjectStore,
      open: (secret: string, id?: string) => ObjectStore,
      quick: ObjectStore,
    ) => Promise<void>,
  ) {
    await using server = await start();
    const bucket = aBucket();
    const openBy = await loadClient(client);
    const opened: ObjectStore[] = [];
    const open = (secret: string, id = KEY_ID, by = openBy) => {
      const credentials = { accessKeyId: id, secretAccessKey: new Secret(secret), sessionToken: null };
      const store = by(
        { store: 'acme/store', region: 'us-east-1', bucket, endpoint: server.url },
        {
          env: {},
          home: '/nowhere',
          timeoutMs: 20_000,
          access: { source: 'the test', credentials, region: null, endpoint: null },
        },
      );
      opened.push(store);
      return store;
    };
    try {
      const store = open(SECRET);
      expect(await store.makeBucket()).toMatchObject({ status: 200, code: null });
      await work(store, open, open(SECRET, KEY_ID, openStore));
    } finally {
      opened.forEach((one) => one.close());
    }
  }

  test('keeps objects of any name and size, and gives them back whole and in part', async () => {
    await onBucket(async (store) => {
      for (const [key, body] of [
        ['plain', BODY],
        ["a folder/ü + 'quoted' (1)~!*&<>=?#%.bin", BODY.subarray(0, 100)],
        ['empty', BODY.subarray(0, 0)],
      ] as const) {
        const put = await store.put(key, body);
        expect(put).toMatchObject({ status: 200, failure: null });
        expect(put.headers.etag).toMatch(/^"[0-9a-f]{32}"$/);
        const got = collector();
        const get = await store.get(key, got.sink);
        expect(get).toMatchObject({ status: 200, failure: null, bytes: body.length });
        expect(get.headers.etag).toBe(put.headers.etag);
        expect(got.bytes().equals(body)).toBe(true);
        const head = await store.head(key);
        expect(head).toMatchObject({ status: 200, bytes: 0 });
        expect(head.headers['content-length']).toBe(String(body.length));
      }
      const part = collector();
      const ranged = await store.get('plain', part.sink, { part: { offset: 69_000, length: 5000 } });
      expect(ranged).toMatchObject({ status: 206, bytes: 1000 });
      expect(ranged.headers['content-range']).toBe('bytes 69000-69999/70000');
      expect(part.bytes().equals(BODY.subarray(69_000))).toBe(true);
      expect(
        await store.get('plain', () => undefined, { part: { offset: 70_000, length: 1 } }),
      ).toMatchObject({
        status: 416,
        code: 'InvalidRange',
      });
    });
  });

  test('replaces an object and lets it go, once and again', async () => {
    await onBucket(async (store) => {
      await store.put('k', BODY);
      await store.put('k', BODY.subarray(0, 3));
      expect(await store.get('k', () => undefined)).toMatchObject({ bytes: 3 });
      expect(await store.remove('k')).toMatchObject({ status: 204 });
      expect(await store.remove('k')).toMatchObject({ status: 204 });
      expect(await store.get('k', () => undefined)).toMatchObject({ status: 404, code: 'NoSuchKey' });
      expect(await store.head('k')).toMatchObject({ status: 404, bytes: 0 });
    });
  });

  test('copies an object, and writes one only where there is none', async () => {
    await onBucket(async (store) => {
      const from = 'a folder/ü + (1)%.bin';
      await store.put(from, BODY);
      expect(await store.copy(from, 'copy')).toMatchObject({ status: 200, code: null });
      const got = collector();
      await store.get('copy', got.sink);
      expect(got.bytes().equals(BODY)).toBe(true);
      expect(await store.copy('nothing', 'copy')).toMatchObject({ status: 404, code: 'NoSuchKey' });
      expect(await store.put('copy', BODY, 'absent')).toMatchObject({
        status: 412,
        code: 'PreconditionFailed',
      });
      expect(await store.put('another', BODY, 'absent')).toMatchObject({ status: 200, code: null });
    });
  });

  test('replaces an object only while it is the one that was seen, and gives no body of one that is', async () => {
    await onBucket(async (store) => {
      const first = store.tagOf(await store.put('k', BODY)) ?? '';
      const second = store.tagOf(await store.put('k', BODY.subarray(0, 10), { tag: first })) ?? '';
      expect(second).toMatch(/./);
      expect(await store.put('k', BODY, { tag: first })).toMatchObject({
        status: 412,
        code: 'PreconditionFailed',
      });
      expect(await store.put('nothing', BODY, { tag: first })).toMatchObject({
        status: 404,
        code: 'NoSuchKey',
      });
      const got = collector();
      expect(await store.get('k', got.sink, { unless: second })).toMatchObject({
        status: 304,
        failure: null,
        bytes: 0,
      });
      expect(await store.get('k', got.sink, { unless: first })).toMatchObject({ status: 200, bytes: 10 });
      expect(got.bytes().equals(BODY.subarray(0, 10))).toBe(true);
    });
  });

  test('removes many objects in one request, and does not mind those that are not there', async () => {
    await onBucket(async (store) => {
      const names = ['plain', 'a folder/ü + (1)%.bin', 'a&b<c>"d"'];
      for (const name of names) await store.put(name, BODY.subarray(0, 1));
      await store.put('stays', BODY.subarray(0, 1));
      const removal = await store.removeMany([...names, 'nothing']);
      expect(removal).toMatchObject({ answer: { status: 200, code: null }, refused: [] });
      expect((await store.list('')).keys).toEqual(['stays']);
    });
  });

  test('takes an object in parts, in any order, and forgets one that is dropped', async () => {
    await onBucket(async (store) => {
      const key = 'in parts/ü +%.bin';
      const whole = Buffer.concat(Array.from({ length: 80 }, () => BODY));
      const pieces = [whole.subarray(0, PART_BYTES), whole.subarray(PART_BYTES)];
      const { upload } = await store.beginParts(key);
      expect(upload).toMatch(/./);
      const second = await store.putPart(key, upload ?? '', 2, pieces[1] ?? BODY);
      const first = await store.putPart(key, upload ?? '', 1, pieces[0] ?? BODY);
      expect(await store.unfinished('in parts/')).toMatchObject({ uploads: [{ key, upload }], next: null });
      expect((await store.unfinished('elsewhere/')).uploads).toEqual([]);
      const parts = [first, second].flatMap(({ part }) => part ?? []);
      expect(await store.endParts(key, upload ?? '', parts)).toMatchObject({ status: 200, code: null });
      const got = collector();
      await store.get(key, got.sink);
      expect(got.bytes().equals(whole)).toBe(true);
      const dropped = await store.beginParts(key);
      expect(await store.dropParts(key, dropped.upload ?? '')).toMatchObject({ status: 204 });
      expect((await store.unfinished('')).uploads).toEqual([]);
      expect(await store.putPart(key, dropped.upload ?? '', 1, BODY)).toMatchObject({
        answer: { status: 404, code: 'NoSuchUpload' },
        part: null,
      });
    });
  });

  test('refuses to join what was not sent', async () => {
    await onBucket(async (store) => {
      const { upload } = await store.beginParts('k');
      const sent = await store.putPart('k', upload ?? '', 1, BODY);
      const wrong = { number: 1, tag: '"00000000000000000000000000000000"' };
      expect(await store.endParts('k', upload ?? '', [wrong])).toMatchObject({ code: 'InvalidPart' });
      expect(await store.endParts('k', upload ?? '', [sent.part ?? wrong])).toMatchObject({ code: null });
      expect(await store.beginParts('k')).toMatchObject({ answer: { status: 200 } });
    });
  });

  test('lists what begins with a prefix, in order and page by page', async () => {
    await onBucket(async (store, _open, quick) => {
      const names = Array.from({ length: 1005 }, (_, i) => `p/${String(i).padStart(4, '0')}`);
      for (let at = 0; at < names.length; at += 50)
        await Promise.all(names.slice(at, at + 50).map((name) => quick.put(name, BODY.subarray(0, 1))));
      await store.put('p/ü & <b>+', BODY.subarray(0, 1));
      await store.put('other', BODY.subarray(0, 1));
      const first = await store.list('p/');
      expect(first.keys).toEqual(names.slice(0, 1000));
      const second = await store.list('p/', first.next ?? '');
      expect(second).toMatchObject({ keys: [...names.slice(1000), 'p/ü & <b>+'], next: null });
      expect((await store.list('nothing/')).keys).toEqual([]);
    });
  });

  test('knows its buckets', async () => {
    await onBucket(async (store) => {
      expect((await store.makeBucket()).code).toMatch(/^BucketAlready(OwnedByYou|Exists)$/);
      await store.put('k', BODY);
      expect(await store.removeBucket()).toMatchObject({ status: 409, code: 'BucketNotEmpty' });
      await store.remove('k');
      expect(await store.removeBucket()).toMatchObject({ status: 204 });
      expect(await store.put('k', BODY)).toMatchObject({ status: 404, code: 'NoSuchBucket' });
      expect((await store.list('')).answer).toMatchObject({ status: 404, code: 'NoSuchBucket' });
    });
  });

  test('checks who asks', async () => {
    await onBucket(async (_store, open) => {
      expect(await open('another').put('k', BODY)).toMatchObject({
        status: 403,
        code: 'SignatureDoesNotMatch',
      });
      // Which error an unknown key is, is each server's own affair.
      const nobody = await open(SECRET, 'AKIANOBODY').put('k', BODY);
      expect(nobody.status).toBeGreaterThanOrEqual(400);
      expect((await open(SECRET).list('')).keys).toEqual([]);
    });
  });
});
