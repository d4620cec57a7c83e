/** On the Plan page: which datasets an answer rests on, and the visitor's choice of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, eventually, openSite, overhang, PHONE } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite('small');
}, 180_000);

afterAll(() => site.close());

test('a dataset is left out, used again and used first, and the answer follows', async () => {
  const context = await site.visitor({ viewport: PHONE });
  const page = await context.newPage();
  await page.goto(site.url);
  const summary = page.locator('summary').filter({ hasText: /^\s*\d+\s+datasets?/ });
  await summary.scrollIntoViewIfNeeded({ timeout: 300_000 });
  await summary.click();
  const used = page.getByRole('list', { name: 'Datasets used' });
  const names = async () => (await used.locator('code').allTextContents()).sort();
  const before = await names();
  expect(before.length).toBeGreaterThan(0);
  const [gone = ''] = before;

  await used.getByRole('button', { name: `Leave out ${gone}` }).click();
  const out = page.getByRole('list', { name: 'Left out' });
  await out.locator('code', { hasText: gone }).waitFor();
  await eventually(names).not.toContain(gone);
  expect(await axeFindings(page)).toEqual([]);
  expect(await overhang(page)).toBeLessThanOrEqual(0);

  await out.getByRole('button', { name: `Use again ${gone}` }).click();
  await eventually(names).toEqual(before);
  await used.getByRole('button', { name: `Use first ${gone}` }).click();
  await used.getByText('used first').waitFor();
  await used.getByRole('button', { name: `As usual ${gone}` }).click();
  await eventually(() => used.getByText('used first').count()).toBe(0);
  await context.close();
  expect(site.misdeeds).toEqual([]);
}, 180_000);
