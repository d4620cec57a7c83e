/** The bucket in the host name, as the stores of the large providers are addressed, over real sockets. */
import dns from 'node:dns';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CLIENTS, loadClient } from '#stores/clients.ts';
import { Secret } from '#stores/secret.ts';
import { isOk } from '#stores/store.ts';
import type { ObjectStore } from '#stores/store.ts';
import { BUCKET, KEY_ID, SECRET, collector, littleS3 } from '#tests/helpers/littleS3.ts';

const BODY = Buffer.from('by its name');
const KEY = "a folder/ü + 'quoted' (1).bin";

/** Every name leads to this machine. */
beforeEach(() => {
  vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, options: unknown, done: unknown) => {
    const answer = (typeof options === 'function' ? options : done) as (...args: unknown[]) => void;
    const isAll = typeof options === 'object' && options !== null && 'all' in options && options.all === true;
    process.nextTick(answer, null, ...(isAll ? [[{ address: '127.0.0.1', family: 4 }]] : ['127.0.0.1', 4]));
  }) as unknown as typeof dns.lookup);
});
afterEach(() => void vi.restoreAllMocks());

describe.each(CLIENTS)('a bucket in the host name, by %s', (client) => {
  async function onBucket(
    work: (store: ObjectStore, seen: { host: string; key: string | null }[], port: string) => Promise<void>,
    secret = SECRET,
  ) {
    const seen: { host: string; key: string | null }[] = [];
    await using s3 = await littleS3({
      delayMs: ({ headers, key }) => {
        seen.push({ host: headers.host ?? '', key });
        return 0;
      },
    });
    const { port } = new URL(s3.server.url);
    const openBy = await loadClient(client);
    const credentials = { accessKeyId: KEY_ID, secretAccessKey: new Secret(secret), sessionToken: null };
    const store = openBy(
      { store: 'acme/store', region: 'us-east-1', bucket: BUCKET, endpoint: `http://localhost:${port}` },
      {
        env: {},
        home: '/nowhere',
        timeoutMs: 20_000,
        access: { source: 'the test', credentials, region: null, endpoint: null },
      },
    );
    try {
      await work(store, seen, port);
    } finally {
      store.close();
    }
  }

  test('is asked there, with nothing of it in the path, and signed so', async () => {
    await onBucket(async (store, seen, port) => {
      expect(await store.put(KEY, BODY)).toSatisfy(isOk);
      const got = collector();
      expect(await store.get(KEY, got.sink)).toSatisfy(isOk);
      expect(got.bytes().equals(BODY)).toBe(true);
      expect(await store.copy(KEY, 'copy')).toSatisfy(isOk);
      expect((await store.list('')).keys).toEqual([KEY, 'copy']);
      const begun = await store.beginParts('parts');
      expect(await store.putPart('parts', begun.upload ?? '', 1, BODY)).toMatchObject({
        part: { number: 1 },
      });
      expect(await store.dropParts('parts', begun.upload ?? '')).toSatisfy(isOk);
      expect(await store.removeMany([KEY, 'copy'])).toMatchObject({ refused: [] });
      expect(await store.removeBucket()).toSatisfy(isOk);
      expect(await store.makeBucket()).toSatisfy(isOk);
      expect(new Set(seen.map(({ host }) => host))).toEqual(new Set([`${BUCKET}.localhost:${port}`]));
      const keys = [KEY, KEY, 'copy', null, 'parts', 'parts', 'parts', null, null, null];
      expect(seen.map(({ key }) => key)).toEqual(keys);
    });
  });

  test('refuses another secret', async () => {
    await onBucket(async (store) => {
      expect(await store.put(KEY, BODY)).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
    }, 'another');
  });
});
