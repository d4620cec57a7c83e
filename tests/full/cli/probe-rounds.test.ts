import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadDataset } from '#catalog/load-datasets.ts';
import { aPlanFile } from '#tests/helpers/aProbe.ts';
import { BUCKET, KEY_ID, SECRET, littleS3 } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { yaml } from '#tests/helpers/cli/helpers.ts';

const env = { AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: SECRET };
const planOn = (endpoint: string) =>
  yaml(
    aPlanFile([{ op: ['GET', 'PUT'], requests: 20 }], {
      targets: [{ store: 'aws/s3-standard@us-east-1', bucket: BUCKET, endpoint }],
    }),
  );

describe('stowage probe run --every --for', () => {
  test('is one dataset of rounds with their times, told as events', async () => {
    await using s3 = await littleS3();
    using folder = new Folder({ 'plan.yaml': planOn(s3.server.url) });
    const cwd = folder.path;
    const args = ['probe', 'run', 'plan.yaml', '--out', 'datasets/over-2026', '--every', '2s', '--for', '4s'];
    const { exit, stdout, stderr } = await runCli([...args, '--events'], { cwd, env });
    expect({ exit, stderr }).toMatchObject({ exit: 0 });
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; at: string; kind?: string; done?: number });
    expect(events[0]).toMatchObject({ event: 'estimate', rounds: 2 });
    expect(events.filter(({ event, kind }) => event === 'round' && kind === 'begins')).toHaveLength(2);
    const progress = events.filter(({ event }) => event === 'progress');
    expect(progress.length).toBeGreaterThan(3);
    expect(progress.at(-1)).toMatchObject({ done: 44, of: 44, errors: 0, spent: expect.any(Number) });
    expect(events.at(-1)).toMatchObject({ event: 'done', id: 'over-2026', spent: expect.any(Number) });
    const { measurements, caveats } = loadDataset(path.join(cwd, 'datasets/over-2026'), 'over-2026');
    expect(new Set(measurements.map((row) => row.measured_at)).size).toBe(2);
    expect(caveats.join('\n')).toMatch(/2 of 2 rounds are whole; one was to begin every 2 s/);
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
    const checked = await runCli(['datasets', 'check', '--root', cwd]);
    expect(checked).toMatchObject({ exit: 0 });
  });

  test('costs so many times as much', async () => {
    using folder = new Folder({ 'plan.yaml': planOn('http://127.0.0.1:1') });
    const cost = async (...more: string[]) => {
      const args = ['probe', 'estimate', 'plan.yaml', '--as-of', '2026-11-20', '--json', ...more];
      return (JSON.parse((await runCli(args, { cwd: folder.path })).stdout) as { total: number }).total;
    };
    expect(await cost('--every', '1h', '--for', '24h')).toBeCloseTo(24 * (await cost()), 10);
  });

  test.each([
    [['--every', '1h'], /say both how often and how long/],
    [['--every', '1h', '--for', '1 min'], /repeat\.for.*is shorter than one round/],
    [['--every', '1h', '--for', '2h', '--shard', '1/2'], /--shard is of one run/],
  ])('with %j is not understood', async (more, message) => {
    using folder = new Folder({ 'plan.yaml': planOn('http://127.0.0.1:1') });
    const { exit, stderr } = await runCli(['probe', 'run', 'plan.yaml', ...more], { cwd: folder.path, env });
    expect(exit).toBe(2);
    expect(stderr).toMatch(message);
  });
});
