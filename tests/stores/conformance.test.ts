/**
 * One suite for the little S3 and a real server, so that the one cannot drift from the other. The real one is versitygw:
 * VERSITYGW_BIN names its binary (go install github.com/versity/versitygw/cmd/versitygw@v1.8.0).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { startLittleS3 } from '#stores/little-s3/server.ts';
import { openStore } from '#stores/open-store.ts';
import { Secret } from '#stores/secret.ts';
import type { ObjectStore } from '#stores/store.ts';
import { KEY_ID, SECRET, collector } from '../helpers/littleS3.ts';
import { Folder } from '../helpers/runCli.ts';

interface Running extends AsyncDisposable {
  url: string;
}

async function little(): Promise<Running> {
  const server = await startLittleS3({
    keys: [{ accessKeyId: KEY_ID, secretAccessKey: new Secret(SECRET) }],
  });
  return { url: server.url, [Symbol.asyncDispose]: () => server.close() };
}

async function versitygw(binary: string): Promise<Running> {
  const folder = new Folder();
  const port = await freePort();
  for (const name of ['data', 'meta']) mkdirSync(path.join(folder.path, name));
  const args = ['--port', `127.0.0.1:${port}`, '--keep-alive', '--quiet', 'posix'];
  const child = spawn(
    binary,
    [...args, '--sidecar', path.join(folder.path, 'meta'), path.join(folder.path, 'data')],
    {
      env: { ...process.env, ROOT_ACCESS_KEY: KEY_ID, ROOT_SECRET_KEY: SECRET },
      stdio: 'ignore',
    },
  );
  await expect.poll(() => listens(port), { timeout: 20_000 }).toBe(true);
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await once(child, 'exit');
      folder[Symbol.dispose]();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

const real = process.env.VERSITYGW_BIN;
const SERVERS: [string, () => Promise<Running>][] = [
  ['the little S3', little],
  ...(real ? [['versitygw', () => versitygw(real)] as [string, () => Promise<Running>]] : []),
];
const BODY = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 37) % 253));

describe.each(SERVERS)('%s', (_, start) => {
  /** Runs `work` on a bucket of its own. */
  async function onBucket(
    work: (store: ObjectStore, open: (secret: string, id?: string) => ObjectStore) => Promise<void>,
  ) {
    await using server = await start();
    const opened: ObjectStore[] = [];
    const open = (secret: string, id = KEY_ID) => {
      const credentials = { accessKeyId: id, secretAccessKey: new Secret(secret), sessionToken: null };
      const store = openStore(
        { store: 'acme/store', region: 'us-east-1', bucket: 'conformance', endpoint: server.url },
        {
          env: {},
          home: '/nowhere',
          timeoutMs: 20_000,
          access: { credentials, region: null, endpoint: null },
        },
      );
      opened.push(store);
      return store;
    };
    try {
      const store = open(SECRET);
      expect(await store.makeBucket()).toMatchObject({ status: 200, code: null });
      await work(store, open);
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
      const ranged = await store.getRange('plain', 69_000, 5000, part.sink);
      expect(ranged).toMatchObject({ status: 206, bytes: 1000 });
      expect(ranged.headers['content-range']).toBe('bytes 69000-69999/70000');
      expect(part.bytes().equals(BODY.subarray(69_000))).toBe(true);
      expect(await store.getRange('plain', 70_000, 1, () => undefined)).toMatchObject({
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
      expect(await store.putIfAbsent('copy', BODY)).toMatchObject({
        status: 412,
        code: 'PreconditionFailed',
      });
      expect(await store.putIfAbsent('another', BODY)).toMatchObject({ status: 200, code: null });
    });
  });

  test('lists what begins with a prefix, in order and page by page', async () => {
    await onBucket(async (store) => {
      const names = Array.from({ length: 1005 }, (_, i) => `p/${String(i).padStart(4, '0')}`);
      for (let at = 0; at < names.length; at += 50)
        await Promise.all(names.slice(at, at + 50).map((name) => store.put(name, BODY.subarray(0, 1))));
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
