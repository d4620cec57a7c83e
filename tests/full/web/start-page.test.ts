/** From what people have, on the page: an invoice, an access log and a month's totals become the scenario of the sentence. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Page } from 'playwright-core';
import { parse } from 'yaml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodePermalink } from '#permalink/permalink.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { blank } from '#tests/helpers/web/question.ts';
import { WIDE, axeFindings, eventually, openSite } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';
import { ROOT } from '#tests/sources.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite('small');
});
afterAll(async () => {
  expect(site.misdeeds).toEqual([]);
  await site.close();
});

async function started(): Promise<Page> {
  const page = await (await site.visitor({ first: true, viewport: WIDE })).newPage();
  await page.goto(site.url);
  await page.getByRole('button', { name: 'Share', exact: true, disabled: false }).waitFor();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('heading', { name: 'Start from what you have' }).waitFor();
  return page;
}

const input = (name: string) => path.join(ROOT, 'examples/inputs', name);

test('an invoice says what its store holds, asks for the size and the readers, and is the scenario', async () => {
  const page = await started();
  const file = page.getByLabel(/^A bill/);
  await file.setInputFiles(input('cur.csv'));
  await page.getByText(/S3 Standard \(us-east-1\) holds 56\.8 TB, with 50M reads/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page
    .locator('.start')
    .getByLabel(/^Object size \(/)
    .fill('2 MB');
  await page
    .locator('.start')
    .getByLabel(/^Readers \(/)
    .fill('internet/europe');
  await page.getByRole('button', { name: 'Use this file' }).click();
  await eventually(() => blank(page, 'Object size').inputValue()).toBe('2 MB');
  await eventually(() => blank(page, 'Today’s store').inputValue()).toContain('S3 Standard');
});

test('an access log is read in the browser, and only its readers are asked for', async () => {
  const page = await started();
  await page.getByLabel(/^A bill/).setInputFiles(input('access-log.txt'));
  const words = page.getByText('A log (s3-access-log) of 120 requests over 1.26 days.');
  await words.waitFor();
  expect(await words.textContent()).toMatch(/The first 70% of its log predicts the rest: requests [+−]/);
  await page
    .locator('.start')
    .getByLabel(/^Readers \(/)
    .fill('internet/europe');
  await page.getByRole('button', { name: 'Use this file' }).click();
  await eventually(() => page.locator('h1').textContent()).toContain('access-log.txt');
});

test('an inventory that is dropped beside a log says what is stored', async () => {
  const page = await started();
  const files = (folder: string) =>
    readdirSync(path.join(ROOT, 'examples/bucket', folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(ROOT, 'examples/bucket', folder, name))
      .filter((name) => statSync(name).isFile());
  await page.getByLabel(/^A bill/).setInputFiles(files('logs'));
  await page.getByText(/A log \(s3-access-log\) of 387 requests over 6\.963 days\./).waitFor();
  await page.getByLabel(/^An inventory of the same bucket/).setInputFiles(files('inventory'));
  await page.getByText(/with an inventory of 442 objects, 516 GB/).waitFor();
  await page
    .locator('.start')
    .getByLabel(/^Readers \(/)
    .fill('internet/europe');
  await page.getByRole('button', { name: 'Use this file' }).click();
  await eventually(() => blank(page, 'Stored').inputValue()).toBe('515.568 GB');
  await page.getByText(/82% of the objects \(422 GB\) were not read within the log/).waitFor();
  // DuckDB in the browser counts what the one of the command line counts, to the last digit.
  const sources = ['logs', 'inventory'].map((folder) => `examples/bucket/${folder}`);
  const native = await runCli(['init', ...sources, '--from', 'internet/europe'], { cwd: ROOT });
  const { workload } = parse(native.stdout) as { workload: object };
  await eventually(() => Promise.resolve(decodePermalink(new URL(page.url()).hash).text)).toMatchObject({
    workload,
  });
});

test('an inventory alone asks what is read', async () => {
  const page = await started();
  const folder = path.join(ROOT, 'examples/bucket/inventory/example-bucket/all');
  const data = readdirSync(path.join(folder, 'data')).map((name) => path.join(folder, 'data', name));
  await page
    .getByLabel(/^A bill/)
    .setInputFiles([path.join(folder, '2026-11-08T01-00Z/manifest.json'), ...data]);
  await page.getByText('An inventory (s3-inventory) of 2026-11-08: 442 objects, 516 GB.').waitFor();
  const start = page.locator('.start');
  await start.getByLabel(/^Reads \(/).fill('10k/month');
  await start.getByLabel(/^Readers \(/).fill('internet/europe');
  await page.getByRole('button', { name: 'Use this file' }).click();
  await eventually(() => blank(page, 'Stored').inputValue()).toBe('515.568 GB');
});

test('an inventory of Parquet is read as that of CSV', async () => {
  const page = await started();
  const csv = path.join(ROOT, 'examples/bucket/inventory/example-bucket/all');
  const manifest = JSON.parse(readFileSync(path.join(csv, '2026-11-08T01-00Z/manifest.json'), 'utf8')) as {
    fileSchema: string;
  };
  using folder = new Folder({
    'manifest.json': JSON.stringify({
      ...manifest,
      fileFormat: 'Parquet',
      files: [{ key: 'data/a.parquet' }],
    }),
  });
  const names = manifest.fileSchema
    .split(', ')
    .map((name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase());
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(
    `COPY (SELECT * REPLACE (size::BIGINT AS size, last_modified_date::TIMESTAMP AS last_modified_date)
      FROM read_csv('${path.join(csv, 'data/*.gz')}', header = false, all_varchar = true, names = [${names.map((name) => `'${name}'`).join(', ')}]))
      TO '${path.join(folder.path, 'a.parquet')}' (FORMAT parquet)`,
  );
  connection.closeSync();
  await page
    .getByLabel(/^A bill/)
    .setInputFiles(['manifest.json', 'a.parquet'].map((name) => path.join(folder.path, name)));
  await page.getByText('An inventory (s3-inventory) of 2026-11-08: 442 objects, 516 GB.').waitFor();
  folder.write('a.parquet', 'PAR1 and no more');
  await page.getByLabel(/^A bill/).setInputFiles(path.join(folder.path, 'a.parquet'));
  await page.getByText(/a\.parquet: begins like Parquet, and cannot be read as such/).waitFor();
});

test("a month's totals are enough, and what is wrong in them is said", async () => {
  const page = await started();
  await page.getByText("Or a month's totals from any invoice").click();
  const of = (label: string) => page.locator('.start').getByLabel(label, { exact: true });
  await of('Stored').fill('300 TB');
  await of('Reads').fill('10M');
  await of('Sent out in a month').fill('20');
  await of('Readers').fill('internet/europe');
  const use = page.getByRole('button', { name: 'Use these totals' });
  await use.click();
  await page.locator('.start [role=alert]', { hasText: '"20" has no unit' }).waitFor();
  await of('Sent out in a month').fill('20 TB');
  await use.click();
  await eventually(() => blank(page, 'Object size').inputValue()).toBe('2 MB');
  await eventually(() => blank(page, 'Stored').inputValue()).toBe('300 TB');
});

test('a file that is neither says what was looked for', async () => {
  const page = await started();
  await page.getByLabel(/^A bill/).setInputFiles(input('probe.yaml'));
  await page.locator('.start [role=alert]', { hasText: 'is of no known format' }).waitFor();
});
