/** Every page beside the Plan page, at four widths and in both looks: nothing runs off, axe finds nothing, and each leads to the others. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFindings, openSite, overhang } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite('whole');
});

afterAll(() => site.close());

const PAGES = [
  ['prices/', 'Prices'],
  ['prices/aws/s3-express-one-zone/', 'Prices'],
  ['prices/backblaze/b2/2025-01-16/', 'Prices'],
  ['prices/#compare=aws/s3-standard,cloudflare/r2-standard,tigris/standard', 'Prices'],
  ['breakeven/', 'Prices'],
  ['datasets/', 'Evidence'],
  ['datasets/prisma-2026/', 'Evidence'],
  ['probe/', 'Evidence'],
  ['method/', 'Method'],
  ['404.html', null],
] as const;
const WIDTHS = [360, 768, 1440, 1920];

describe.each(PAGES)('%s', (address, under) => {
  test.each(['light', 'dark'] as const)('fits every screen, %s', async (colorScheme) => {
    const context = await site.visitor({ colorScheme });
    const page = await context.newPage();
    await page.goto(site.url + address);
    expect(await page.locator('nav[aria-label=Pages] a').allTextContents()).toEqual([
      'Plan',
      'Prices',
      'Evidence',
      'Method',
    ]);
    const current = page.locator('nav[aria-label=Pages] a[aria-current=page]');
    expect(await current.allTextContents()).toEqual(under === null ? [] : [under]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overhang(page), `${width}`).toBeLessThanOrEqual(0);
    }
    expect(await axeFindings(page)).toEqual([]);
    await context.close();
  });
});

test('a wrong path has the ways on', async () => {
  const context = await site.visitor({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}404.html`);
  await page.locator('main').getByRole('link', { name: 'Evidence' }).click();
  await page.getByRole('heading', { level: 1, name: 'Evidence' }).waitFor();
  await context.close();
});

test('the contents of the Method page lead to its sections', async () => {
  const context = await site.visitor({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}method/`);
  const targets = await page
    .getByRole('navigation', { name: 'On this page' })
    .locator('a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const sections = await page.locator('main h2').evaluateAll((all) => all.map((heading) => `#${heading.id}`));
  expect(sections).toEqual(targets);
  await context.close();
});

test('in all this no page reached another origin, broke its policy or threw', () => {
  expect(site.misdeeds).toEqual([]);
});
