/** `stowage probe machines`: descriptions of many machines that measure one plan. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createFiles } from '#files/write-files.ts';
import { githubWorkflow, kubernetesJob, lambdaFunctions } from '#probe/machines/machines.ts';
import type { MachineFile, MachinesAsked } from '#probe/machines/machines.ts';
import type { PlanFileText } from '#probe/plan/plan-file.ts';
import type { Args } from '../../args.ts';
import type { Run } from '../../command.ts';
import type { Deps } from '../../deps.ts';
import { oneOf } from '../../choices.ts';
import { Misunderstood } from '../../failures.ts';
import { jsonText } from '../../formats.ts';
import { readPlan, trustedHosts, wholeNumber } from '../../input/probe-plan.ts';
import { startTime } from './start-at.ts';

const ENGINES = ['kubernetes', 'github', 'lambda'] as const;
const MOST_SHARDS = 256;
const MEMORY_MIB = { least: 128, most: 10_240 };

export const describeMachines: Run = async (args, deps) => {
  const engine = oneOf('--as', args.needed('as', `say for what: --as ${ENGINES.join(', --as ')}`), ENGINES);
  const shards = wholeNumber(args, 'shards') ?? 1;
  if (shards < 1 || shards > MOST_SHARDS)
    throw new Misunderstood(`--shards "${shards}" is not between 1 and ${MOST_SHARDS}`);
  const { value } = await readPlan(args, deps);
  const startAt = startTime(args) === null ? null : (args.text('start-at') ?? null);
  const asked = { plan: value as PlanFileText, shards, startAt, trusted: trustedHosts(args) };
  const files = filesFor(engine, asked, args);
  const out = args.text('out');
  if (args.has('json')) deps.print(jsonText(files));
  else if (out === undefined) deps.print(files.map(({ name, text }) => `# ${name}\n${text}`).join('\n'));
  if (out !== undefined) write(path.resolve(deps.cwd, out), files, deps);
};

function filesFor(engine: (typeof ENGINES)[number], asked: MachinesAsked, args: Args): MachineFile[] {
  switch (engine) {
    case 'kubernetes': {
      const image = args.text('image');
      if (image === undefined || !/^[\w.:/@-]{1,300}$/.test(image))
        throw new Misunderstood('name the image that holds stowage: --image registry.example.org/stowage:1');
      return kubernetesJob(asked, image);
    }
    case 'github':
      return githubWorkflow(asked);
    case 'lambda':
      return lambdaFunctions({ ...asked, regions: regionsOf(args), memoryMiB: memoryOf(args) });
  }
}

function regionsOf(args: Args): string[] {
  const regions = (args.text('regions') ?? '').split(',').filter((one) => one !== '');
  if (regions.length === 0 || regions.some((one) => !/^[a-z]{2}(-[a-z]+)+-\d{1,2}$/.test(one)))
    throw new Misunderstood('say where: --regions us-east-1,eu-west-1');
  return regions;
}

function memoryOf(args: Args): number[] {
  const sizes = (args.text('memory') ?? '1769').split(',').map(Number);
  if (sizes.some((one) => !(Number.isInteger(one) && one >= MEMORY_MIB.least && one <= MEMORY_MIB.most)))
    throw new Misunderstood(
      `--memory is in MiB, between ${MEMORY_MIB.least} and ${MEMORY_MIB.most}, such as 512,1769`,
    );
  return sizes;
}

function write(folder: string, files: readonly MachineFile[], deps: Deps): void {
  const standing = files.find(({ name }) => existsSync(path.join(folder, name)));
  if (standing)
    throw new Misunderstood(`${path.join(folder, standing.name)} is there already; name another --out`);
  const made = files.map(({ name, text, isProgram }) => ({
    path: path.join(folder, name),
    content: text,
    isProgram,
  }));
  createFiles(made);
  for (const file of made) deps.say(`wrote ${file.path}`);
}
