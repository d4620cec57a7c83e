/** The emitted mover at work between two real servers, with something between it and each that may act on a request. */
import { spawn } from 'node:child_process';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import type { Jobs } from '#emit/mover.ts';
import { MOVER_SOURCES } from '#emit/mover.ts';
import { openStore } from '#stores/open-store.ts';
import type { ObjectStore } from '#stores/store.ts';
import { isOk } from '#stores/store.ts';
import { wheelProgram } from '../../tools/python-tools.mjs';
import { Folder } from '#tests/helpers/folder.ts';
import { KEY_ID, SECRET, collector } from '#tests/helpers/littleS3.ts';
import { AZURITE_ACCOUNT, AZURITE_KEY } from '#tests/helpers/realServers.ts';
import type { Ended } from '#tests/helpers/runProgram.ts';
import { aBucket, theServer } from '#tests/helpers/theServer.ts';
import { emitted, unpack } from './plans.ts';
import type { Stretch } from './plans.ts';
import { go } from './tools.ts';

let built: Promise<Folder> | undefined;

/** A folder with `mover` and `rclone` in it, made once. */
export function programs(): Promise<Folder> {
  return (built ??= (async () => {
    const folder = new Folder();
    process.once('exit', () => rmSync(folder.path, { recursive: true, force: true }));
    for (const [name, text] of MOVER_SOURCES) folder.write(`source/${name}`, text);
    mkdirSync(path.join(folder.path, 'bin'));
    await go(['build', '-o', path.join(folder.path, 'bin/mover'), '.'], path.join(folder.path, 'source'));
    symlinkSync(await wheelProgram('rclone'), path.join(folder.path, 'bin/rclone'));
    return folder;
  })());
}

/** Looks at each request before it goes on, and may answer it: with a status, or null to let it pass. */
export type Between = (method: string, key: string) => number | null | Promise<number | null>;

interface Passing extends AsyncDisposable {
  url: string;
  between: Between;
  seen: string[];
}

