/** On a phone, far from the headline: cost, p99 and verdict stay in sight, and cover nothing the keyboard reaches. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atRest, eventually, openSite, PHONE } from '#tests/helpers/web/site.ts';
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
  // What comes above a stop that has the focus would push it down again.
  await atRest(page);
  const total = await page.getByTestId('total').textContent();
  const line = page.getByTestId('standing');
  const far = page.locator('details#rests summary').first();
  await far.focus();
  await line.waitFor();
  await eventually(() => line.textContent()).toContain(total);
  await eventually(() => line.textContent()).toMatch(
    /p99 .+ · (meets|likely meets \d+%|likely misses|no data)/,
  );

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

  await far.focus();
  await line.getByRole('button', { name: 'To the answer' }).click();
  await line.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  expect(site.misdeeds).toEqual([]);
  await visitor.close();
}, 300_000);

test('a headline that comes into sight and leaves again before the page hears of it leaves the line in place', async () => {
  const visitor = await site.visitor({ viewport: PHONE });
  const page = await visitor.newPage();
  await page.addInitScript(() => {
    const held: IntersectionObserverEntry[] = [];
    let isHeld = false;
    let tell: () => void = () => undefined;
    globalThis.IntersectionObserver = class extends IntersectionObserver {
      constructor(heard: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((entries, observer) => {
          if (!isHeld) return heard(entries, observer);
          held.push(...entries);
          tell = () => heard(held, observer);
        }, options);
      }
    };
    Object.assign(globalThis, {
      holdEntries: () => (isHeld = true),
      heldEntries: () => held.map(({ isIntersecting }) => isIntersecting),
      tellEntries: () => tell(),
    });
  });
  await page.goto(site.url);
  const far = page.locator('details#rests summary').first();
  await far.focus();
  const line = page.getByTestId('standing');
  await line.waitFor();

  await page.evaluate('holdEntries()');
  const held = () => page.evaluate('heldEntries()');
  await page.locator('.answer .figures').first().scrollIntoViewIfNeeded();
  await eventually(held).toEqual([true]);
  await far.blur();
  await far.focus();
  await eventually(held).toEqual([true, false]);
  await page.evaluate('tellEntries()');
  await eventually(() => line.isVisible()).toBe(true);
  expect(site.misdeeds).toEqual([]);
  await visitor.close();
});
