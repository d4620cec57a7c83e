/** Re-reads in a scenario, from the command line: table, JSON, link, and what is not understood. */
import { expect, test } from 'vitest';
import type { Plan } from '#core/report/plan-types.ts';
import { runCli } from '#tests/helpers/runCli.ts';

const scenario = (rereads: string) => `
stowage: 1
name: Archive
asOf: 2026-11-20
workload:
  objects: { size: 2 MB, standing: 1 PB }
  reads: { rate: 3M/day, rereads: ${rereads} }
  readers: [{ at: aws/us-east-1, share: 1 }]
  writer: aws/us-east-1
horizon: 1 month
stores: [aws/s3-standard@us-east-1, aws/s3-glacier-instant-retrieval@us-east-1]
`;
const BEST = 'cache:aws/s3-standard@us-east-1>aws/s3-glacier-instant-retrieval@us-east-1@3d';
const points = scenario('{ gaps: { 6 hours: 0.5, 3 days: 0.9 } }');

test('a copy by re-read is recommended in words', async () => {
  const { exit, stdout } = await runCli(['plan', '-'], { stdin: points });
  expect(exit).toBe(0);
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'Recommended: S3 Glacier Instant Retrieval with copies in S3 Standard for 3 days after each read.',
  );
});

test('JSON has its figures, and its lines make its total', async () => {
  const { stdout } = await runCli(['plan', '-', '--json'], { stdin: points });
  const { candidates, recommendation } = JSON.parse(stdout) as Plan;
  const best = candidates.find(({ id }) => id === recommendation?.id);
  expect(best).toMatchObject({ id: BEST, kind: 'cache', cache: { ttlHours: 72, writes: 'around' } });
  const sum = best?.monthly.lines.reduce((all, { amount }) => all + (amount ?? 0), 0);
  expect(sum).toBeCloseTo(best?.monthly.total ?? NaN, 6);
});

test('a link carries the re-reads, and answers the same', async () => {
  const { stdout: link } = await runCli(['link', '-'], { stdin: points });
  const { stdout: opened } = await runCli(['plan', link.trim(), '--json']);
  const { recommendation } = JSON.parse(opened) as Plan;
  expect(recommendation?.id).toBe(BEST);
});

test('a law that is misspelt is exit 2, and says what may be written', async () => {
  const { exit, stderr } = await runCli(['plan', '-'], { stdin: scenario('"lomx:1.5:2h"') });
  expect(exit).toBe(2);
  expect(stderr).toMatch(/workload\.reads\.rereads/);
  expect(stderr).toMatch(/lomax:1\.5:2h/);
});
