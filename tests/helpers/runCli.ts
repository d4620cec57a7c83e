/** The command line in this process: `run` of `src/cli/run.ts` with a runtime of the test. */
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readCatalog } from '#catalog/read-catalog.ts';
import type { Deps } from '#cli/deps.ts';
import { picturesOf } from '#cli/node-deps.ts';
import { run } from '#cli/run.ts';
import { lazily } from '#core/memo.ts';
import { ROOT } from '#tests/sources.ts';
import manifest from '../../package.json' with { type: 'json' };
import { PROGRAM } from './runProgram.ts';
import type { CliOptions, Ended } from './runProgram.ts';

const catalog = lazily(() => readCatalog(path.join(ROOT, 'dist/data')));

/** Answers as `stowage ARGS` does. Neither a terminal nor colour, unless `env` says so. */
export async function runCli(
  args: readonly string[],
  {
    cwd = ROOT,
    stdin = '',
    env: changes = {},
    ...others
  }: Omit<CliOptions, 'program'> & Partial<Pick<Deps, 'watchEffort' | 'ask' | 'columns' | 'redraw'>> = {},
): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  const env = { ...process.env, ...changes };
  const { exit } = await run(args, {
    cwd,
    env,
    home: env['HOME'] ?? homedir(),
    stdin: () => Promise.resolve(Buffer.from(stdin)),
    print: (text) => void (stdout += text),
    say: (line) => void (stderr += `${line}\n`),
    redraw: null,
    ask: null,
    styled: false,
    catalog: catalog(),
    webFolder: path.join(ROOT, 'dist/web'),
    datasetsFolder: path.join(ROOT, 'datasets'),
    examplesFolder: path.join(ROOT, 'examples'),
    version: manifest.version,
    pictures: () => picturesOf(path.join(ROOT, 'dist/cli/pictures.mjs')),
    program: pathToFileURL(PROGRAM).href,
    today: () => new Date().toISOString().slice(0, 10),
    ...others,
  });
  return { exit, stdout, stderr };
}
