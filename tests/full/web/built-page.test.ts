/** What the Plan page says before its scripts have answered. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, type Site } from '#tests/helpers/web/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite('whole');
});
afterAll(() => site.close());

test('without scripts it has the card of its example, and the planner answers the same', async () => {
  const card = async (javaScriptEnabled: boolean) => {
    const page = await (await site.visitor({ javaScriptEnabled })).newPage();
    await page.goto(site.url);
    if (javaScriptEnabled) await page.locator('.answer > .chapters').waitFor();
    return page.locator('.card.on .figures').innerText();
  };
  const still = await card(false);
  expect(still).toMatch(/^\$\d/);
  expect(await card(true)).toBe(still);
});

test('a link to another scenario never shows the card of the example', async () => {
  const page = await (await site.visitor()).newPage();
  await page.route('**/main-*.js', (route) => route.abort());
  await page.goto(`${site.url}#s=1.garbage`);
  await page.getByText('I store').waitFor();
  expect(await page.locator('.card').count()).toBe(0);
});