/** Passes requests on as they are: what a signature says of the host, the server behind it takes from the request. */
async function passing(target: string): Promise<Passing> {
  const { hostname, port, pathname } = new URL(target);
  const made: Passing = {
    url: '',
    between: () => null,
    seen: [],
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const server = createServer((incoming, reply) => {
    const { method = '', url = '', headers, rawHeaders } = incoming;
    const way = decodeURIComponent(url.split('?')[0] ?? '').slice(pathname === '/' ? 1 : pathname.length + 1);
    const key = way.split('/').slice(1).join('/');
    made.seen.push(key === '' ? 'LIST' : `${method} ${key}`);
    void Promise.resolve(made.between(method, key)).then((status) => {
      if (status !== null) {
        incoming.resume();
        reply.writeHead(status).end();
        return;
      }
      const on = ask({ hostname, port, method, path: url, headers: rawHeaders }, (answer) => {
        reply.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(reply);
      });
      on.on('error', () => reply.destroy());
      incoming.pipe(on);
      void headers;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  made.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname === '/' ? '' : pathname}`;
  return made;
}

type Kind = 'versitygw' | 'versitygw-auto' | 'azurite';

/** A bucket on a real server. */
export interface Side extends AsyncDisposable {
  bucket: string;
  way: Passing;
  store: ObjectStore;
  put(key: string, body: string | Uint8Array): Promise<void>;
  /** In two parts, so that no ETag is an MD5. */
  putInParts(key: string, body: Uint8Array): Promise<void>;
  /** Null: there is none. */
  get(key: string): Promise<string | null>;
  keys(): Promise<string[]>;
}

const PART_BYTES = 5 * 2 ** 20;

export async function side(kind: Kind): Promise<Side> {
  const url = await theServer(kind);
  const bucket = aBucket();
  const isAzure = kind === 'azurite';
  const store = openStore(
    {
      store: isAzure ? 'azure/blob-hot' : 'acme/store',
      region: { azurite: 'eastus', versitygw: 'us-east-1', 'versitygw-auto': 'auto' }[kind],
      bucket,
      endpoint: url,
    },
    {
      env: isAzure
        ? { AZURE_STORAGE_ACCOUNT: AZURITE_ACCOUNT, AZURE_STORAGE_KEY: AZURITE_KEY }
        : { AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: SECRET },
      home: '/nowhere',
      timeoutMs: 60_000,
    },
  );
  const done = (answer: Parameters<typeof isOk>[0]) => {
    if (!isOk(answer)) throw new Error(`${kind}: ${answer.status} ${answer.failure}`);
  };
  done(await store.makeBucket());
  const way = await passing(url);
  return {
    bucket,
    way,
    store,
    put: async (key, body) => done(await store.put(key, Buffer.from(body))),
    putInParts: async (key, body) => {
      const { upload } = await store.beginParts(key);
      if (upload === null) throw new Error('no upload');
      const parts = [];
      for (let at = 0; at < body.length; at += PART_BYTES) {
        const { part } = await store.putPart(
          key,
          upload,
          parts.length + 1,
          body.subarray(at, at + PART_BYTES),
        );
        if (part) parts.push(part);
      }
      done(await store.endParts(key, upload, parts));
    },
    get: async (key) => {
      const { sink, bytes } = collector();
      const answer = await store.get(key, sink);
      return answer.status === 404 ? null : bytes().toString();
    },
    keys: async () => {
      const found: string[] = [];
      for (let next: string | undefined; ;) {
        const page = await store.list('', next);
        found.push(...page.keys);
        if (page.next === null) return found.toSorted();
        next = page.next;
      }
    },
    [Symbol.asyncDispose]: async () => {
      await way[Symbol.asyncDispose]();
      store.close();
    },
  };
}

const keysOf = (id: string, isAzure: boolean): Record<string, string> =>
  isAzure
    ? { [`${id}_ACCOUNT`]: AZURITE_ACCOUNT, [`${id}_KEY`]: AZURITE_KEY }
    : { [`${id}_ACCESS_KEY_ID`]: KEY_ID, [`${id}_SECRET_ACCESS_KEY`]: SECRET };

/** The mover of a placement with two stores, its ages all 0: what a test writes is due at once. */
export interface Placed extends Disposable {
  folder: Folder;
  jobs: Jobs;
  run(args?: readonly string[], env?: Record<string, string>): Promise<Ended>;
  /** Started, and not waited for. */
  start(args?: readonly string[]): Promise<{ child: ReturnType<typeof spawn>; ended: Promise<Ended> }>;
  metrics(): string;
}

export async function placed(
  shape: readonly Stretch[],
  sides: Readonly<Record<string, Side>>,
  changes: Partial<Jobs['jobs'][number]> = { minAge: 0 },
): Promise<Placed> {
  const of = (what: (one: Side) => string) =>
    Object.fromEntries(Object.entries(sides).map(([ref, one]) => [ref, what(one)]));
  const emission = emitted(shape, {
    retention: null,
    buckets: of(({ bucket }) => bucket),
    endpoints: of(({ way }) => way.url),
  });
  const folder = new Folder();
  unpack(emission, folder.path);
  const written = JSON.parse(folder.read('mover/jobs.json')) as Jobs;
  const jobs = { ...written, jobs: written.jobs.map((job) => ({ ...job, ...changes })) };
  folder.write('mover/jobs.json', JSON.stringify(jobs));
  folder.write('metrics/none', '');
  const { path: made } = await programs();
  const env = {
    PATH: `${path.join(made, 'bin')}:${process.env['PATH'] ?? ''}`,
    HOME: folder.path,
    RCLONE_CONFIG: '/notfound',
    STOWAGE_TEXTFILE_DIR: path.join(folder.path, 'metrics'),
    // Without TLS rclone would sign what it cannot read twice.
    RCLONE_S3_USE_UNSIGNED_PAYLOAD: 'true',
    ...Object.assign({}, ...jobs.stores.map(({ id, kind }) => keysOf(id.toUpperCase(), kind === 'azure'))),
  };
  const start = (args: readonly string[] = ['-go'], more: Record<string, string> = {}) => {
    const child = spawn('mover', ['-jobs', 'mover/jobs.json', ...args], {
      cwd: folder.path,
      env: { ...env, ...more },
    });
    const ended = new Promise<Ended>((resolve, reject) => {
      let [stdout, stderr] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      child.on('error', reject);
      child.on('close', (exit) => resolve({ exit, stdout, stderr }));
    });
    return { child, ended };
  };
  return {
    folder,
    jobs,
    run: (args, more) => start(args, more).ended,
    start: (args) => Promise.resolve(start(args)),
    metrics: () => folder.read('metrics/stowage.prom'),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}
