/** On a phone, far from the headline: cost, p99 and verdict stay in sight, and cover nothing the keyboard reaches. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, openSite, PHONE } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite('small');
});

afterAll(() => site.close());

test('a line at the foot says the answer while its headline is out of sight, and leads back to it', async () => {
  const visitor = await site.visitor({ viewport: PHONE });
  const page = await visitor.newPage();
  await page.goto(site.url);
  const total = await page.getByTestId('total').textContent();
  const line = page.getByTestId('standing');
  const rate = page.getByLabel('Reads', { exact: true }).first();
  await rate.focus();
  await line.waitFor();
  expect(await line.textContent()).toContain(total);
  expect(await line.textContent()).toMatch(/p99 .+ · (proven|unproven|fails)/);

  for (let i = 0; i < 20; i++) {
    await page.keyboard.press('Tab');
    const overlap = () =>
      page.evaluate(() => {
        const foot = document.querySelector('.standing');
        const focused = document.activeElement;
        // Past the last stop the page itself has the focus.
        if (!foot || !focused || focused === document.body || foot.contains(focused)) return 0;
        return Math.min(0, foot.getBoundingClientRect().top - focused.getBoundingClientRect().bottom);
      });
    await eventually(overlap).toBe(0);
  }

  await rate.focus();
  await line.getByRole('button', { name: 'To the answer' }).click();
  await line.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  expect(site.misdeeds).toEqual([]);
  await visitor.close();
}, 300_000);
