/** Descriptions of machines, each judged by the tool that reads it. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { loadDataset } from '#catalog/load-datasets.ts';
import { githubWorkflow } from '#probe/machines/github.ts';
import { kubernetesJob } from '#probe/machines/kubernetes.ts';
import { lambdaFunctions } from '#probe/machines/lambda.ts';
import type { MachineFile } from '#probe/machines/machines.ts';
import { parseProbePlan } from '#probe/plan-file.ts';
import { goTool } from '../../src/setup/go-tools.mjs';
import { pythonTool } from '../../src/setup/python-tools.mjs';
import type { PythonTool } from '../../src/setup/python-tools.mjs';
import { aPlanFile } from '../helpers/aProbe.ts';
import { BUCKET, KEY_ID, SECRET, littleS3 } from '../helpers/littleS3.ts';
import { Folder, PROGRAM, runCli } from '../helpers/runCli.ts';

const run = promisify(execFile);

/** A title that would be a command, an expression or a document, were it not escaped. */
const HOSTILE = 'a "quoted" \'title\' ${{ secrets.KEY }} $(touch x) `y`\n---\nkind: Secret # <>&';
const PLAN = aPlanFile([{ op: ['GET', 'PUT'], requests: 40, concurrency: 2 }], { title: HOSTILE });
const START = '2026-11-20T14:05:00Z';
const ASKED = { plan: PLAN, shards: 3, startAt: START };

async function check(tool: PythonTool, ...files: string[]): Promise<void> {
  const { args, env } = await pythonTool(tool);
  await run('python3', [...args, ...files], { env });
}

const folderOf = (files: readonly MachineFile[]) =>
  new Folder(Object.fromEntries(files.map(({ name, text }) => [name, text])));

describe('machines that share a plan', () => {
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

  test('as functions that CloudFormation takes', async () => {
    const files = lambdaFunctions({ ...ASKED, regions: ['us-east-1'], memoryMiB: [512, 1769] });
    using folder = folderOf(files);
    const template = path.join(folder.path, 'template.yaml');
    await check('cfn-lint', template);
    folder.write('template.yaml', folder.read('template.yaml').replace('MemorySize: 512', 'MemorySize: 64'));
    await expect(check('cfn-lint', template)).rejects.toThrow();
    const script = path.join(folder.path, 'run.sh');
    await run('bash', ['-n', script]);
    expect(folder.read('run.sh')).not.toContain('touch x');
  });

  test('and whose functions, run as Lambda runs them, merge into a dataset of their place and size', async () => {
    await using s3 = await littleS3();
    const [target] = PLAN.targets;
    const plan = { ...PLAN, targets: [{ store: '', ...target, bucket: BUCKET, endpoint: s3.server.url }] };
    const asked = { plan, shards: 2, startAt: null };
    using folder = folderOf(lambdaFunctions({ ...asked, regions: ['us-east-1'], memoryMiB: [512] }));
    const env = {
      ...process.env,
      STOWAGE_PROGRAM: PROGRAM,
      AWS_REGION: 'us-east-1',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
      AWS_ACCESS_KEY_ID: KEY_ID,
      AWS_SECRET_ACCESS_KEY: SECRET,
    };
    for (const shard of [1, 2]) {
      const event = JSON.stringify({ plan, shard: `${shard}/2` });
      const call = `import { handler } from './handler.mjs'; console.log(JSON.stringify(await handler(${event})));`;
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', call], {
        cwd: folder.path,
        env,
      });
      const { exit, journal } = JSON.parse(stdout) as { exit: number; journal: string };
      expect(exit).toBe(0);
      folder.write(`journals/${shard}/journal.ndjson`, gunzipSync(Buffer.from(journal, 'base64')));
    }
    const args = ['probe', 'merge', 'journals/1', 'journals/2', '--out', 'datasets/lambda-2026'];
    expect(await runCli(args, { cwd: folder.path })).toMatchObject({ exit: 0 });
    const dataset = loadDataset(path.join(folder.path, 'datasets/lambda-2026'), 'lambda-2026');
    expect(dataset.client).toEqual({ place: 'aws/us-east-1', runtime: 'AWS Lambda, 512 MiB' });
    expect(dataset.title).toBe(HOSTILE);
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
  });
});
