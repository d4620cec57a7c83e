import { cpSync, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadDataset } from '#catalog/load-datasets.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { aPlanFile, lateBy } from '#tests/helpers/aProbe.ts';
import { BUCKET, KEY_ID, SECRET, littleS3 } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { PROGRAM, runProgram } from '#tests/helpers/runProgram.ts';
import { yaml } from '#tests/helpers/cli/helpers.ts';
import { ROOT } from '#tests/sources.ts';

const KEYS = { AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: SECRET };
const STORE = 'aws/s3-standard@us-east-1';

/** A plan of GET, PUT and HEAD on a little S3 that passes for S3 in us-east-1. */
const planOn = (endpoint: string, concurrency = 4) =>
  yaml(
    aPlanFile([{ op: ['GET', 'PUT', 'HEAD'], requests: 400, concurrency }], {
      targets: [{ store: STORE, bucket: BUCKET, endpoint }],
    }),
  );

describe('stowage probe', () => {
  test('estimates what a plan sends and costs', async () => {
    using folder = new Folder({ 'plan.yaml': planOn('http://127.0.0.1:1') });
    const args = ['probe', 'estimate', 'plan.yaml', '--as-of', '2026-11-20'];
    const { exit, stdout } = await runCli([...args, '--json'], { cwd: folder.path });
    expect(exit).toBe(0);
    // 407 PUT and 2 LIST at 0.005, 804 GET and HEAD at 0.0004 a thousand; storage of an hour comes to less than a cent.
    const { total, targets } = JSON.parse(stdout);
    expect(targets[0].requests).toMatchObject({ PutObject: 407, GetObject: 402, HeadObject: 402 });
    expect(total).toBeGreaterThan(0.409 * 0.005 + 0.804 * 0.0004);
    expect(total).toBeLessThan(0.409 * 0.005 + 0.804 * 0.0004 + 0.0001);
    expect(targets[0].destination).toMatchObject({ host: '127.0.0.1:1', bucket: BUCKET });
    const table = await runCli(args, { cwd: folder.path, env: KEYS });
    expect(table.stdout).toMatch(/407 PutObject, 402 GetObject, .*402 HeadObject/s);
    expect(table.stdout).toContain(`127.0.0.1:1, bucket ${BUCKET}, keys: AWS_ACCESS_KEY_ID`);
    expect(table.stdout).not.toContain(KEY_ID);
  });

  test('is shared by machines, whose journals become one dataset', async () => {
    await using s3 = await littleS3();
    using folder = new Folder({ 'plan.yaml': planOn(s3.server.url) });
    const cwd = folder.path;
    const start = new Date(Date.now() + 1000).toISOString().replace(/\.\d+/, '');
    const shards = [1, 2].map((number) => {
      const own = ['--shard', `${number}/2`, '--out', `shards/${number}`, '--start-at', start];
      return runCli(['probe', 'run', 'plan.yaml', ...own], { cwd, env: KEYS });
    });
    for (const ended of await Promise.all(shards)) expect(ended).toMatchObject({ exit: 0, stdout: '' });
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
    const merge = (...of: string[]) => runCli(['probe', 'merge', ...of], { cwd });
    const half = await merge('shards/1', '--out', 'datasets/half-2026');
    expect(half).toMatchObject({ exit: 1, stderr: expect.stringContaining('not at their end: shards 2') });
    const { exit, stdout } = await merge('shards/1', 'shards/2', '--out', 'datasets/all-2026', '--json');
    expect({ exit, missing: JSON.parse(stdout).missing }).toEqual({ exit: 0, missing: [] });
    const { measurements } = loadDataset(path.join(cwd, 'datasets/all-2026'), 'all-2026');
    const counted = measurements.filter(({ metric }) => metric === 'errors');
    expect(counted.map(({ samples, concurrency }) => [samples, concurrency])).toEqual([
      [400, 8],
      [400, 8],
      [400, 8],
    ]);
    expect(await merge('shards/1', 'shards/1', '--out', 'datasets/x-2026')).toMatchObject({ exit: 2 });
    expect(await merge('datasets', '--out', 'datasets/x-2026')).toMatchObject({ exit: 2 });
    expect(await merge('shards/1')).toMatchObject({ exit: 2 });
  });

  test('runs a plan into a dataset that the check accepts and the other commands use', async () => {
    await using s3 = await littleS3({ delayMs: ({ method }) => (method === 'GET' ? 5 : 0) });
    using folder = new Folder({ 'plan.yaml': planOn(s3.server.url) });
    const cwd = folder.path;
    const { exit, stdout, stderr } = await runCli(
      ['probe', 'run', 'plan.yaml', '--out', 'datasets/near-2026', '--json'],
      { cwd, env: KEYS, watchEffort: lateBy(0) },
    );
    expect({ exit, stderr }).toMatchObject({ exit: 0 });
    const made = loadDataset(path.join(cwd, 'datasets/near-2026'), 'near-2026');
    expect(JSON.parse(stdout)).toMatchObject({
      id: made.id,
      hash: made.hash,
      measurements: made.measurements.length,
    });
    const p99 = made.measurements.find(
      (row) => row.operation === 'GET' && row.metric === 'total' && row.statistic === 'p99',
    );
    expect(p99).toMatchObject({
      samples: 400,
      store_region: 'aws/us-east-1',
      client_place: 'aws/us-east-1',
      loop: 'closed',
    });
    expect(p99?.value).toBeGreaterThan(2);
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
    const checked = await runCli(['datasets', 'check', '--root', cwd]);
    // A closed loop may have findings of its own; on a busy machine it does.
    expect(checked).toMatchObject({ exit: 0 });
    expect(checked.stdout).toMatch(/1 datasets, no problems\n$/);
    const latency = await runCli(
      ['latency', STORE, '--from', 'aws/us-east-1', '--dataset', 'datasets/near-2026', '--json'],
      { cwd },
    );
    const { grade, evidence } = JSON.parse(latency.stdout);
    expect({ exit: latency.exit, grade, first: evidence[0].dataset }).toEqual({
      exit: 0,
      grade: 'measured',
      first: 'near-2026',
    });
    expect(readdirSync(path.join(cwd, '.stowage/probe'))).toEqual([]);
    const again = await runCli(['probe', 'run', 'plan.yaml', '--out', 'datasets/near-2026'], {
      cwd,
      env: KEYS,
    });
    expect(again).toMatchObject({ exit: 2 });
    expect(again.stderr).toMatch(/is there already/);
  });

  test('whose client was late says so, and no prediction rests on what it measured', async () => {
    await using s3 = await littleS3();
    using folder = new Folder({ 'plan.yaml': planOn(s3.server.url) });
    const cwd = folder.path;
    const { exit } = await runCli(['probe', 'run', 'plan.yaml', '--out', 'datasets/near-2026'], {
      cwd,
      env: KEYS,
      watchEffort: lateBy(1_000_000),
    });
    expect(exit).toBe(0);
    const made = loadDataset(path.join(cwd, 'datasets/near-2026'), 'near-2026');
    expect(new Set(made.measurements.map(({ layer }) => layer))).toEqual(new Set(['end_to_end']));
    const latency = await runCli(
      ['latency', STORE, '--from', 'aws/us-east-1', '--dataset', 'datasets/near-2026', '--json'],
      { cwd },
    );
    expect(latency.exit).toBe(0);
    // Others measured the same request, so its grade says nothing.
    const { evidence } = JSON.parse(latency.stdout);
    expect(evidence.map(({ dataset }: { dataset: string }) => dataset)).not.toContain('near-2026');
  });

  test('of which two would run at once ends the second at once', async () => {
    let begun = () => {};
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    await using s3 = await littleS3({
      delayMs: ({ method }) => {
        if (method === 'GET') begun();
        return 5;
      },
    });
    using folder = new Folder({ 'plan.yaml': planOn(s3.server.url) });
    const args = ['probe', 'run', 'plan.yaml', '--out', 'datasets/two-2026'];
    const first = runProgram(args, { cwd: folder.path, env: KEYS });
    await isBegun;
    const clean = await runCli(['probe', 'clean'], { cwd: folder.path, env: KEYS });
    const second = await runCli(args, { cwd: folder.path, env: KEYS });
    for (const refused of [second, clean])
      expect(refused).toMatchObject({ exit: 1, stderr: expect.stringMatching(/process \d+ is at work in/) });
    expect(await first).toMatchObject({ exit: 0 });
    expect(s3.server.seen.filter(({ operation }) => operation === 'GetObject')).toHaveLength(402);
    expect(statSync(path.join(folder.path, '.stowage')).mode & 0o777).toBe(0o700);
  });

  test('without one answer exits 1, and keeps what went wrong', async () => {
    let isDown = true;
    await using s3 = await littleS3({
      fault: ({ method }) => (isDown && method === 'GET' ? { kind: 'slow-down' } : null),
    });
    const file = aPlanFile([{ requests: 20 }], {
      targets: [{ store: STORE, bucket: BUCKET, endpoint: s3.server.url }],
    });
    using folder = new Folder({ 'plan.yaml': yaml(file) });
    const args = ['probe', 'run', 'plan.yaml', '--out', 'datasets/none-2026', '--keep'];
    const asked = { cwd: folder.path, env: KEYS };
    const isWithoutAnswer = { exit: 1, stderr: expect.stringMatching(/no request got a good answer/) };
    expect(await runCli(args, asked)).toMatchObject(isWithoutAnswer);
    isDown = false;
    expect(await runCli(['probe', 'clean'], asked)).toMatchObject({ exit: 0 });
    const again = await runCli(args, asked);
    expect(again).toMatchObject(isWithoutAnswer);
    expect(again.stderr).toContain('the dataset was written already');
    const { measurements } = loadDataset(path.join(folder.path, 'datasets/none-2026'), 'none-2026');
    expect(measurements.map(({ metric, value }) => [metric, value])).toEqual([
      ['rate', 0],
      ['errors', 1],
    ]);
  });

  test('shows no secret, whatever goes wrong', async () => {
    await using s3 = await littleS3({
      fault: ({ method }) => (method === 'GET' ? { kind: 'error', code: 'AccessDenied' } : null),
    });
    using folder = new Folder({ 'plan.yaml': planOn(s3.server.url) });
    const env = { ...KEYS, AWS_SESSION_TOKEN: 'canary-token' };
    const args = ['probe', 'run', 'plan.yaml', '--debug'];
    const refused = await runCli(args, { cwd: folder.path, env });
    expect(refused).toMatchObject({ exit: 1, stderr: expect.stringContaining('--trust-endpoint 127.0.0.1') });
    expect(s3.server.seen).toEqual([]);
    expect(existsSync(path.join(folder.path, '.stowage'))).toBe(false);
    const trusting = [...args, '--trust-endpoint', '127.0.0.1'];
    const { exit, stdout, stderr } = await runCli(trusting, { cwd: folder.path, env });
    expect(exit).toBe(1);
    expect(stderr).toMatch(/AccessDenied/);
    const files = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    const written = files.map((one) =>
      folder.read(path.relative(folder.path, path.join(one.parentPath, one.name))),
    );
    expect(written.length).toBeGreaterThan(1);
    for (const text of [stdout, stderr, ...written]) {
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain('canary-token');
      expect(text).not.toContain(KEY_ID);
    }
  });

  test.each(['undici', 'sdk'])('measures by %s, which is not part of the program', async (client) => {
    await using s3 = await littleS3();
    const args = ['--endpoint', s3.server.url, '--bucket', BUCKET, '--from', 'unknown', '--client', client];
    const all = ['probe', 'run', '--store', 'acme/store', '--unpriced', ...args, '--requests', '20', '--out'];
    using folder = new Folder();
    const { exit, stderr } = await runCli([...all, 'by-2026'], { cwd: folder.path, env: KEYS });
    expect({ exit, stderr }).toMatchObject({ exit: 0 });
    const { harness, measurements } = loadDataset(`${folder.path}/by-2026`, 'by-2026');
    expect(harness.tool).toBe(`stowage probe, ${client} client`);
    if (client === 'sdk')
      expect(new Set(measurements.map(({ layer }) => layer))).toEqual(new Set(['end_to_end']));
    // The program alone, where nothing is installed.
    const alone = path.join(folder.path, 'program/cli/stowage.mjs');
    cpSync(path.dirname(path.dirname(PROGRAM)), path.join(folder.path, 'program'), {
      recursive: true,
      filter: (file) => !/dist\/(web|setup)/.test(file),
    });
    const bare = await runProgram([...all, 'alone-2026'], { cwd: folder.path, env: KEYS, program: alone });
    expect(bare.exit).toBe(2);
    expect(bare.stderr).toMatch(/npm install (undici|@aws-sdk\/client-s3)/);
  });

  test('spends no more than it may', async () => {
    using folder = new Folder({ 'plan.yaml': planOn('http://127.0.0.1:1') });
    const cwd = folder.path;
    const dear = await runCli(['probe', 'run', 'plan.yaml', '--max-cost', '0.001'], { cwd, env: KEYS });
    expect(dear).toMatchObject({ exit: 1, stdout: '' });
    expect(dear.stderr).toMatch(/this would cost .* at most .* may be spent/);
    expect(existsSync(path.join(cwd, '.stowage'))).toBe(false);
    const unknown = await runCli(['probe', 'run', 'plan.yaml', '--as-of', '2001-01-01'], { cwd, env: KEYS });
    expect(unknown).toMatchObject({ exit: 1 });
    expect(unknown.stderr).toMatch(/a price is not known/);
  });

  test('takes what plans print as the measurement that would settle them', async () => {
    const planned = await runCli(['plan', 'examples/streamingco.yaml', '--json', '--all']);
    const plan = JSON.parse(planned.stdout) as Plan;
    const missing = plan.candidates.flatMap((one) => one.missing);
    expect(missing.length).toBeGreaterThan(0);
    for (const { probe, probeCost } of [...new Map(missing.map((one) => [one.probe, one])).values()].slice(
      0,
      3,
    )) {
      const [program, ...args] = probe.split(' ');
      expect(program).toBe('stowage');
      const { exit, stdout } = await runCli([...args, '--dry-run', '--json', '--as-of', plan.scenario.asOf]);
      expect(exit).toBe(0);
      const { total } = JSON.parse(stdout) as { total: number };
      // The probe itself warms up and lists besides.
      expect(total).toBeGreaterThanOrEqual(probeCost ?? Infinity);
      expect(total).toBeLessThan((probeCost ?? 0) * 1.05 + 0.01);
    }
  });

  test('stopped by a failure goes on with the same command, or is cleaned', async () => {
    let isBroken = true;
    await using s3 = await littleS3({
      fault: ({ method }, count) =>
        isBroken && method === 'PUT' && count > 700 ? { kind: 'error', code: 'AccessDenied' } : null,
    });
    using folder = new Folder({ 'plan.yaml': planOn(s3.server.url) });
    const cwd = folder.path;
    const run = ['probe', 'run', 'plan.yaml', '--out', 'datasets/near-2026'];
    const broken = await runCli(run, { cwd, env: KEYS });
    expect(broken.exit).toBe(1);
    expect(broken.stderr).toMatch(/the same command goes on from there/);
    expect(existsSync(path.join(cwd, 'datasets'))).toBe(false);
    expect(s3.server.buckets.get(BUCKET)?.size).toBeGreaterThan(100);
    const cleaned = await runCli(['probe', 'clean'], { cwd, env: KEYS });
    expect(cleaned).toMatchObject({ exit: 0 });
    expect(cleaned.stdout).toMatch(/[1-9]\d* objects removed/);
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
    isBroken = false;
    expect(await runCli(run, { cwd, env: KEYS })).toMatchObject({ exit: 0 });
    const { measurements } = loadDataset(path.join(cwd, 'datasets/near-2026'), 'near-2026');
    expect(measurements.filter(({ metric }) => metric === 'errors').map(({ samples }) => samples)).toEqual([
      400, 400, 400,
    ]);
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
  });

  test.each([
    [['probe'], /needs one of estimate, run, merge, machines, /],
    [['probe', 'plan.yaml'], /stowage probe run plan\.yaml/],
    [['probe', 'run'], /name a plan file, or say what to measure/],
    [['probe', 'run', '--store', STORE], /say where this machine is/],
    [['probe', 'run', 'plan.yaml', '--op', 'GET'], /a plan file says all; leave out --op/],
    [
      [
        'probe',
        'estimate',
        '--store',
        STORE,
        '--from',
        'aws/us-east-1',
        '--preset',
        'objectbench',
        '--op',
        'GET',
      ],
      /a preset says all; leave out --op/,
    ],
    [
      ['probe', 'estimate', '--store', 'aws/s3-standrad@us-east-1', '--from', 'aws/us-east-1'],
      /did you mean/,
    ],
    [['probe', 'run', '--store', STORE, '--from', 'aws/us-east-1', '--max-cost', 'little'], /not an amount/],
    [
      ['probe', 'run', '--store', STORE, '--from', 'aws/us-east-1', '--out', 'Near'],
      /"Near" is not a folder name/,
    ],
    [['probe', 'clean', 'nowhere'], /holds no journal/],
  ])('%j is not understood', async (args, message) => {
    const { exit, stderr } = await runCli(args, { cwd: path.join(ROOT, 'tests') });
    expect(exit).toBe(2);
    expect(stderr).toMatch(message);
  });
});
