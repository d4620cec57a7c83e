/** Descriptions of machines, each judged by the tool that reads it. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { loadDataset } from '#catalog/load-datasets.ts';
import { githubWorkflow, kubernetesJob, lambdaFunctions } from '#probe/machines/machines.ts';
import type { MachineFile } from '#probe/machines/machines.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import { goTool } from '../../tools/go-tools.mjs';
import { pythonTool } from '../../tools/python-tools.mjs';
import type { PythonTool } from '../../tools/python-tools.mjs';
import { aPlanFile } from '#tests/helpers/aProbe.ts';
import { BUCKET, KEY_ID, SECRET, littleS3 } from '#tests/helpers/littleS3.ts';
import { has } from '#tests/helpers/tools.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { PROGRAM, runProgram } from '#tests/helpers/runProgram.ts';

const run = promisify(execFile);

/** A title that would be a command, an expression or a document, were it not escaped. */
const HOSTILE = 'a "quoted" \'title\' ${{ secrets.KEY }} $(touch x) `y`\n---\nkind: Secret # <>&';
const PLAN = aPlanFile([{ op: ['GET', 'PUT'], requests: 40, concurrency: 2 }], { title: HOSTILE });
const START = '2026-11-20T14:05:00Z';
const ASKED = { plan: PLAN, shards: 3, startAt: START, trusted: [] };

async function check(tool: PythonTool, ...files: string[]): Promise<void> {
  const { args, env } = await pythonTool(tool);
  await run('python3', [...args, ...files], { env });
}

const folderOf = (files: readonly MachineFile[]) =>
  new Folder(Object.fromEntries(files.map(({ name, text }) => [name, text])));

describe('machines that share a plan', () => {
  if (has('kubernetes-validate'))
    test('as a Job that Kubernetes takes, with the plan as it was', async () => {
      const files = kubernetesJob(ASKED, 'registry.example.org/stowage:1');
      using folder = folderOf(files);
      const job = path.join(folder.path, 'job.yaml');
      await check('kubernetes-validate', '--strict', job);
      const [map, , described] = parseAllDocuments(folder.read('job.yaml')).map(
        (one) => one.toJS() as { kind: string; data: Record<string, string>; spec: Record<string, unknown> },
      );
      expect(map?.kind).toBe('ConfigMap');
      const [plan] = parseAllDocuments(map?.data['plan.yaml'] ?? '');
      expect(plan?.toJS()).toEqual(PLAN);
      expect(described?.spec).toMatchObject({ completions: 3, parallelism: 3, completionMode: 'Indexed' });
      folder.write('job.yaml', folder.read('job.yaml').replace('completions: 3', 'completions: three'));
      await expect(check('kubernetes-validate', '--strict', job)).rejects.toMatchObject({
        stdout: expect.stringContaining('is not of type'),
      });
    });

  if (has('actionlint'))
    test('as a workflow that GitHub takes', async () => {
      using folder = folderOf(githubWorkflow(ASKED));
      const workflow = path.join(folder.path, '.github/workflows/probe.yaml');
      await run(await goTool('actionlint'), ['-shellcheck=', '-pyflakes=', workflow]);
      const [plan] = parseAllDocuments(folder.read('probe.yaml'));
      expect(parseProbePlan(plan?.toJS()).title).toBe(HOSTILE);
      expect(folder.read('.github/workflows/probe.yaml')).not.toContain('touch x');
      writeFileSync(
        workflow,
        folder.read('.github/workflows/probe.yaml').replace('matrix.shard', 'matrx.shard'),
      );
      await expect(run(await goTool('actionlint'), [workflow])).rejects.toThrow();
      expect(() => githubWorkflow({ ...ASKED, shards: 257 })).toThrow(RangeError);
    });

  if (has('cfn-lint'))
    test('as functions that CloudFormation takes', async () => {
      const files = lambdaFunctions({ ...ASKED, regions: ['us-east-1'], memoryMiB: [512, 1769] });
      using folder = folderOf(files);
      const template = path.join(folder.path, 'template.yaml');
      await check('cfn-lint', template);
      folder.write(
        'template.yaml',
        folder.read('template.yaml').replace('MemorySize: 512', 'MemorySize: 64'),
      );
      await expect(check('cfn-lint', template)).rejects.toThrow();
      const script = path.join(folder.path, 'run.sh');
      await run('bash', ['-n', script]);
      expect(folder.read('run.sh')).not.toContain('touch x');
    });

  test('and whose functions, run as Lambda runs them, merge into a dataset of each place and size', async () => {
    await using s3 = await littleS3();
    using folder = lambdaFolder(s3.server.url);
    const { stdout } = await run('bash', ['run.sh'], { cwd: folder.path, env: lambdaEnv(folder) });
    expect(stdout).not.toContain(SECRET);
    for (const region of ['us-east-1', 'eu-west-1'])
      for (const size of [512, 1769]) {
        const id = `lambda-${region}-${size}`;
        const dataset = loadDataset(path.join(folder.path, 'datasets', id), id);
        expect(dataset.client).toEqual({ place: `aws/${region}`, runtime: `AWS Lambda, ${size} MiB` });
        expect(dataset.title).toBe(HOSTILE);
        // The rates count what warmed up, too.
        expect(new Set(dataset.measurements.map(({ samples }) => samples))).toEqual(new Set([40, 42]));
      }
    expect(existsSync(path.join(folder.path, 'x'))).toBe(false);
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
  });

  test('and say why, where one of them fails', async () => {
    using folder = lambdaFolder('http://127.0.0.1:9');
    const { AWS_SECRET_ACCESS_KEY: _none, ...env } = {
      ...lambdaEnv(folder),
      AWS_EC2_METADATA_DISABLED: 'true',
    };
    await expect(run('bash', ['run.sh'], { cwd: folder.path, env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /journals\/us-east-1-512\/1: .*stowage: aws\/s3-standard: no keys were found in .*AWS_SECRET_ACCESS_KEY/s,
      ),
    });
    const merge = ['probe', 'merge', 'journals/us-east-1-512/1', '--out', 'datasets/nothing-2026'];
    expect(await runProgram(merge, { cwd: folder.path })).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('holds no journal of a probe'),
    });
    expect(existsSync(path.join(folder.path, 'datasets'))).toBe(false);
  });
});

