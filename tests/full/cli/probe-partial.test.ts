import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadDataset } from '#catalog/load-datasets.ts';
import { readHistograms } from '#formats/benchmarks/hdr/log.ts';
import { Bucket } from '#stores/little-s3/buckets.ts';
import { expectCliWholeAndSwept, expectSwept } from '#tests/helpers/afterFault.ts';
import { aPlanFile } from '#tests/helpers/aProbe.ts';
import { BUCKET, KEY_ID, SECRET, littleS3 } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { PROGRAM } from '#tests/helpers/runProgram.ts';
import { yaml } from '#tests/helpers/cli/helpers.ts';

const env = { AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: SECRET };
const RUN = ['probe', 'run', 'plan.yaml', '--out', 'datasets/cut-2026'];
const WORK = '.stowage/probe/cut-2026';
const SO_FAR = `${WORK}/cut-2026-so-far`;

const planOn = (endpoint: string) =>
  yaml(
    aPlanFile([{ op: ['GET', 'PUT'], requests: 400, concurrency: 4 }], {
      targets: [{ store: 'aws/s3-standard@us-east-1', bucket: BUCKET, endpoint }],
    }),
  );

const AGAIN = { args: RUN, work: WORK, planned: 804 };

/** Counted requests of the dataset of a run that was cut short. */
function keptIn(folder: Folder, name = SO_FAR): number {
  const { measurements, caveats } = loadDataset(path.join(folder.path, name), path.basename(name));
  expect(caveats.join('\n')).toMatch(/Stopped before its end, after \d+ of at most 804 requests/);
  const errors = measurements.filter(({ metric }) => metric === 'errors');
  return errors.reduce((sum, { samples }) => sum + (samples ?? 0), 0);
}

