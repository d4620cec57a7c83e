/** What a visitor has set in the system: forced colours and less motion. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, openSite, type Site } from '#tests/helpers/web/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite('small');
});
afterAll(() => site.close());

test('with forced colours and reduced motion every page is accessible, and nothing moves', async () => {
  const context = await site.visitor({ forcedColors: 'active', reducedMotion: 'reduce' });
  const page = await context.newPage();
  for (const address of ['', 'prices/', 'datasets/', 'method/']) {
    await page.goto(`${site.url}${address}`);
    if (address === '') await page.locator('.answer > .chapters').waitFor();
    expect(await axeFindings(page), address).toEqual([]);
    expect(await page.evaluate(() => document.getAnimations().length), address).toBe(0);
  }
  await context.close();
});
