/**
 * Once for a run of tests: servers that are not ours, one of each kind, each started by the first test that asks for it.
 * A test asks with `theServer(kind)` of `helpers/theServer.ts`, and makes a bucket of its own there.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../src/setup/build.mjs';
import { azurite, fakeGcs, gofakes3, toxiproxy, versitygw } from './helpers/realServers.ts';
import type { Running } from './helpers/realServers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address that answers `GET /<kind>` with the address of that server, with a slash at its end. */
    servers: string;
  }
}

const STARTS = {
  versitygw: () => versitygw(),
  /** Of the region that Google's signatures name. */
  'versitygw-auto': () => versitygw('auto'),
  gofakes3,
  azurite,
  'fake-gcs-server': fakeGcs,
  toxiproxy,
};

export type ServerKind = keyof typeof STARTS;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // What `sources.ts` reads.
  await ensureBuilt([]);
  const started = new Map<string, Promise<Running>>();
  const desk = createServer((request, response) => {
    const kind = (request.url ?? '').slice(1);
    if (!Object.hasOwn(STARTS, kind)) {
      response.writeHead(404).end(`there is no server "${kind}"`);
      return;
    }
    const running = started.get(kind) ?? STARTS[kind as ServerKind]();
    started.set(kind, running);
    running.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  project.provide('servers', `http://127.0.0.1:${(desk.address() as AddressInfo).port}/`);
  return async () => {
    for (const running of started.values())
      await (await running.catch(() => undefined))?.[Symbol.asyncDispose]();
    desk.closeAllConnections();
    await new Promise<void>((resolve) => desk.close(() => resolve()));
  };
}
