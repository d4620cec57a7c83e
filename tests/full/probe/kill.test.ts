import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { loadDataset } from '#catalog/load-datasets.ts';
import { readJournal } from '#probe/kept/journal.ts';
import type { Sample } from '#probe/kept/record.ts';
import { expectSwept, expectWhole } from '#tests/helpers/afterFault.ts';
import { aPlanFile } from '#tests/helpers/aProbe.ts';
import { BUCKET, KEY_ID, SECRET, littleS3 } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { PROGRAM, runProgram } from '#tests/helpers/runProgram.ts';
import { yaml } from '#tests/helpers/cli/helpers.ts';

const env = { AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: SECRET };
const ARGS = ['probe', 'run', 'plan.yaml', '--out', 'datasets/killed-2026'];
const ALL = 3 * 210 + 2 * 92 + 5;
/** Where a run is killed: at so many requests of a kind since it began, while it prepares and within each cell. */
const KILLS = [
  { cell: -1, method: 'PUT', key: /cell-2/, at: 100 },
  { cell: 0, method: 'GET', key: /read-10240/, at: 100 },
  { cell: 1, method: 'PUT', key: /cell-1/, at: 100 },
  { cell: 2, method: 'DELETE', key: /cell-2/, at: 100 },
  // Its 92 objects are made anew first.
  { cell: 3, method: 'PUT', key: /cell-3/, at: 92 + 40 },
  { cell: 4, method: 'GET', key: /read-1024\//, at: 40 },
  // With the second part of its third object.
  { cell: 5, method: 'PUT', key: /cell-5/, at: 6 },
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
        { op: 'PUT', size: '6 MiB', parts: { size: '5 MiB', atOnce: 2 }, requests: 5, warmup: 0 },
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
    expect(await runProgram([...ARGS, '--keep'], { cwd: folder.path, env })).toMatchObject({ exit: 0 });
    const samples = done();
    expect(samples.slice(0, keep.length)).toEqual(keep);
    expectWhole({ samples }, ALL);
    expect(samples.every(({ problem }) => problem === null)).toBe(true);
    // One object at a time stays with the one thread.
    const threads = new Set(samples.filter(({ cell }) => cell !== 5).map(({ worker }) => worker));
    expect(threads).toEqual(new Set(workers === 1 ? [undefined] : [1, 2]));
    const { measurements } = loadDataset(`${folder.path}/datasets/killed-2026`, 'killed-2026');
    const counted = measurements.filter(({ metric }) => metric === 'errors').map(({ samples: n }) => n);
    expect(counted).toEqual([200, 200, 200, 90, 90, 5]);
    const bucket = s3.server.buckets.get(BUCKET);
    const run = readJournal(journal)?.head.run;
    expect(bucket?.size).toBeGreaterThan(0);
    const isKilledInParts = kills.some(({ cell }) => cell === 5);
    expect([...(bucket?.uploads.values() ?? [])].map(({ key }) => key)).toEqual(
      isKilledInParts ? [expect.stringMatching(/cell-5\/\d{8}$/)] : [],
    );
    const strangers = [
      `stowage-probe/${run}/notes.bin`,
      'stowage-probe/another/cell-5/00000002',
      'of-others',
    ];
    for (const key of strangers) bucket?.uploads.set(key, { key, parts: new Map() });
    const cleaned = await runProgram(['probe', 'clean'], { cwd: folder.path, env });
    expect(cleaned).toMatchObject({ exit: 0 });
    expect(cleaned.stderr).toContain(`left alone, as the probe did not make it: ${strangers[0]}`);
    expect(bucket?.size).toBe(0);
    expect([...(bucket?.uploads.keys() ?? [])]).toEqual(strangers);
  },
);

