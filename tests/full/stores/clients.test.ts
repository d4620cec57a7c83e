import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { zoneOf } from '#core/s3-addresses.ts';
import { Bucket } from '#stores/little-s3/buckets.ts';
import { startLittleS3 } from '#tests/helpers/little-s3/server.ts';
import { CLIENTS, loadClient } from '#stores/clients.ts';
import type { ClientName } from '#stores/clients.ts';
import { ClientError, loadPackage } from '#stores/load-package.ts';
import { Secret } from '#stores/secret.ts';
import { freePort } from '#tests/helpers/freePort.ts';
import { KEY_ID, SECRET } from '#tests/helpers/littleS3.ts';
import { withFaults } from '#tests/helpers/littleS3Faults.ts';

/** A bucket at an address, by the keys of the little S3. */
async function opened(
  client: ClientName,
  at: { endpoint: string; store?: string; bucket?: string; pathStyle?: boolean },
  timeoutMs = 20_000,
) {
  const open = await loadClient(client);
  const credentials = { accessKeyId: KEY_ID, secretAccessKey: new Secret(SECRET), sessionToken: null };
  return open(
    { store: 'acme/store', region: 'us-east-1', bucket: 'a-bucket', ...at },
    {
      env: {},
      home: '/nowhere',
      timeoutMs,
      access: { source: 'the test', credentials, region: null, endpoint: null },
    },
  );
}

describe('a client', () => {
  test('that is not installed says how it is had', async () => {
    const nothing = 'no-such-package-anywhere';
    const loading = loadPackage(nothing, () => import(/* @vite-ignore */ nothing) as Promise<unknown>);
    await expect(loading).rejects.toThrow(ClientError);
    await expect(loading).rejects.toThrow(/npm install no-such-package-anywhere/);
    const broken = loadPackage('undici', () => Promise.reject(new TypeError('bind of undefined')));
    await expect(broken).rejects.toThrow(/does not load on Node \d+\.\d+\.\d+ \(bind of undefined\)/);
  });

  test.each(CLIENTS)(
    '%s times a read and how its connection was opened, as far as it is told',
    async (client) => {
      const server = await startLittleS3({
        keys: [{ accessKeyId: KEY_ID, secretAccessKey: new Secret(SECRET) }],
        deliver: withFaults(({ method }) => (method === 'GET' ? { kind: 'stall', ms: 500 } : null)),
      });
      server.buckets.set('a-bucket', new Bucket());
      const store = await opened(client, { endpoint: server.url });
      const put = await store.put('k', Buffer.alloc(20_000));
      const got = await store.get('k', () => undefined);
      expect(got).toMatchObject({ status: 200, bytes: 20_000, failure: null });
      expect(got.totalMs - (got.firstByteMs ?? NaN)).toBeGreaterThan(100);
      if (client !== 'sdk') expect(put.opening).toMatchObject({ dnsMs: null, tlsMs: null });
      // Undici opens a second one for what is asked before the first has quite ended.
      await store.get('k', () => undefined);
      expect((await store.get('k', () => undefined)).opening).toBe(null);
      store.close();
      await server.close();
    },
  );

  test.each(CLIENTS)('%s ends a reply that does not end by itself', async (client) => {
    const server = createServer((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(32 * 1024)));
      };
      response.on('drain', more);
      more();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const store = await opened(client, { endpoint });
    const got = await store.get('k', () => undefined, { mostBytes: 10_000 });
    expect(got).toMatchObject({ status: 200, failure: 'size' });
    expect(got.bytes).toBeLessThan(10_000 + 3 * 64 * 1024);
    const ranged = await store.get('k', () => undefined, { part: { offset: 0, length: 100 } });
    expect(ranged.failure).toBe('size');
    // AWS's client reads what it parses itself.
    if (client !== 'sdk') expect((await store.list('')).answer).toMatchObject({ failure: 'size' });
    store.close();
    server.closeAllConnections();
    server.close();
  });

  test.each(CLIENTS)('%s takes the fast way to a directory bucket', async (client) => {
    const bucket = 'mine--use1-az4--x-s3';
    expect(zoneOf(bucket)).toBe('use1-az4');
    const server = await startLittleS3({
      keys: [{ accessKeyId: KEY_ID, secretAccessKey: new Secret(SECRET) }],
    });
    const store = await opened(client, {
      store: 'aws/s3-express-one-zone',
      bucket,
      endpoint: server.url,
      pathStyle: true,
    });
    server.buckets.set(bucket, new Bucket());
    expect(await store.put('k', Buffer.from('body'))).toMatchObject({ status: 200, code: null });
    expect(await store.get('k', () => undefined)).toMatchObject({ status: 200, bytes: 4 });
    expect(server.seen.map(({ operation }) => operation)).toEqual([
      'CreateSession',
      'PutObject',
      'GetObject',
    ]);
    store.close();
    await server.close();
  });

  test.each(CLIENTS)('%s says nobody is there, and which wait was too long', async (client) => {
    const server = await startLittleS3({
      keys: [{ accessKeyId: KEY_ID, secretAccessKey: new Secret(SECRET) }],
      delayMs: () => 2000,
    });
    const slow = await opened(client, { endpoint: server.url }, 300);
    expect(await slow.get('k', () => undefined)).toMatchObject({ status: null, failure: 'timeout' });
    slow.close();
    await server.close();
    const gone = await opened(client, { endpoint: `http://127.0.0.1:${await freePort()}` }, 60_000);
    expect(await gone.get('k', () => undefined)).toMatchObject({
      status: null,
      failure: 'refused',
      detail: 'ECONNREFUSED',
    });
    gone.close();
  });

  test.each(CLIENTS)("%s gives the system's word for a reset connection", async (client) => {
    const server = createServer(({ socket }) => socket.resetAndDestroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const store = await opened(client, { endpoint });
    expect(await store.get('k', () => undefined)).toMatchObject({
      status: null,
      failure: 'reset',
      detail: 'ECONNRESET',
    });
    store.close();
    server.close();
  });
});
