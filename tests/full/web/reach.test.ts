/** Links to a part of their own page go there and keep the fragment, which is the scenario. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, openSite } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite('small');
});

afterAll(() => site.close());

describe('on the Plan page', () => {
  test('"Skip to the content" moves the focus and leaves the permalink', async () => {
    const context = await site.visitor();
    const page = await context.newPage();
    await page.goto(site.url);
    const share = page.getByRole('button', { name: 'Share' });
    await eventually(() => share.isEnabled()).toBe(true);
    const hash = () => page.evaluate(() => location.hash);
    await page.evaluate(() => history.replaceState(history.state, '', '#s=1.kept'));
    const link = page.getByRole('link', { name: 'Skip to the content' });
    const target = await link.getAttribute('href');
    await link.focus();
    await page.keyboard.press('Enter');
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe(target?.slice(1));
    expect(await hash()).toBe('#s=1.kept');
    await context.close();
  }, 180_000);

  test('a chart says what it shows once: with its drawing', async () => {
    const context = await site.visitor();
    const page = await context.newPage();
    await page.goto(site.url);
    const figure = page.locator('figure[data-chart]').first();
    await figure.locator('svg').first().waitFor({ timeout: 120_000 });
    const said = (await figure.locator('p[id$="-description"]').textContent()) ?? '';
    expect(said).not.toBe('');
    expect(await figure.ariaSnapshot()).not.toContain(said.slice(0, 40));
    await eventually(() => figure.locator('svg').first().getAttribute('aria-describedby')).toMatch(
      /-description$/,
    );
    await context.close();
  }, 180_000);
});