/** Kills the program as it first does something to a file. */
const KILLER = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { openSync, writeFileSync, renameSync, rmSync } = fs;
const moment = process.env.KILL_AT;
const die = () => process.kill(process.pid, 'SIGKILL');
let samples = null;
fs.openSync = (file, ...rest) => {
  const handle = openSync(file, ...rest);
  if (String(file).endsWith('samples.parquet')) samples = handle;
  return handle;
};
fs.writeFileSync = (file, content, ...rest) => {
  const isTorn = moment === 'write' && file === samples;
  writeFileSync(file, isTorn ? content.subarray(0, content.length / 2) : content, ...rest);
  if (isTorn) die();
};
fs.renameSync = (...args) => {
  if (moment === 'rename') die();
  renameSync(...args);
};
fs.rmSync = (file, ...rest) => {
  if (moment === 'remove' && /[.]stowage/.test(String(file))) die();
  rmSync(file, ...rest);
};
syncBuiltinESMExports();
`;

/** A draft has a name of chance. */
const DRAFT: unknown = expect.stringMatching(/^\.unfinished-/);
const LEFT: Record<string, unknown[]> = {
  write: [DRAFT],
  rename: [DRAFT],
  remove: ['killed-2026'],
};

test.each([
  ['it has removed the first object', 'clean'],
  ['half a file of its dataset is written', 'write'],
  ['its dataset is about to get its name', 'rename'],
  ['its dataset is written', 'remove'],
])('killed when all is measured and %s, the same command ends it', async (_, moment) => {
  let kill = () => {};
  await using s3 = await littleS3({
    delayMs: ({ method }) => {
      if (method === 'DELETE' && moment === 'clean') kill();
      return 3;
    },
  });
  const file = aPlanFile([{ op: ['GET', 'PUT'], requests: 40 }], {
    targets: [{ store: 'aws/s3-standard@us-east-1', bucket: BUCKET, endpoint: s3.server.url }],
  });
  using folder = new Folder({ 'plan.yaml': yaml(file), 'killer.mjs': KILLER });
  const preload = `--import=${pathToFileURL(path.join(folder.path, 'killer.mjs')).href}`;
  const child = spawn(process.execPath, [PROGRAM, ...ARGS], {
    cwd: folder.path,
    env: { ...process.env, ...env, NODE_OPTIONS: preload, KILL_AT: moment },
    stdio: 'ignore',
  });
  kill = () => child.kill('SIGKILL');
  const [, signal] = await once(child, 'exit');
  kill = () => {};
  expect(signal).toBe('SIGKILL');
  const kept = readJournal(`${folder.path}/.stowage/probe/killed-2026`);
  expectWhole({ samples: kept?.samples ?? [] }, 84);
  // What is no dataset yet is in nobody's way.
  const left = existsSync(`${folder.path}/datasets`) ? readdirSync(`${folder.path}/datasets`) : [];
  expect(left).toEqual(LEFT[moment] ?? []);
  if (moment === 'write')
    expect(await runProgram(['datasets', 'check', '--root', folder.path])).toMatchObject({ exit: 0 });
  const asked = s3.server.seen.length;
  expect(await runProgram(ARGS, { cwd: folder.path, env })).toMatchObject({ exit: 0 });
  expect(
    s3.server.seen.slice(asked).filter(({ method }) => method === 'GET' || method === 'PUT'),
  ).toHaveLength(moment === 'clean' ? 2 : 0);
  const { measurements } = loadDataset(`${folder.path}/datasets/killed-2026`, 'killed-2026');
  const counted = measurements.filter(({ metric }) => metric === 'errors').map(({ samples }) => samples);
  expect(counted).toEqual([40, 40]);
  expectSwept(s3.server.buckets.get(BUCKET));
  const written = readdirSync(`${folder.path}/datasets`).filter((name) => !name.startsWith('.unfinished-'));
  expect(written).toEqual(['killed-2026']);
  expect(existsSync(`${folder.path}/.stowage/probe/killed-2026`)).toBe(false);
});

test.each([
  ['nothing', ''],
  ['half of its first line', '{"journal":1,"run":"0123'],
])(
  'a journal that was only just begun, with %s in it, is begun anew and is nothing to clean',
  async (_, text) => {
    await using s3 = await littleS3();
    const file = aPlanFile([{ requests: 20 }], {
      targets: [{ store: 'aws/s3-standard@us-east-1', bucket: BUCKET, endpoint: s3.server.url }],
    });
    using folder = new Folder({ 'plan.yaml': yaml(file), '.stowage/probe/killed-2026/journal.ndjson': text });
    expect(await runProgram(['probe', 'clean'], { cwd: folder.path, env })).toMatchObject({
      exit: 0,
      stdout: 'no probe has left anything here\n',
    });
    expect(await runProgram([...ARGS, '--keep'], { cwd: folder.path, env })).toMatchObject({ exit: 0 });
    expectWhole(readJournal(`${folder.path}/.stowage/probe/killed-2026`) ?? { samples: [] }, 22);
    expect(await runProgram(['probe', 'clean'], { cwd: folder.path, env })).toMatchObject({ exit: 0 });
    expectSwept(s3.server.buckets.get(BUCKET));
  },
);

test('a journal whose last line is torn goes on without it', async () => {
  await using s3 = await littleS3();
  const file = aPlanFile([{ requests: 20 }], {
    targets: [{ store: 'aws/s3-standard@us-east-1', bucket: BUCKET, endpoint: s3.server.url }],
  });
  using folder = new Folder({ 'plan.yaml': yaml(file) });
  await runProgram([...ARGS, '--keep'], { cwd: folder.path, env });
  const name = '.stowage/probe/killed-2026/journal.ndjson';
  const text = folder.read(name);
  const lines = text.split('\n');
  const cut = lines.findIndex((line) => line.startsWith('["r"')) + 10;
  folder.write(name, `${lines.slice(0, cut).join('\n')}\n${lines[cut]?.slice(0, 17)}`);
  using other = new Folder({ 'plan.yaml': yaml(file) });
  other.write(name, `${lines.slice(0, cut).join('\n')}\n${lines[cut]?.slice(0, 17)}`);
  expect(await runProgram([...ARGS, '--keep'], { cwd: other.path, env })).toMatchObject({ exit: 0 });
  const samples = readJournal(`${other.path}/.stowage/probe/killed-2026`)?.samples ?? [];
  expect(new Set(samples.map(({ index }) => index)).size).toBe(22);
  expect(samples).toHaveLength(22);
});
