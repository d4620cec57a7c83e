#!/usr/bin/env node
import { nodeDeps } from './node-deps.ts';
import { run } from './run.ts';

const { isMainThread } = process.getBuiltinModule('node:worker_threads');

if (isMainThread) {
  // A reader that has enough (`| head`) is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  const { exit } = await run(process.argv.slice(2), nodeDeps(import.meta.url));
  process.exitCode = exit;
} else {
  // The one file of the program is also what a thread of a probe begins with.
  const { measureForPool } = await import('#probe/workers/worker.ts');
  await measureForPool();
}
