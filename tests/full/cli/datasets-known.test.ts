import { expect, test } from 'vitest';
import { parseCsv } from '#core/csv.ts';
import type { KnownRow } from '#core/answer/figures/known.ts';
import { KNOWN_COLUMNS, isUnmeasured } from '#core/answer/figures/known.ts';
import { runCli } from '#tests/helpers/runCli.ts';

const known = (...args: string[]) => runCli(['datasets', 'known', ...args], { columns: 100 });

test('says in every form the same of each store', async () => {
  const [table, md, csv, json] = await Promise.all([
    known(),
    known('--format', 'md'),
    known('--format', 'csv'),
    known('--json'),
  ]);
  for (const { exit, stderr } of [table, md, csv, json])
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  const { rows } = JSON.parse(json.stdout) as { rows: KnownRow[] };
  expect(parseCsv(csv.stdout)).toEqual(
    rows.map((row) => Object.fromEntries(KNOWN_COLUMNS.map(({ title, of }) => [title, of(row)]))),
  );
  for (const { stdout } of [table, md]) {
    const places = rows.map(({ store }) => stdout.search(new RegExp(`^\\|? ?${store} `, 'm')));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  }
  const lines = table.stdout.split('\n').filter((line) => !line.includes('stowage probe'));
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(rows.findIndex((row) => !isUnmeasured(row))).toBe(rows.filter(isUnmeasured).length);
});

test('of a store that is named, gives the command on a line of its own', async () => {
  const { exit, stdout } = await known('cloudflare/r2-standard', 'aws/s3-standard');
  expect(exit).toBe(0);
  for (const command of [
    'stowage probe run --store cloudflare/r2-standard@enam --preset latency --from aws/us-east-1 --endpoint https://YOUR-ENDPOINT',
    'stowage probe run --store aws/s3-standard@us-east-1 --preset latency --from aws/us-east-1',
  ])
    expect(stdout.split('\n').map((line) => line.trim())).toContain(command);
  expect(stdout).not.toContain('backblaze');
});

test('the command that it gives is understood, and costs what it says', async () => {
  const { stdout } = await known('aws/s3-standard', '--json');
  const { rows, asOf } = JSON.parse(stdout) as { rows: KnownRow[]; asOf: string };
  const [, ...command] = rows[0]?.command.split(' ') ?? [];
  const { exit, stdout: told } = await runCli([...command, '--dry-run', '--json', '--as-of', asOf]);
  expect(exit).toBe(0);
  expect((JSON.parse(told) as { total: number }).total).toBe(rows[0]?.cost);
});

test('a store that is not there is misunderstood', async () => {
  const { exit, stderr } = await known('acme/store');
  expect(exit).toBe(2);
  expect(stderr).toContain('"stowage datasets known" lists them');
});
