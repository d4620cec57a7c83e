#!/usr/bin/env node
import { nodeDeps } from './node-deps.ts';
import { run } from './run.ts';

// A reader that has enough (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const { exit } = await run(process.argv.slice(2), nodeDeps());
process.exitCode = exit;
