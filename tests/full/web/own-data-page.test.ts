/** The visitor's own measurements: dropped on the Evidence page, and switched on for the plan. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measurementsCsv } from '#formats/benchmarks/stowage-csv.ts';
import { aDataset } from '#tests/helpers/datasets.ts';
import { WIDE, axeFindings, eventually, openSite } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite('small');
});
afterAll(async () => {
  expect(site.misdeeds).toEqual([]);
  await site.close();
});

test('a kept dataset takes part in the plan by a switch, and the page says what it changes', async () => {
  const measured = aDataset('own', [
    { statistic: 'p50', value: 300, size_bytes: 4e6, samples: 9000 },
    { statistic: 'p99', value: 2000, size_bytes: 4e6, samples: 9000 },
  ]);
  const page = await (await site.visitor({ viewport: WIDE })).newPage();
  await page.goto(`${site.url}datasets/`);
  const input = page.getByLabel('Drop a benchmark');
  await input.waitFor();
  await input.setInputFiles({
    name: 'our run.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(measurementsCsv(measured.measurements)),
  });
  await page.getByText('2 figures read from our run.csv (stowage-csv). Kept in this browser').waitFor();
  await page.goto(site.url);
  const own = page.getByRole('region', { name: 'Your own data' });
  await own.waitFor();
  expect(await own.getByRole('status').textContent()).toBe('');
  await own.getByRole('switch', { name: 'our run.csv' }).check();
  await eventually(() => own.getByRole('status').textContent()).toMatch(
    /^With your data \(our-run\): S3 Standard p99 .* instead of .*The recommended placement is the same/,
  );
  expect(await axeFindings(page)).toEqual([]);
  await own.getByRole('switch', { name: 'our run.csv' }).uncheck();
  await eventually(() => own.getByRole('status').textContent()).toBe('');
});
