import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PHONE, axeFindings, openSite, overhang } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite('whole');
});

afterAll(() => site.close());

describe('the page on measuring', () => {
  test('says without a script what a probe would cost on each store, and is led to from the datasets', async () => {
    const context = await site.visitor({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.url}datasets/`);
    await page.getByRole('link', { name: 'Measure a store yourself', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Measure it yourself' }).waitFor();
    // Its long tables are closed.
    expect(await page.locator('tbody tr:visible').count()).toBe(0);
    await page.getByText(/^From anywhere, over the internet: \d+ stores$/).click();
    const everywhere = page.getByRole('region', { name: 'From anywhere, over the internet' });
    expect(await everywhere.locator('tbody tr').count()).toBeGreaterThan(40);
    const [express] = await everywhere
      .locator('tbody tr', { has: page.getByRole('link', { name: 'S3 Express One Zone', exact: true }) })
      .allTextContents();
    expect(express?.match(/\$\d/g)).toHaveLength(7);
    await everywhere.getByRole('link', { name: 'S3 Express One Zone', exact: true }).click();
    expect(await page.locator('h1').textContent()).toContain('Express One Zone');
    await context.close();
  });

  test('on a phone nothing sticks out, and axe finds nothing', async () => {
    const context = await site.visitor({ viewport: PHONE });
    const page = await context.newPage();
    await page.goto(`${site.url}probe/`);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    await context.close();
  });

  test('on a phone each store is followed by what each method costs, without a script', async () => {
    const context = await site.visitor({ viewport: PHONE, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.url}probe/`);
    for (const summary of await page.locator('main summary').all()) await summary.click();
    const costs = page.locator('tbody tr').first().locator('td:visible');
    const methods = await costs.evaluateAll((all) => all.map((one) => one.getAttribute('data-of')));
    expect(methods).toHaveLength(7);
    expect(methods).toContain('latency');
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    await context.close();
  });

  test('no page did what it may not', () => expect(site.misdeeds).toEqual([]));
});
