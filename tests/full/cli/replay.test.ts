/** `stowage replay` and `derive --test` on files, as a new user tries them. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Profile } from '#core/workload/profile.ts';
import type { Replay } from '#core/replay/replay.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';

/** Ten days: every quarter of an hour an object of 20 MB, read after an hour and after two days. */
const COUNT = 960;
const STEP = 900;
const TRACE = [
  'time_s,op,key,size',
  ...Array.from({ length: COUNT }, (_, i) => [
    `${i * STEP},PUT,object-${i},20000000`,
    `${i * STEP + 3600},GET,object-${i},20000000`,
    `${i * STEP + 2 * 86_400},GET,object-${i},20000000`,
  ])
    .flat()
    .filter((line) => Number(line.split(',')[0]) < COUNT * STEP),
].join('\n');
const STORES = 'stores=[aws/s3-standard@us-east-1,aws/s3-standard-ia@us-east-1]';
const SINGLE = 'single:aws/s3-standard@us-east-1';

async function planned(): Promise<Folder> {
  const folder = new Folder({ 'trace.csv': TRACE });
  const { stdout } = await runCli(['derive', 'trace.csv', '--scenario'], { cwd: folder.path });
  folder.write('plan.yaml', stdout);
  return folder;
}

describe('stowage replay', () => {
  test('of the trace that a scenario was derived from, the bill is the one by hand and the predicted one', async () => {
    using folder = await planned();
    const args = ['replay', 'trace.csv', '--plan', 'plan.yaml', '--set', STORES, '--placement', SINGLE];
    const { exit, stdout } = await runCli([...args, '--json'], { cwd: folder.path });
    expect(exit).toBe(0);
    const answer = JSON.parse(stdout) as Replay & { placement: string };
    expect(answer).toMatchObject({
      placement: SINGLE,
      objects: COUNT,
      mostHeld: COUNT,
      weight: 1,
      warmUpDays: 0,
    });
    // From the first request to the last: each object is held from its write on.
    const lastAt = Math.max(
      ...TRACE.split('\n')
        .slice(1)
        .map((line) => Number(line.split(',')[0])),
    );
    const byteSeconds = Array.from({ length: COUNT }, (_, i) => 20e6 * (lastAt - i * STEP)).reduce(
      (a, b) => a + b,
    );
    const gets = TRACE.match(/GET/g)?.length ?? 0;
    const monthDays = 30;
    const times = (monthDays * 86_400) / lastAt;
    const rent = (byteSeconds * times) / 2 ** 30 / (monthDays * 86_400);
    const byHand = rent * 0.023 + (COUNT * times * 0.005) / 1000 + (gets * times * 0.0004) / 1000;
    expect(answer.replayed.cost).toBeCloseTo(byHand, 4);
    expect(Math.abs(answer.error ?? 1)).toBeLessThan(0.02);
    const table = await runCli(args, { cwd: folder.path });
    expect(table.stdout).toMatch(/^S3 Standard, replayed/);
    expect(table.stdout).toMatch(/predicted .*\nreplayed .*\nclairvoyant /);
    expect(table.stdout).not.toContain('What breaks most');
    const csv = await runCli([...args, '--format', 'csv'], { cwd: folder.path });
    expect(csv.stdout.split('\n')[0]).toBe('side,cost,cost_high,p99_ms,moves,hot_share');
  });

  test("where rates are the plan's, it names what differs: what a read sends", async () => {
    const args = ['replay', 'examples/inputs/access-log.txt', '--plan', 'examples/inputs/access-log.yaml'];
    const { courses } = JSON.parse((await runCli([...args, '--json'])).stdout) as Replay;
    expect(courses.read.trace).toBeCloseTo(courses.read.predicted, 1);
    expect(courses.written.trace).toBeCloseTo(courses.written.predicted, 1);
    // 72 reads, by the bytes that the log says they sent.
    const sent = readFileSync('examples/inputs/access-log.txt', 'utf8')
      .split('\n')
      .flatMap((line) => /REST\.GET\.OBJECT .*" 200 - (\d+) /.exec(line)?.slice(1) ?? [])
      .map(Number);
    expect(courses.readBytes.trace).toBeCloseTo(sent.reduce((a, b) => a + b, 0) / sent.length, 6);
    const { stdout } = await runCli(args);
    expect(stdout).toContain('What breaks most: what a read sends.');
    expect(stdout).not.toContain('rates and sizes');
  });

  test('a sample of the keys stands for all, and says so', async () => {
    using folder = await planned();
    const args = ['replay', 'trace.csv', '--plan', 'plan.yaml', '--set', STORES, '--placement', SINGLE];
    const { stdout } = await runCli([...args, '--sample', '50%', '--json'], { cwd: folder.path });
    const { objects, weight, error } = JSON.parse(stdout) as Replay;
    expect(weight).toBe(2);
    expect(objects).toBeGreaterThan(0.4 * COUNT);
    expect(objects).toBeLessThan(0.6 * COUNT);
    expect(Math.abs(error ?? 1)).toBeLessThan(0.1);
    const { stdout: text } = await runCli([...args, '--sample', '50%'], { cwd: folder.path });
    expect(text).toContain('50% of the keys were read and stand for all.');
  });

  test.each([
    [['trace.csv'], 2, /name the scenario with --plan; "stowage derive TRACE --scenario/],
    [['trcae.csv', '--plan', 'plan.yaml'], 2, /trcae\.csv: there is no such file; did you mean trace\.csv\?/],
    [['trace.csv', '--plan', 'plan.yaml', '--sample', '0%'], 2, /--sample: is above 0%/],
    [['trace.csv', '--plan', 'plan.yaml', '--memory', '1MB'], 2, /--memory: at least 64 MiB/],
    [['plan.yaml', '--plan', 'plan.yaml', '--set', STORES], 2, /plan\.yaml: is of no known format/],
    [['trace.csv', '--plan', 'plan.yaml', '--set', STORES, '--placement', 'foo'], 2, /no placement "foo"/],
    [
      ['hours.csv', '--plan', 'plan.yaml', '--set', STORES],
      2,
      /sums by the hour, and a replay follows objects/,
    ],
  ])('%j ends with %i', async (args, code, message) => {
    using folder = await planned();
    folder.write(
      'hours.csv',
      'HR,PutCount,GetCount,DeleteCount,PutBytes,GetBytes\n1,5,5,0,50,50\n2,5,5,0,50,50\n',
    );
    const { exit, stdout, stderr } = await runCli(['replay', ...args], { cwd: folder.path });
    expect({ exit, stdout }).toEqual({ exit: code, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

describe('derive --test', () => {
  test('prints the error of a steady log, which its profile carries to the plan', async () => {
    using folder = await planned();
    const { stdout } = await runCli(['derive', 'trace.csv', '--test', '--json'], { cwd: folder.path });
    const { test: found } = Profile.parse(JSON.parse(stdout));
    const written = found?.rows.find(({ of }) => of === 'objects-written');
    expect(Math.abs(written?.error ?? 1)).toBeLessThan(0.01);
    const text = await runCli(['derive', 'trace.csv', '--test'], { cwd: folder.path });
    expect(text.stdout).toMatch(/^The first 70% of its log predicts the rest: requests [+−]/);
    expect(text.stdout).toMatch(/working set within 1 day/);
    folder.write('profile.yaml', stdout);
    const whole =
      'asOf: 2026-11-20\nworkload:\n  objects: { size: 20 MB, arrivals: 96/day }\n  reads: { profile: profile.yaml }\n  readers: [{ at: aws/us-east-1, share: 1 }]\n  writer: aws/us-east-1\nstores: [aws/s3-standard@us-east-1]\n';
    folder.write('own.yaml', whole);
    const plan = await runCli(['plan', 'own.yaml'], { cwd: folder.path });
    expect(plan.stderr).toContain('profile.yaml: The first 70% of its log predicts the rest: requests');
  });

  test('is not asked for with --scenario, and not of a log that is too short', async () => {
    using folder = await planned();
    const both = await runCli(['derive', 'trace.csv', '--test', '--scenario'], { cwd: folder.path });
    expect(both).toMatchObject({ exit: 2, stdout: '' });
    expect(both.stderr).toContain('--test prints the error of the profile; ask for it without --scenario');
    folder.write('short.csv', 'time_s,op,key,size\n0,PUT,a,1\n1000,GET,a,1\n');
    const short = await runCli(['derive', 'short.csv', '--test'], { cwd: folder.path });
    expect(short).toMatchObject({ exit: 1, stdout: '' });
    expect(short.stderr).toContain('the first 70% of the time cannot be fitted');
  });
});
