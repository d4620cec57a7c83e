#!/usr/bin/env node
import type { ThreadWord } from '#probe/workers/messages.ts';

// In a Node too old, a command would end in the middle with a function that is not there.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 17)) {
  process.stderr.write(`stowage: Stowage needs Node 22.17 or later; this is ${process.versions.node}\n`);
  process.exit(1);
}

const THREAD: ThreadWord = 'probe-worker';
/** Who is not asked to be a thread need not load what tells. */
const isThread = process.argv[2] === THREAD && !process.getBuiltinModule('node:worker_threads').isMainThread;

// What the parts of the program compile to is kept in the system's folder for what may go: half of a short answer was this.
process.getBuiltinModule('node:module').enableCompileCache();
// A batch makes 20 MB a row and keeps none: left alone, V8 lets the heap grow to five times what is in use.
process.getBuiltinModule('node:v8').setFlagsFromString('--heap-growing-percent=40');

if (isThread) {
  // The program is also what a thread of a probe begins with.
  const { measureForPool } = await import('#probe/workers/worker.ts');
  await measureForPool();
} else {
  const { nodeDeps } = await import('./node-deps.ts');
  const { run } = await import('./run.ts');
  // A reader that has enough (`| head`) is not an error; who stopped reading what is said may still read the answer.
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    process.stderr.write(`stowage: the answer could not be written (${error.message})\n`);
    process.exit(1);
  });
  const { exit } = await run(process.argv.slice(2), nodeDeps(import.meta.url));
  process.exitCode = exit;
}
