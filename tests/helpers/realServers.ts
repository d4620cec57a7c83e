/** Servers that are not ours, started on loopback for one test and gone with it. `tests/tools/go-tools.mjs` has them built. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { azurite as azuriteScript } from '../tools/azurite.mjs';
import { goTool } from '../tools/go-tools.mjs';
import { KEY_ID, SECRET } from './littleS3.ts';
import { Folder } from './folder.ts';
import { freePort } from './freePort.ts';

export interface Running extends AsyncDisposable {
  url: string;
}

/** S3 that checks signatures, for its region alone. Keeps connections only when it is asked to. */
export async function versitygw(region = 'us-east-1'): Promise<Running> {
  const folder = new Folder();
  const [data, meta] = ['data', 'meta'].map((name) => path.join(folder.path, name)) as [string, string];
  for (const one of [data, meta]) mkdirSync(one);
  return startServer(
    await goTool('versitygw'),
    (port) => [
      '--port',
      `127.0.0.1:${port}`,
      '--keep-alive',
      '--region',
      region,
      '--quiet',
      'posix',
      ...['--sidecar', meta, data],
    ],
    { env: { ROOT_ACCESS_KEY: KEY_ID, ROOT_SECRET_KEY: SECRET }, folder },
  );
}

/** S3 in memory, by other people; checks neither signatures nor checksums. */
export async function gofakes3(): Promise<Running> {
  return startServer(await goTool('gofakes3'), (port) => [
    ...['-backend', 'memory', '-host', `127.0.0.1:${port}`, '-quiet'],
  ]);
}

export const AZURITE_ACCOUNT = 'devstoreaccount1';
/** What Microsoft prints for every emulator. */
export const AZURITE_KEY =
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

/** As the emulator's own documentation has it, for `url` with the account in it. */
export const azuriteConnection = (url: string) =>
  `DefaultEndpointsProtocol=http;AccountName=${AZURITE_ACCOUNT};AccountKey=${AZURITE_KEY};BlobEndpoint=${url};`;

/** Azure Blob Storage in memory, by Microsoft; checks signatures. */
export async function azurite(): Promise<Running> {
  const script = await azuriteScript();
  const server = await startServer(process.execPath, (port) => [
    ...[script, '--inMemoryPersistence', '--disableTelemetry', '--skipApiVersionCheck', '--silent'],
    ...['--blobHost', '127.0.0.1', '--blobPort', String(port)],
  ]);
  return { ...server, url: `${server.url}/${AZURITE_ACCOUNT}` };
}

/** Google Cloud Storage's JSON interface in memory; takes any bearer. */
export async function fakeGcs(): Promise<Running> {
  return startServer(await goTool('fake-gcs-server'), (port) => {
    const self = `127.0.0.1:${port}`;
    return [
      ...['-scheme', 'http', '-host', '127.0.0.1', '-port', String(port), '-backend', 'memory'],
      ...['-external-url', `http://${self}`, '-public-host', self, '-log-level', 'error'],
    ];
  });
}

/** A proxy of faults, controlled at its address. */
export async function toxiproxy(): Promise<Running> {
  return startServer(await goTool('toxiproxy'), (port) => ['-host', '127.0.0.1', '-port', String(port)]);
}

interface StartOptions {
  env?: Record<string, string>;
  /** Goes when the server does. */
  folder?: Disposable;
}

/** Runs a server on a free port, and waits until it listens. */
export async function startServer(
  command: string,
  argsFor: (port: number) => readonly string[],
  { env = {}, folder }: StartOptions = {},
): Promise<Running> {
  const port = await freePort();
  const child = spawn(command, argsFor(port), { env: { ...process.env, ...env }, stdio: 'ignore' });
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  while (!(await listens(port))) {
    if (failure) throw failure;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${command} ended (${child.exitCode ?? child.signalCode}) before it listened`);
    await wait(50);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      folder?.[Symbol.dispose]();
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
