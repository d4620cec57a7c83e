import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { loadDataset } from '#catalog/load-datasets.ts';
import { readJournal } from '#probe/journal.ts';
import { aPlanFile } from '../helpers/aProbe.ts';
import { BUCKET, KEY_ID, SECRET, littleS3 } from '../helpers/littleS3.ts';
import { Folder, PROGRAM, runCli } from '../helpers/runCli.ts';
import { yaml } from '../cli/helpers.ts';

const env = { AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: SECRET };
const ALL = 3 * 210 + 2 * 92;
const ARGS = ['probe', 'run', 'plan.yaml', '--out', 'datasets/killed-2026'];

test('killed again and again, a run ends with every request once and nothing left behind', async () => {
  let child: ChildProcess | undefined;
  let seen = 0;
  let killAt = 0;
  await using s3 = await littleS3({
    delayMs: (_, count) => {
      seen = count;
      if (count === killAt) child?.kill('SIGKILL');
      return 3;
    },
  });
  const file = aPlanFile(
    [
      {
        op: ['GET', 'PUT', 'DELETE'],
        ifAbsent: true,
        requests: 200,
        warmup: 10,
        objects: 20,
        concurrency: 4,
      },
      { op: ['PUT', 'GET'], size: '1 KiB', ifMatch: true, ifNoneMatch: true, requests: 90, concurrency: 4 },
    ],
    {
      targets: [{ store: 'aws/s3-standard@us-east-1', bucket: BUCKET, endpoint: s3.server.url }],
    },
  );
  using folder = new Folder({ 'plan.yaml': yaml(file) });
  const journal = `${folder.path}/.stowage/probe/killed-2026`;
  const done = () => readJournal(journal)?.samples ?? [];
  const keep: unknown[] = [];
  const keptAt: number[] = [];
  // While it prepares (20 + 210 + 5 + 92 objects, of which 92 anew each time), and within each of its five cells.
  for (const after of [100, 330, 300, 300, 250, 180]) {
    killAt = seen + after;
    child = spawn(process.execPath, [PROGRAM, ...ARGS], {
      cwd: folder.path,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    });
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    const kept = done();
    expect(kept.slice(0, keep.length)).toEqual(keep);
    keep.splice(0, keep.length, ...kept);
    keptAt.push(kept.length);
  }
  const cellAt = (count: number) =>
    count < 630 ? Math.floor(count / 210) : 3 + Math.floor((count - 630) / 92);
  expect(keptAt[0]).toBe(0);
  expect(keptAt.slice(1).map(cellAt)).toEqual([0, 1, 2, 3, 4]);
  expect(await runCli([...ARGS, '--keep'], { cwd: folder.path, env })).toMatchObject({ exit: 0 });
  const samples = done();
  expect(samples.slice(0, keep.length)).toEqual(keep);
  expect(samples).toHaveLength(ALL);
  expect(new Set(samples.map(({ cell, index }) => `${cell}|${index}`)).size).toBe(ALL);
  expect(samples.every(({ problem }) => problem === null)).toBe(true);
  const { measurements } = loadDataset(`${folder.path}/datasets/killed-2026`, 'killed-2026');
  const counted = measurements.filter(({ metric }) => metric === 'errors').map(({ samples: n }) => n);
  expect(counted).toEqual([200, 200, 200, 90, 90]);
  expect(s3.server.buckets.get(BUCKET)?.size).toBeGreaterThan(0);
  expect(await runCli(['probe', 'clean'], { cwd: folder.path, env })).toMatchObject({ exit: 0 });
  expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
});

test('a journal whose last line is torn goes on without it', async () => {
  await using s3 = await littleS3();
  const file = aPlanFile([{ requests: 20 }], {
    targets: [{ store: 'aws/s3-standard@us-east-1', bucket: BUCKET, endpoint: s3.server.url }],
  });
  using folder = new Folder({ 'plan.yaml': yaml(file) });
  await runCli([...ARGS, '--keep'], { cwd: folder.path, env });
  const name = '.stowage/probe/killed-2026/journal.ndjson';
  const text = folder.read(name);
  const lines = text.split('\n');
  const cut = lines.findIndex((line) => line.startsWith('["r"')) + 10;
  folder.write(name, `${lines.slice(0, cut).join('\n')}\n${lines[cut]?.slice(0, 17)}`);
  using other = new Folder({ 'plan.yaml': yaml(file) });
  other.write(name, `${lines.slice(0, cut).join('\n')}\n${lines[cut]?.slice(0, 17)}`);
  expect(await runCli([...ARGS, '--keep'], { cwd: other.path, env })).toMatchObject({ exit: 0 });
  const samples = readJournal(`${other.path}/.stowage/probe/killed-2026`)?.samples ?? [];
  expect(new Set(samples.map(({ index }) => index)).size).toBe(22);
  expect(samples).toHaveLength(22);
});
