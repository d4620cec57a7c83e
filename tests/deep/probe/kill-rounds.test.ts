import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { loadDataset } from '#catalog/load-datasets.ts';
import { readRounds } from '#probe/rounds.ts';
import { aPlanFile } from '#tests/helpers/aProbe.ts';
import { yaml } from '#tests/helpers/cli/helpers.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { BUCKET, KEY_ID, SECRET, littleS3 } from '#tests/helpers/littleS3.ts';
import { PROGRAM, runProgram } from '#tests/helpers/runProgram.ts';

const env = { AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: SECRET };
const ARGS = ['probe', 'run', 'plan.yaml', '--out', 'datasets/killed-2026'];

test('killed within a round, runs over time go on with it and end with every request of each round once', async () => {
  let kill = () => {};
  let isDue = true;
  let reads = 0;
  await using s3 = await littleS3({
    delayMs: ({ method, key }) => {
      if (method === 'GET' && /read-/.test(key ?? '')) reads += 1;
      if (isDue && reads === 40) kill();
      return 3;
    },
  });
  const file = aPlanFile([{ op: ['GET', 'PUT', 'DELETE'], requests: 80, concurrency: 2 }], {
    targets: [{ store: 'aws/s3-standard@us-east-1', bucket: BUCKET, endpoint: s3.server.url }],
  });
  using folder = new Folder({ 'plan.yaml': yaml(file) });
  // The second round begins long after the first is killed and has gone on, however busy this machine is.
  const args = [...ARGS, '--every', '25s', '--for', '50s', '--keep'];
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: folder.path,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  kill = () => child.kill('SIGKILL');
  const [, signal] = await once(child, 'exit');
  isDue = false;
  expect(signal).toBe('SIGKILL');
  const rounds = () => readRounds(`${folder.path}/.stowage/probe/killed-2026`);
  const kept = rounds()[0]?.state.samples ?? [];
  expect(rounds()).toHaveLength(1);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(3 * 82);
  expect(await runProgram(args, { cwd: folder.path, env })).toMatchObject({ exit: 0 });
  expect(rounds().map(({ round }) => round)).toEqual([1, 2]);
  expect(rounds()[0]?.state.samples.slice(0, kept.length)).toEqual(kept);
  for (const { state } of rounds()) {
    expect(new Set(state.samples.map(({ cell, index }) => `${cell}|${index}`)).size).toBe(3 * 82);
    expect(state.samples).toHaveLength(3 * 82);
    expect(state.samples.filter(({ problem }) => problem !== null)).toEqual([]);
  }
  const { measurements } = loadDataset(`${folder.path}/datasets/killed-2026`, 'killed-2026');
  expect(measurements.filter(({ metric }) => metric === 'errors').map(({ samples }) => samples)).toEqual(
    Array.from({ length: 6 }, () => 80),
  );
  expect(await runProgram(['probe', 'clean'], { cwd: folder.path, env })).toMatchObject({ exit: 0 });
  expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
});
