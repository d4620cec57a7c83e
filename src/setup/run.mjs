// node src/setup/run.mjs COMMAND [ARG...]: runs COMMAND under a good Node with current dependencies.
import path from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { goodNodeFolder } from './node.mjs';
import { root, run, runMain, SetupError } from './place.mjs';

await runMain(async () => {
  const [command, ...args] = process.argv.slice(2);
  if (command === undefined) throw new SetupError('Nothing to run. Try: node src/setup/run.mjs vitest run');
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = [
    path.join(root, 'node_modules', '.bin'),
    await goodNodeFolder(),
    process.env[pathName] ?? '',
  ];
  const env = { ...process.env, [pathName]: folders.join(path.delimiter) };
  await ensureDependencies(env);
  // Names of files are those of the folder that it was called in.
  return run(command, args, { env, cwd: process.cwd() });
});
