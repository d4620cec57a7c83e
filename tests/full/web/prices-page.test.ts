import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rateWords } from '#web/prices/price-words.ts';
import { PHONE, axeFindings, eventually, openSite, overhang } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite('whole');
});

afterAll(() => site.close());

/** The store of each row as it stands, and its figures. */
const rows = (page: Page) =>
  page.locator('tbody tr').evaluateAll((all) =>
    all.map((row) => ({
      store: row.querySelector('a')?.getAttribute('href') ?? '',
      storage: Number(row.querySelector('td')?.textContent?.replace(/[^\d.].*$|^\s*\$/g, '')),
      text: row.textContent,
    })),
  );
const storeOf = async (page: Page, store: string) =>
  (await rows(page)).find((row) => row.store === `${store}/`)?.text ?? '';

describe('the Prices page', () => {
  test('stands without its script', async () => {
    const context = await site.visitor({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.url}prices/`);
    expect((await rows(page)).length).toBeGreaterThan(10);
    expect(await storeOf(page, 'cloudflare/r2-standard')).toContain('$15');
    await context.close();
  });

  test('another place, day and provider change what is shown, and the address gives it to someone else', async () => {
    const context = await site.visitor();
    const page = await context.newPage();
    await page.goto(`${site.url}prices/`);
    await eventually(() => storeOf(page, 'backblaze/b2')).toContain('$6.95');
    await page.getByLabel('Nearest to').selectOption('aws/eu-west-1');
    await eventually(() => storeOf(page, 'aws/s3-standard')).toContain('eu-west-1');
    await page.getByLabel('On', { exact: true }).fill('2025-06-01');
    await eventually(() => storeOf(page, 'backblaze/b2')).toContain('2025-01-16');
    expect(await page.getByText('Without a price on that day').textContent()).toContain('first known');
    await page.getByRole('button', { name: 'To the internet' }).click();
    const shown = await rows(page);

    const other = await site.visitor();
    const elsewhere = await other.newPage();
    await elsewhere.goto(page.url());
    await eventually(() => rows(elsewhere)).toEqual(shown);
    await elsewhere.getByLabel('Provider').selectOption('aws');
    await eventually(async () => (await rows(elsewhere)).every(({ store }) => store.startsWith('aws/'))).toBe(
      true,
    );
    await context.close();
    await other.close();
  });

  test('a column sorts both ways', async () => {
    const context = await site.visitor();
    const page = await context.newPage();
    await page.goto(`${site.url}prices/`);
    const button = page.getByRole('button', { name: 'Storage' });
    await button.focus();
    await page.keyboard.press('Enter');
    await eventually(() => page.locator('th[aria-sort=descending]').count()).toBe(1);
    const falling = (await rows(page)).map(({ storage }) => storage);
    expect(falling).toEqual(falling.toSorted((a, b) => b - a));
    await context.close();
  });

  test('a store has its history, its rules in words, its prices as printed and where they were read', async () => {
    const context = await site.visitor();
    const page = await context.newPage();
    await page.goto(`${site.url}prices/`);
    await page.getByRole('link', { name: 'S3 Express One Zone', exact: true }).click();
    await page.getByRole('heading', { name: 'How its prices moved' }).waitFor();
    const chart = page.getByRole('figure', { name: /^Storage per TB-month/ });
    expect(await chart.locator('figcaption p').textContent()).toMatch(
      /2023-11-28: USD per TB-month 149, .*2025-04-10: USD per TB-month 102\.4, /,
    );
    const printed = page.getByRole('region', { name: 'Prices as printed' });
    expect(await printed.getByText('0.11 per GB-month').first().isVisible()).toBe(true);
    expect(await page.locator('.sources a').first().getAttribute('href')).toMatch(/^https:/);
    await page.getByRole('link', { name: 'aws/s3-express-one-zone/2023-11-28' }).click();
    await printed.getByText('0.16 per GB-month').first().waitFor();
    expect(await page.getByText('above 512 KiB of each request').count()).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'after: 2025-04-10' }).click();
    await printed.getByText('0.11 per GB-month').first().waitFor();
    await page.getByRole('link', { name: "the provider's transfer table" }).click();
    await page.getByRole('heading', { name: 'AWS data transfer' }).waitFor();
    await context.close();
  });

  test('on a phone each store is a line with the price it is sorted by, or all its prices, without a script too', async () => {
    for (const javaScriptEnabled of [false, true]) {
      const context = await site.visitor({ viewport: PHONE, javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(`${site.url}prices/`);
      const first = page.locator('tbody tr').first();
      expect(await first.locator('td:visible').count()).toBe(1);
      const long = () => page.evaluate(() => document.body.scrollHeight);
      const folded = await long();
      expect(folded).toBeLessThan(5500);
      await page.getByLabel('All prices of each store').check();
      expect(await first.locator('td:visible').count()).toBe(6);
      expect(await long()).toBeGreaterThan(folded);
      if (javaScriptEnabled) {
        await page.getByLabel('All prices of each store').uncheck();
        await page.getByLabel('Sorted by').selectOption('egress');
        await eventually(() => first.locator('td:visible').getAttribute('data-label')).toBe(
          'To the internet per TB',
        );
      }
      await context.close();
    }
  });

  test.each([
    'prices/',
    'prices/tigris/standard/',
    'prices/aws/transfer/',
    'prices/tigris/standard/2026-03-24/',
  ])('axe finds nothing on %s, and nothing runs off the side of a phone', async (address) => {
    const context = await site.visitor({ viewport: PHONE });
    const page = await context.newPage();
    await page.goto(`${site.url}${address}`);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    await context.close();
  });

  test('in all this no page reached another origin, broke its policy or threw', () => {
    expect(site.misdeeds).toEqual([]);
  });
});

describe('on a phone', () => {
  test('every price of every region of a store is in sight', async () => {
    const context = await site.visitor({ viewport: PHONE });
    const page = await context.newPage();
    for (const store of ['tigris/standard', 'aws/s3-standard', 'cloudflare/r2-standard']) {
      await page.goto(`${site.url}prices/${store}/`);
      const table = page.getByRole('region', { name: 'Prices as printed' });
      await table.waitFor();
      expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
      expect(await table.locator('td[data-meter="Source"]').first().isVisible()).toBe(true);
    }
    await context.close();
  });
});

describe('titles of prices over time', () => {
  test.each([
    [0.4, '$0.40'],
    [5, '$5'],
    [83.82, '$83.82'],
    [102.4, '$102.40'],
    [0.0036, '$0.0036'],
  ])('write %d as %s', (amount, words) => {
    expect(rateWords({ amount }, 'USD')).toBe(words);
  });
});