describe('a run that ends too soon keeps a dataset of what it measured', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('when it is told to end by %s', async (signal) => {
    let interrupt = () => {};
    await using s3 = await littleS3({
      delayMs: (_, count) => {
        if (count === 200) interrupt();
        return 2;
      },
    });
    using folder = new Folder({ 'plan.yaml': planOn(s3.server.url) });
    const child = spawn(process.execPath, [PROGRAM, ...RUN], {
      cwd: folder.path,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    interrupt = () => void child.kill(signal);
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const [exit] = (await once(child, 'close')) as [number];
    expect({ exit, said }).toMatchObject({ exit: 1 });
    expect(said).toMatch(/the \d+ requests that were measured are kept: the same command goes on/);
    expect(said).toContain(`the dataset of them is ${SO_FAR}`);
    expect(said.trimEnd().split('\n').at(-1)).toContain(`"stowage probe clean ${WORK}" removes what it made`);
    const kept = keptIn(folder);
    expect(kept).toBeGreaterThan(100);
    expect(kept).toBeLessThan(400);
    if (signal !== 'SIGINT') {
      expect(await runCli(['probe', 'clean', WORK], { cwd: folder.path, env })).toMatchObject({ exit: 0 });
      return expectSwept(s3.server.buckets.get(BUCKET));
    }
    expect(await runCli(RUN, { cwd: folder.path, env })).toMatchObject({ exit: 0 });
    expect(existsSync(path.join(folder.path, WORK))).toBe(false);
    const { measurements } = loadDataset(path.join(folder.path, 'datasets/cut-2026'), 'cut-2026');
    const counted = measurements.filter(({ metric }) => metric === 'errors').map(({ samples }) => samples);
    expect(counted).toEqual([400, 400]);
    expectSwept(s3.server.buckets.get(BUCKET));
  });

  test('when keys are withdrawn', async () => {
    let isHealed = false;
    await using s3 = await littleS3({
      fault: ({ method }, count) =>
        method === 'PUT' && count > 500 && !isHealed ? { kind: 'error', code: 'AccessDenied' } : null,
    });
    using folder = new Folder({ 'plan.yaml': planOn(s3.server.url) });
    const { exit, stderr } = await runCli(RUN, { cwd: folder.path, env });
    expect({ exit, stderr }).toMatchObject({ exit: 1, stderr: expect.stringContaining('AccessDenied') });
    expect(keptIn(folder)).toBeGreaterThan(400);
    // A folder that somebody made of what there is does not pass for the whole.
    expect(await runCli(['probe', 'clean'], { cwd: folder.path, env })).toMatchObject({ exit: 0 });
    await runCli(['probe', 'merge', WORK, '--out', 'datasets/cut-2026'], { cwd: folder.path });
    const refused = await runCli(RUN, { cwd: folder.path, env });
    expect(refused).toMatchObject({ exit: 2, stderr: expect.stringMatching(/is there already/) });
    rmSync(path.join(folder.path, 'datasets/cut-2026'), { recursive: true });
    isHealed = true;
    await expectCliWholeAndSwept(s3, AGAIN, folder, env);
  });

  test.each([
    ['cleaned first, with nothing left to clean', true],
    ['at once', false],
  ])('when the bucket is deleted; the run goes on in a new one, %s', async (_name, isCleaned) => {
    let isDeleted = false;
    await using s3 = await littleS3({
      delayMs: (_, count) => {
        if (count > 200 && !isDeleted) isDeleted = s3.server.buckets.delete(BUCKET);
        return 0;
      },
    });
    using folder = new Folder({ 'plan.yaml': planOn(s3.server.url) });
    const { exit, stderr } = await runCli(RUN, { cwd: folder.path, env });
    expect({ exit, stderr }).toMatchObject({
      exit: 1,
      stderr: expect.stringMatching(/the store says NoSuchBucket; make the bucket/),
    });
    expect(keptIn(folder)).toBeGreaterThan(100);
    if (isCleaned)
      expect(await runCli(['probe', 'clean'], { cwd: folder.path, env })).toMatchObject({ exit: 0 });
    expect(s3.server.buckets.size).toBe(0);
    s3.server.buckets.set(BUCKET, new Bucket());
    const { samples } = await expectCliWholeAndSwept(s3, AGAIN, folder, env);
    const problems = samples.flatMap(({ problem }) => problem ?? []);
    expect(new Set(problems)).toEqual(new Set(['NoSuchBucket']));
    expect(problems.length).toBeLessThanOrEqual(4);
  });

  test('when what it made cannot be removed', async () => {
    let isHealed = false;
    await using s3 = await littleS3({
      fault: ({ method }) =>
        method === 'DELETE' && !isHealed ? { kind: 'error', code: 'AccessDenied' } : null,
    });
    using folder = new Folder({ 'plan.yaml': planOn(s3.server.url) });
    const { exit, stderr } = await runCli(RUN, { cwd: folder.path, env });
    expect({ exit, stderr }).toMatchObject({
      exit: 1,
      stderr: expect.stringMatching(
        /could not be removed \(403 AccessDenied\); run stowage probe clean again/,
      ),
    });
    const { caveats } = loadDataset(path.join(folder.path, SO_FAR), 'cut-2026-so-far');
    expect(caveats.join('\n')).not.toMatch(/Stopped before its end/);
    isHealed = true;
    await expectCliWholeAndSwept(s3, AGAIN, folder, env);
  });

  test('when the network is lost', async () => {
    let isLost = false;
    let isHealed = false;
    await using s3 = await littleS3({
      fault: (_, count) => {
        isLost ||= count > 300;
        return isLost && !isHealed ? { kind: 'reset' } : null;
      },
    });
    using folder = new Folder({ 'plan.yaml': planOn(s3.server.url) });
    const { exit, stderr } = await runCli(RUN, { cwd: folder.path, env });
    expect({ exit, stderr }).toMatchObject({
      exit: 1,
      stderr: expect.stringMatching(/25 requests in a row got no answer \(reset\); is the network there\?/),
    });
    expect(keptIn(folder)).toBeGreaterThan(200);
    isHealed = true;
    await expectCliWholeAndSwept(s3, AGAIN, folder, env);
  });

  test('when the disk is full', async () => {
    await using s3 = await littleS3();
    using folder = new Folder({ 'plan.yaml': planOn(s3.server.url) });
    const { exit, said } = await runOnFullDisk(folder, 40);
    expect({ exit, said }).toMatchObject({ exit: 1 });
    expect(said).toMatch(/journal\.ndjson: cannot be written .*free some space and run again/);
    expect(keptIn(folder)).toBeGreaterThan(100);
    await expectCliWholeAndSwept(s3, AGAIN, folder, env);
    const { measurements } = loadDataset(path.join(folder.path, 'datasets/cut-2026'), 'cut-2026');
    const counted = measurements.filter(({ metric }) => metric === 'errors').map(({ samples }) => samples);
    expect(counted).toEqual([400, 400]);
    const bins = readHistograms(folder.read('datasets/cut-2026/histograms.hlog'));
    const count = (tag: string) => bins.get(tag)?.reduce((sum, one) => sum + one.count, 0);
    expect([...bins.keys()].map((tag) => [tag, count(tag)])).toEqual([
      ['t1.c1.GET.total', 400],
      ['t1.c1.GET.first_byte', 400],
      ['t1.c2.PUT.total', 400],
    ]);
  });

  test('when not even that fits on the disk, once there is space again', async () => {
    await using s3 = await littleS3();
    const size = Array.from({ length: 40 }, (_, i) => `${i + 1} kB`);
    const target = { store: 'aws/s3-standard@us-east-1', bucket: BUCKET, endpoint: s3.server.url };
    const file = aPlanFile([{ op: 'PUT', size, requests: 6, warmup: 0 }], { targets: [target] });
    using folder = new Folder({ 'plan.yaml': yaml(file) });
    const { exit, said } = await runOnFullDisk(folder, 8);
    expect({ exit, said }).toMatchObject({ exit: 1 });
    expect(said).toMatch(/their dataset could not be written .* "stowage probe merge/);
    expect(existsSync(path.join(folder.path, SO_FAR))).toBe(false);
    const made = await runCli(['probe', 'merge', WORK, '--out', 'datasets/cut-so-far'], { cwd: folder.path });
    expect(made).toMatchObject({ exit: 1, stderr: expect.stringContaining('the dataset is') });
    expect(
      loadDataset(path.join(folder.path, 'datasets/cut-so-far'), 'cut-so-far').measurements.length,
    ).toBeGreaterThan(50);
    await expectCliWholeAndSwept(s3, { ...AGAIN, planned: 240 }, folder, env);
  });
});

/** No file may grow beyond so many KiB: to a program that is a full disk. */
async function runOnFullDisk(folder: Folder, mostKiB: number): Promise<{ exit: number; said: string }> {
  const limited = `ulimit -f ${mostKiB}; exec "$0" "$@"`;
  const child = spawn('bash', ['-c', limited, process.execPath, PROGRAM, ...RUN], {
    cwd: folder.path,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [exit] = (await once(child, 'close')) as [number];
  return { exit, said };
}
