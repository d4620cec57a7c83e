import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadDataset } from '#catalog/load-datasets.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';
import { aPlanFile, lateBy } from '#tests/helpers/aProbe.ts';
import { BUCKET, KEY_ID, SECRET, littleS3 } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { yaml } from '#tests/helpers/cli/helpers.ts';

const KEYS = { AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: SECRET };
const STORE = 'aws/s3-standard@us-east-1';
/** Slower than the store is without this measurement. */
const SLOW_MS = 1500;

test('what a probe measured is planned with at once, and goes out and in again unchanged', async () => {
  await using s3 = await littleS3({ delayMs: ({ method }) => (method === 'GET' ? SLOW_MS : 0) });
  using folder = new Folder({
    'probe.yaml': yaml(
      aPlanFile([{ requests: 400, warmup: 0, concurrency: 100 }], {
        targets: [{ store: STORE, bucket: BUCKET, endpoint: s3.server.url }],
      }),
    ),
    'scenario.yaml': yaml(
      aScenario({
        workload: aWorkload({
          objects: { size: '10 KiB', arrivals: '1M/day', retention: '90 days' },
          reads: { rate: '1M/day' },
        }),
        requirements: { readP99: '10 s' },
        stores: [STORE],
      }),
    ),
  });
  const cwd = folder.path;
  const probed = await runCli(['probe', 'run', 'probe.yaml', '--out', 'near-2026', '--json'], {
    cwd,
    env: KEYS,
    watchEffort: lateBy(0),
  });
  expect(probed).toMatchObject({ exit: 0 });
  const made = loadDataset(path.join(cwd, 'near-2026'), 'near-2026');
  const measured = made.measurements.find((row) => row.metric === 'total' && row.statistic === 'p99');

  const planned = await runCli(['plan', 'scenario.yaml', '--dataset', 'near-2026', '--json'], { cwd });
  expect({ exit: planned.exit, stderr: planned.stderr }).toMatchObject({ exit: 0 });
  const { candidates, datasets } = JSON.parse(planned.stdout) as Plan;
  expect(datasets).toContainEqual({ id: made.id, hash: made.hash });
  const [best] = candidates;
  expect(best?.read.grade).toBe('measured');
  expect(best?.read.p99Ms).toBeGreaterThan(SLOW_MS);
  expect((best?.read.p99Ms ?? NaN) / (measured?.value ?? NaN)).toBeCloseTo(1, 1);
  // Without it, what is known of the store is another's.
  const before = await runCli(['plan', 'scenario.yaml', '--json'], { cwd });
  const [other] = (JSON.parse(before.stdout) as Plan).candidates;
  expect(other?.read.p99Ms).toBeLessThan(SLOW_MS);

  const packed = await runCli(['datasets', 'export', 'near-2026', '--out', 'near.dataset.json'], { cwd });
  expect(packed).toMatchObject({ exit: 0 });
  expect(await runCli(['import', 'near.dataset.json', '--out', 'again/near-2026'], { cwd })).toMatchObject({
    exit: 0,
  });
  expect(loadDataset(path.join(cwd, 'again/near-2026'), 'near-2026')).toEqual(made);
  for (const name of ['dataset.yaml', ...Object.keys(made.checksums)])
    expect(readFileSync(path.join(cwd, 'again/near-2026', name))).toEqual(
      readFileSync(path.join(cwd, 'near-2026', name)),
    );
});
