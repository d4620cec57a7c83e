/** Every chart of the Plan page: its figures as a table and a CSV, its picture as SVG and PNG, and marks that a keyboard reaches. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite } from './site.ts';
import type { Site } from './site.ts';

const PATIENCE = { timeout: 240_000 };

let site: Site;
let page: Page;
beforeAll(async () => {
  site = await openSite();
  page = await (await site.visitor()).newPage();
  await page.goto(site.url);
  await page.getByTestId('total').waitFor(PATIENCE);
}, 240_000);
afterAll(() => site.close());

async function taken(figure: Locator, fold: string, button: string): Promise<Buffer> {
  const choice = figure.getByRole('button', { name: button });
  if (!(await choice.isVisible())) await figure.locator('summary', { hasText: fold }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), choice.click()]);
  return readFileSync(await download.path());
}

/** What is wrong with a chart; empty: nothing. */
async function faults(figure: Locator): Promise<string[]> {
  const title = (await figure.locator('h3').textContent()) ?? '';
  const found: string[] = [];
  const csv = (await taken(figure, 'Data', 'Download CSV')).toString();
  const head = await figure.locator('thead th').allTextContents();
  const rows = await figure.locator('tbody tr').count();
  if (rows === 0) found.push('no rows');
  if (csv.split('\r\n').length !== rows + 2) found.push('the CSV has other rows than the table');
  if (!csv.startsWith(head[0] ?? 'none')) found.push('the CSV has another head than the table');
  const svg = (await taken(figure, 'Picture', 'Download SVG')).toString();
  if (!svg.startsWith('<svg') || /NaN|undefined/.test(svg)) found.push('the SVG is none');
  const png = await taken(figure, 'Picture', 'Download PNG');
  if (png.subarray(1, 4).toString() !== 'PNG' || png.length < 2000) found.push('the PNG is none');
  const reached = figure.locator('svg [tabindex="0"]');
  for (const mark of await reached.all())
    if (((await mark.getAttribute('aria-label')) ?? '') === '') found.push('a mark without a name');
  const [first] = await reached.all();
  if (first) {
    await first.focus();
    if (!(await first.evaluate((mark) => mark === document.activeElement))) found.push('focus does not stay');
  } else found.push('no mark that a keyboard reaches');
  return found.map((fault) => `${title}: ${fault}`);
}

async function walked(charts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of charts) {
    const figure = page.locator('main figure', { has: page.locator('h3', { hasText: new RegExp(name) }) });
    await figure.first().waitFor(PATIENCE);
    found.push(...(await faults(figure.first())));
  }
  return found;
}

test('of a split with ranges: strip, bill, latency, frontier, tornado, odds', PATIENCE, async () => {
  await page.locator('section[aria-labelledby=sureness] figure').nth(2).waitFor(PATIENCE);
  const figures = await page.locator('main figure').all();
  expect(figures.length).toBeGreaterThanOrEqual(7);
  const found: string[] = [];
  for (const figure of figures.slice(0, 7)) found.push(...(await faults(figure)));
  expect(found).toEqual([]);
});

test('of a move from a placement of today: months, and what it costs and brings back', PATIENCE, async () => {
  await page.locator('#example').selectOption({ label: 'A photo archive leaves S3' });
  await page.locator('h1', { hasText: 'photo archive' }).waitFor(PATIENCE);
  expect(await walked(['stays the cheapest|costs the least over', 'to move'])).toEqual([]);
  expect(site.misdeeds).toEqual([]);
});
