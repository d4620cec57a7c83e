import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PHONE, axeFindings, eventually, openSite, overhang } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite('whole');
});

afterAll(() => site.close());

describe('the Break-even page', () => {
  test('its tables stand without a script', async () => {
    const context = await site.visitor({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.url}breakeven/`);
    await eventually(() => page.locator('#break-even > details tbody tr').count()).toBe(36);
    await eventually(() => page.locator('#break-even > details[open] tbody tr').count()).toBe(9);
    await eventually(() => page.locator('nav a[aria-current=page]').textContent()).toContain('Prices');
    await context.close();
  });

  test('the curve follows the fields and the slider, the address opens it again, and it says what it cannot read', async () => {
    const context = await site.visitor();
    const page = await context.newPage();
    await page.goto(`${site.url}prices/`);
    await page.getByRole('link', { name: /^keep an object in the fast store/ }).click();
    const title = page.locator('figure h3');
    await eventually(() => title.textContent()).toMatch(/^Keep copies of objects of 64\sKiB/);
    await page.getByRole('combobox', { name: /^Objects of/ }).selectOption({ label: '1 MiB' });
    await eventually(() => title.textContent()).toMatch(/^Fetch objects of 1\sMiB again/);
    await page
      .getByRole('combobox', { name: /^stored in/ })
      .selectOption({ label: 'S3 Standard, us-west-2' });
    await eventually(() => title.textContent()).toMatch(/^Keep copies/);
    const marked = page.locator('tr.marked');
    await eventually(() => marked.textContent()).toMatch(/1\sMiB, asked/);
    const words = await title.textContent();
    const other = await context.newPage();
    await other.goto(page.url());
    await eventually(() => other.locator('figure h3').textContent()).toBe(words);
    const slider = page.getByRole('slider');
    const before = await slider.getAttribute('aria-valuetext');
    // The curve rests at the time that the title names.
    const [, kept = 'no time'] = /for (\S+)\sdays? after/.exec(words ?? '') ?? [];
    expect(before).toContain(`Kept ${kept} days:`);
    await slider.focus();
    await page.keyboard.press('Home');
    await eventually(() => slider.getAttribute('aria-valuetext')).not.toBe(before);
    const half = page.getByLabel('Half of the re-reads come within');
    await half.fill('soon');
    await eventually(() => page.getByRole('alert').textContent()).toContain('soon');
    await half.fill('2 days');
    await page.getByText('Data', { exact: true }).click();
    await eventually(() => page.locator('figure tbody tr').count()).toBe(161);
    // The law of re-reads is for who knows it.
    expect(await page.getByLabel('Shape').isVisible()).toBe(false);
    await page.getByText('Expert', { exact: true }).click();
    await page.getByLabel('Time between reads').selectOption('exponential');
    await eventually(() => title.textContent()).not.toBe(words);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).last().click();
    expect((await saved).suggestedFilename()).toBe('break-even.csv');
    await context.close();
  });

  test('on a phone nothing sticks out, and axe finds nothing', async () => {
    const context = await site.visitor({ viewport: PHONE });
    const page = await context.newPage();
    await page.goto(`${site.url}breakeven/`);
    await page.locator('figure svg').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    for (const table of await page.locator('main details[open] table').all())
      expect(await table.evaluate((one) => one.getBoundingClientRect().right)).toBeLessThanOrEqual(
        PHONE.width,
      );
    await context.close();
  });

  test('no page asked for anything elsewhere or complained', () => {
    expect(site.misdeeds).toEqual([]);
  });
});
