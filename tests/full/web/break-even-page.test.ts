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
    expect(await page.locator('section tbody tr').count()).toBe(18);
    expect(await page.locator('nav a[aria-current=page]').textContent()).toContain('Break-even');
    await context.close();
  });

  test('the curve follows the fields and the slider, and says what it cannot read', async () => {
    const context = await site.visitor();
    const page = await context.newPage();
    await page.goto(`${site.url}breakeven/`);
    const title = page.locator('figure h3');
    await eventually(() => title.textContent()).toMatch(/^Keep copies of objects of 64\sKiB/);
    await page.getByRole('combobox', { name: /^Object size/ }).selectOption({ label: '1 MiB' });
    await eventually(() => title.textContent()).toMatch(/^Never copy objects of 1\sMiB/);
    await page
      .getByRole('combobox', { name: /^Cold store/ })
      .selectOption({ label: 'S3 Standard, us-west-2' });
    await eventually(() => title.textContent()).toMatch(/^Keep copies/);
    const slider = page.getByRole('slider');
    const before = await slider.getAttribute('aria-valuetext');
    await slider.focus();
    await page.keyboard.press('Home');
    await eventually(() => slider.getAttribute('aria-valuetext')).not.toBe(before);
    await page.getByLabel('Scale').fill('soon');
    await eventually(() => page.getByRole('alert').textContent()).toContain('soon');
    await page.getByLabel('Scale').fill('2 days');
    await page.getByText('Data', { exact: true }).click();
    expect(await page.locator('figure tbody tr').count()).toBe(161);
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
    await context.close();
  });

  test('no page asked for anything elsewhere or complained', () => {
    expect(site.misdeeds).toEqual([]);
  });
});
