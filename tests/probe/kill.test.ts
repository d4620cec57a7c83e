import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { loadDataset } from '#catalog/load-datasets.ts';
import { readJournal } from '#probe/journal.ts';
import type { Sample } from '#probe/record.ts';
import { readRounds } from '#probe/rounds.ts';
import { aPlanFile } from '../helpers/aProbe.ts';
import { BUCKET, KEY_ID, SECRET, littleS3 } from '../helpers/littleS3.ts';
import { Folder, PROGRAM, runCli } from '../helpers/runCli.ts';
import { yaml } from '../cli/helpers.ts';

const env = { AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: SECRET };
const ARGS = ['probe', 'run', 'plan.yaml', '--out', 'datasets/killed-2026'];
const ALL = 3 * 210 + 2 * 92;
/** Where a run is killed: at so many requests of a kind since it began, while it prepares and within each cell. */
const KILLS = [
  { cell: -1, method: 'PUT', key: /cell-2/, at: 100 },
  { cell: 0, method: 'GET', key: /read-10240/, at: 100 },
  { cell: 1, method: 'PUT', key: /cell-1/, at: 100 },
  { cell: 2, method: 'DELETE', key: /cell-2/, at: 100 },
  // Its 92 objects are made anew first.
  { cell: 3, method: 'PUT', key: /cell-3/, at: 92 + 40 },
  { cell: 4, method: 'GET', key: /read-1024\//, at: 40 },
];

test.each([
  ['one thread', 1, KILLS],
  ['two threads', 2, KILLS.filter(({ cell }) => cell === 0 || cell === 3)],
] as const)(
  'killed again and again, a run from %s ends with every request once and nothing left behind',
  async (_, workers, kills) => {
    let child: ChildProcess | undefined;
    let due: (typeof KILLS)[number] | undefined;
    let seen = 0;
    await using s3 = await littleS3({
      delayMs: ({ method, key }) => {
        if (method === due?.method && due.key.test(key ?? '')) seen += 1;
        if (seen === due?.at) child?.kill('SIGKILL');
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
        workers,
        targets: [{ store: 'aws/s3-standard@us-east-1', bucket: BUCKET, endpoint: s3.server.url }],
      },
    );
    using folder = new Folder({ 'plan.yaml': yaml(file) });
    const journal = `${folder.path}/.stowage/probe/killed-2026`;
    const done = () => readJournal(journal)?.samples ?? [];
    const keep: Sample[] = [];
    for (const kill of kills) {
      seen = 0;
      due = kill;
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
      expect(kept.at(-1)?.cell ?? -1).toBe(kill.cell);
    }
    due = undefined;
    expect(await runCli([...ARGS, '--keep'], { cwd: folder.path, env })).toMatchObject({ exit: 0 });
    const samples = done();
    expect(samples.slice(0, keep.length)).toEqual(keep);
    expect(samples).toHaveLength(ALL);
    expect(new Set(samples.map(({ cell, index }) => `${cell}|${index}`)).size).toBe(ALL);
    expect(samples.every(({ problem }) => problem === null)).toBe(true);
    const threads = new Set(samples.map(({ worker }) => worker));
    expect(threads).toEqual(new Set(workers === 1 ? [undefined] : [1, 2]));
    const { measurements } = loadDataset(`${folder.path}/datasets/killed-2026`, 'killed-2026');
    const counted = measurements.filter(({ metric }) => metric === 'errors').map(({ samples: n }) => n);
    expect(counted).toEqual([200, 200, 200, 90, 90]);
    expect(s3.server.buckets.get(BUCKET)?.size).toBeGreaterThan(0);
    expect(await runCli(['probe', 'clean'], { cwd: folder.path, env })).toMatchObject({ exit: 0 });
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
  },
  600_000,
);

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
  expect(await runCli(args, { cwd: folder.path, env })).toMatchObject({ exit: 0 });
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
  expect(await runCli(['probe', 'clean'], { cwd: folder.path, env })).toMatchObject({ exit: 0 });
  expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
}, 150_000);

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