describe('stowage probe machines', () => {
  const machines = (folder: Folder, ...args: string[]) =>
    runProgram(['probe', 'machines', 'plan.yaml', ...args], { cwd: folder.path });

  test.each([
    ['kubernetes', ['--image', 'registry.example.org/stowage:1'], ['job.yaml']],
    ['github', [], ['.github/workflows/probe.yaml', 'probe.yaml']],
    [
      'lambda',
      ['--regions', 'us-east-1', '--memory', '512'],
      ['template.yaml', 'handler.mjs', 'take.mjs', 'asks/1.json', 'asks/2.json', 'run.sh'],
    ],
  ])('writes what %s takes, and nothing over what is there', async (engine, flags, names) => {
    using folder = new Folder({ 'plan.yaml': JSON.stringify(PLAN) });
    const args = ['--as', engine, '--shards', '2', ...flags, '--out', 'here'];
    expect(await machines(folder, ...args)).toMatchObject({ exit: 0, stdout: '' });
    for (const name of names) expect(folder.read(`here/${name}`).length).toBeGreaterThan(100);
    const again = await machines(folder, ...args);
    expect(again).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('is there already; name another --out'),
    });
    const json = await machines(folder, '--as', engine, '--shards', '2', ...flags, '--json');
    expect((JSON.parse(json.stdout) as MachineFile[]).map(({ name }) => name).sort()).toEqual(
      [...names].sort(),
    );
  });

  test.each([
    [[], 'say for what: --as kubernetes, --as github, --as lambda'],
    [['--as', 'kubernets'], /kubernetes/],
    [['--as', 'kubernetes'], 'name the image that holds stowage: --image'],
    [['--as', 'kubernetes', '--image', 'a b; rm'], 'name the image that holds stowage: --image'],
    [['--as', 'lambda'], 'say where: --regions us-east-1,eu-west-1'],
    [['--as', 'lambda', '--regions', 'us-east-1,$(x)'], 'say where: --regions'],
    [
      ['--as', 'lambda', '--regions', 'us-east-1', '--memory', '64'],
      '--memory is in MiB, between 128 and 10240',
    ],
    [['--as', 'github', '--shards', '257'], '--shards "257" is not between 1 and 256'],
  ])('refuses %j, and says what to write', async (args, said) => {
    using folder = new Folder({ 'plan.yaml': JSON.stringify(PLAN) });
    const { exit, stdout, stderr } = await machines(folder, ...args);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(said);
  });
});

/** As deployed: an `aws` that calls the handler as the function of that region and size does, and `stowage` beside it. */
function lambdaFolder(endpoint: string): Folder {
  const [target] = PLAN.targets;
  const plan = { ...PLAN, targets: [{ store: '', ...target, bucket: BUCKET, endpoint }] };
  const regions = ['us-east-1', 'eu-west-1'];
  const folder = folderOf(
    lambdaFunctions({ plan, shards: 2, startAt: null, trusted: [], regions, memoryMiB: [512, 1769] }),
  );
  folder.write('bin/stowage', `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
  folder.write('bin/aws', `#!${process.execPath}\n${AWS}`);
  for (const name of ['stowage', 'aws']) chmodSync(path.join(folder.path, 'bin', name), 0o755);
  return folder;
}

const AWS = `
const { readFileSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
const flag = (name) => args[args.indexOf(name) + 1];
process.env.AWS_REGION = flag('--region');
process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE = flag('--function-name').split('-').at(-1);
const event = JSON.parse(readFileSync(flag('--payload').replace('file://', ''), 'utf8'));
import(process.cwd() + '/handler.mjs')
  .then(({ handler }) => handler(event))
  .then((answer) => writeFileSync(args.at(-1), JSON.stringify(answer)));
`;

const lambdaEnv = (folder: Folder) => ({
  ...process.env,
  PATH: `${folder.path}/bin:${path.dirname(process.execPath)}:${process.env.PATH}`,
  STOWAGE_PROGRAM: PROGRAM,
  AWS_ACCESS_KEY_ID: KEY_ID,
  AWS_SECRET_ACCESS_KEY: SECRET,
});
