import { existsSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '#core/message-of.ts';
import type { Run } from '../command.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, Unanswerable } from '../failures.ts';
import { datasetFolder, packFolder } from '../input/datasets.ts';
import { startServer } from '../serve/static-server.ts';

const DEFAULT_PORT = 4280;

/** Serves until it is told to stop. Without `--port` a busy default port gives way to a free one. */
export const serve: Run = async (args, deps) => {
  const asked = args.text('port');
  if (asked !== undefined && !(/^\d{1,5}$/.test(asked) && Number(asked) <= 65_535))
    throw new Misunderstood(`--port "${asked}" is not a port; give a number from 0 to 65535`);
  if (!existsSync(path.join(deps.webFolder, 'index.html')))
    throw new Unanswerable(
      'the web app is a package of its own: npm install stowage-web (in a checkout: npm run build)',
    );
  const named = args.text('dataset');
  await serveApp(deps, {
    port: asked === undefined ? undefined : Number(asked),
    folder: named === undefined ? null : datasetFolder(named, deps),
  });
};

/** Serves the web app, and opens the dataset of a folder in it, until it is told to stop. */
export async function serveApp(
  deps: Deps,
  { port, folder }: { port: number | undefined; folder: string | null },
): Promise<void> {
  const dataset = folder === null ? null : packFolder(folder);
  const texts = new Map(dataset ? [[`/served/${dataset.id}.dataset.json`, dataset.text]] : []);
  const server = await listening(deps.webFolder, port, texts);
  deps.print(`http://127.0.0.1:${server.port}/${dataset ? `datasets/#served=${dataset.id}` : ''}\n`);
  deps.say('stowage: serving the web app on this machine; Ctrl-C stops it');
  await server.closed;
}

async function listening(folder: string, port: number | undefined, texts: ReadonlyMap<string, string>) {
  try {
    return await startServer(folder, port ?? DEFAULT_PORT, texts);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EADDRINUSE' && port === undefined) return startServer(folder, 0, texts);
    if (code === 'EADDRINUSE')
      throw new Unanswerable(`port ${port} is in use; try --port 0 for any free one`);
    if (code === 'EACCES') throw new Unanswerable(`port ${port} is not ours to open; try one above 1024`);
    throw error;
  }
}
