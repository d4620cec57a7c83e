import { existsSync } from 'node:fs';
import path from 'node:path';
import { readArgs } from '../args.ts';
import type { Run } from '../deps.ts';
import { Misunderstood, Unanswerable } from '../failures.ts';
import { startServer } from '../serve/static-server.ts';

const DEFAULT_PORT = 4280;

/** Serves until it is told to stop. Without `--port` a busy default port gives way to a free one. */
export const serve: Run = async (argv, deps) => {
  const args = readArgs(argv, {
    command: 'serve',
    flags: { port: 'string' },
    operands: { name: 'operands', least: 0, most: 0 },
  });
  const asked = args.text('port');
  if (asked !== undefined && !(/^\d{1,5}$/.test(asked) && Number(asked) <= 65_535))
    throw new Misunderstood(`--port "${asked}" is not a port; give a number from 0 to 65535`);
  if (!existsSync(path.join(deps.webFolder, 'index.html')))
    throw new Unanswerable(
      `the web app is not built (no ${path.join(deps.webFolder, 'index.html')}); run npm run build`,
    );
  const server = await listening(deps.webFolder, asked === undefined ? undefined : Number(asked));
  deps.print(`http://127.0.0.1:${server.port}/\n`);
  deps.say('stowage: serving the web app on this machine; Ctrl-C stops it');
  await server.closed;
  return { exit: 0 };
};

async function listening(folder: string, port: number | undefined) {
  try {
    return await startServer(folder, port ?? DEFAULT_PORT);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE' && port === undefined) return startServer(folder, 0);
    if (code === 'EADDRINUSE')
      throw new Unanswerable(`port ${port} is in use; try --port 0 for any free one`);
    if (code === 'EACCES') throw new Unanswerable(`port ${port} is not ours to open; try one above 1024`);
    throw error;
  }
}
