/** Under each chart stand its source and a link: whoever opens that comes to the chapter of the chart, with the same question. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram } from '#tests/helpers/runProgram.ts';
import { eventually, openSite } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';

const SCENARIO = `stowage: 1
name: One store
asOf: 2026-11-20
workload:
  objects: { size: 2 MB, standing: 1 TB }
  reads: { rate: 3M/day }
  readers: [{ at: aws/us-east-1, share: 1 }]
horizon: 1 month
stores: [aws/s3-standard@us-east-1]
`;

let site: Site;
beforeAll(async () => {
  site = await openSite('small');
});
afterAll(() => site.close());

test('of a plan: a chapter that was never opened stands open, and its figures say where they are from', async () => {
  const link = (await runProgram(['link', '-'], { stdin: SCENARIO })).stdout.trim();
  const page = await (await site.visitor()).newPage();
  await page.goto(site.url + link);
  const tools = page.locator('figure[data-chart=read-latency] .tools');
  await eventually(() => tools.textContent()).toMatch(
    /Source: list prices of 2026-11-20, no tax; latency from /,
  );
  await tools.getByRole('link', { name: 'Link' }).hover();
  const address = await tools.getByRole('link', { name: 'Link' }).getAttribute('href');
  expect(address).toMatch(/^\?latency#s=/);

  const other = await (await site.visitor({ first: true })).newPage();
  await other.goto(site.url + address);
  await other.locator('figure[data-chart=read-latency] svg').waitFor();
  expect(await other.locator('details#cost').getAttribute('open')).toBeNull();
  await eventually(() => other.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await other.locator('h1').textContent()).toContain('One store');
  expect(site.misdeeds).toEqual([]);
});

test('of a dataset: its author, its date and the place of its charts on the page', async () => {
  const page = await (await site.visitor()).newPage();
  await page.goto(`${site.url}datasets/prisma-2026/`);
  const tools = page.locator('figure[data-chart=prisma-2026-latency] .tools');
  await eventually(() => tools.textContent()).toMatch(/Source: .+, 2026-06.* \(prisma-2026\)/);
  await eventually(() => tools.getByRole('link', { name: 'Link' }).getAttribute('href')).toBe('#charts');
});
