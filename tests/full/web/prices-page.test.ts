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
  page.locator('tbody tr[data-store]').evaluateAll((all) =>
    all.map((row) => ({
      store: row.getAttribute('data-store') ?? '',
      currency: row.querySelector('td')?.textContent?.trim()[0],
      storage: Number(row.querySelector('td')?.textContent?.replace(/^\s*\D|[^\d.][^]*$/g, '')),
      text: row.textContent,
    })),
  );
const storeOf = async (page: Page, store: string) =>
  (await rows(page)).find((row) => row.store === store)?.text ?? '';

describe('the Prices page', () => {
  test('stands without its script', async () => {
    const context = await site.visitor({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.url}prices/`);
    expect((await rows(page)).length).toBeGreaterThan(10);
    expect(await storeOf(page, 'cloudflare/r2-standard')).toContain('$0.015');
    await context.close();
  });

  test('another place, day and words change what is shown, and the address gives it to someone else', async () => {
    const context = await site.visitor();
    const page = await context.newPage();
    await page.goto(`${site.url}prices/`);
    await eventually(() => storeOf(page, 'backblaze/b2')).toContain('$0.00695');
    await page.getByLabel('Nearest to').selectOption('aws/eu-west-1');
    await eventually(() => storeOf(page, 'aws/s3-standard')).toContain('eu-west-1');
    await page.getByLabel('On', { exact: true }).fill('2025-06-01');
    await eventually(() => storeOf(page, 'backblaze/b2')).toContain('2025-01-16');
    await eventually(() => page.getByText('Without a price on that day').textContent()).toContain(
      'first known',
    );
    await page.getByRole('button', { name: 'Egress' }).click();
    const shown = await rows(page);

    const other = await site.visitor();
    const elsewhere = await other.newPage();
    await elsewhere.goto(page.url());
    await eventually(() => rows(elsewhere)).toEqual(shown);
    await elsewhere.getByLabel('Find').fill('aws');
    await eventually(async () => (await rows(elsewhere)).every(({ store }) => store.startsWith('aws/'))).toBe(
      true,
    );
    // The region nearest to the place chosen comes first on the page of a store.
    await elsewhere.getByRole('link', { name: 'S3 Standard', exact: true }).click();
    await elsewhere.getByText('In eu-west-1.').waitFor();
    const printed = elsewhere.getByRole('region', { name: 'Prices as printed' });
    await eventually(() => printed.locator('tbody th').first().textContent()).toContain('eu-west-1');
    await context.close();
    await other.close();
  });

  test('is asked by need: hot at first, archive apart, without egress, in the EU', async () => {
    const context = await site.visitor();
    const page = await context.newPage();
    await page.goto(`${site.url}prices/`);
    const stores = async () => (await rows(page)).map(({ store }) => store);
    expect(await stores()).not.toContain('azure/blob-archive');
    await page.getByLabel('without an egress charge').check();
    await eventually(stores).not.toContain('aws/s3-standard');
    expect(await stores()).toContain('cloudflare/r2-standard');
    await page.getByLabel('without an egress charge').uncheck();
    await page.getByLabel('in the EU').check();
    await eventually(() => storeOf(page, 'aws/s3-standard')).toContain('eu-west-1');
    expect(await stores()).not.toContain('storj/standard');
    await page.getByRole('radio', { name: 'Archive' }).check();
    await eventually(stores).toContain('scaleway/glacier');
    expect(await stores()).not.toContain('aws/s3-standard');
    await context.close();
  });

  test('stands two to five stores side by side, and the address opens them again', async () => {
    const context = await site.visitor();
    const page = await context.newPage();
    await page.goto(`${site.url}prices/`);
    await page.getByLabel('Compare S3 Standard', { exact: true }).check();
    await page.getByText('choose another to compare').waitFor();
    await page.getByLabel('Compare R2 Standard', { exact: true }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Compare 2' }).click();
    const other = await context.newPage();
    await other.goto(page.url());
    for (const one of [page, other]) {
      const table = one.getByRole('region', { name: 'Side by side' });
      await table.getByText('A GB is').first().waitFor();
      await eventually(() => table.locator('thead th a').allTextContents()).toEqual([
        'S3 Standard',
        'R2 Standard',
      ]);
      const storage = table.locator('tbody tr').first();
      await eventually(() => storage.locator('td').allTextContents()).toEqual([
        expect.stringContaining('$0.023'),
        expect.stringMatching(/\$0\.015\s*lowest/),
      ]);
      expect(await axeFindings(one)).toEqual([]);
    }
    await other.setViewportSize(PHONE);
    expect(await overhang(other)).toBeLessThanOrEqual(0);
    await other.getByRole('button', { name: 'Remove S3 Standard' }).click();
    await other.getByLabel('Nearest to').waitFor();
    await context.close();
  });

  test('a column sorts both ways', async () => {
    const context = await site.visitor();
    const page = await context.newPage();
    await page.goto(`${site.url}prices/`);
    const button = page.getByRole('button', { name: 'Storage' });
    await button.focus();
    await page.keyboard.press('Enter');
    await eventually(() => page.locator('th[aria-sort=descending]').count()).toBe(1);
    // A currency after the other. What is printed is of each provider's own GB: up to 7.4 % apart.
    const all = await rows(page);
    expect(all.map(({ currency }) => currency).join('')).toMatch(/^\$+€+$/);
    for (const [, own] of Map.groupBy(all, ({ currency }) => currency))
      own.forEach(({ storage }, i) =>
        expect(storage).toBeLessThan((own[i - 1]?.storage ?? Infinity) * 1.075),
      );
    await context.close();
  });

  test('a store has its history, its rules in words, its prices as printed and where they were read', async () => {
    const context = await site.visitor();
    const page = await context.newPage();
    await page.goto(`${site.url}prices/`);
    await page.getByRole('link', { name: 'S3 Express One Zone', exact: true }).click();
    await page.getByRole('heading', { name: 'Its prices' }).waitFor();
    const chart = page.getByRole('figure', { name: /^GET\sfell\sby\s85%/ });
    await eventually(() => chart.locator('figcaption p').textContent()).toMatch(
      /2023-11-28: Storage per GB-month \$0\.16, .*2025-04-10: Storage per GB-month \$0\.11, /,
    );
    const storage = page.locator('#history tbody tr').first();
    await eventually(() => storage.textContent()).toMatch(/Storage.*\$0\.11.*\$0\.16.*2025-04-10/);
    const printed = page.getByRole('region', { name: 'Prices as printed' });
    await eventually(() => printed.getByText('0.11 per GB-month').first().isVisible()).toBe(true);
    await eventually(() => page.locator('.sources a').first().getAttribute('href')).toMatch(/^https:/);
    await page.getByRole('link', { name: '2023-11-28', exact: true }).click();
    await printed.getByText('0.16 per GB-month').first().waitFor();
    await eventually(() => page.getByText('above 512 KiB of each request').count()).toBeGreaterThan(0);
    await page.getByRole('link', { name: '2025-04-10', exact: true }).click();
    await printed.getByText('0.11 per GB-month').first().waitFor();
    await page.getByRole('link', { name: "the provider's transfer table" }).click();
    await page.getByRole('heading', { name: 'AWS data transfer' }).waitFor();
    await context.close();
  });

  test('on a phone each store is a card with five named prices, without a script too', async () => {
    for (const javaScriptEnabled of [false, true]) {
      const context = await site.visitor({ viewport: PHONE, javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(`${site.url}prices/`);
      const first = page.locator('tbody tr[data-store]').first();
      await eventually(() => first.locator('td:visible').count()).toBe(5);
      const box = await first.boundingBox();
      expect(box?.height).toBeLessThan(130);
      if (javaScriptEnabled) {
        const before = await first.textContent();
        await page.getByLabel('Sorted by').selectOption('egress');
        await eventually(() => first.textContent()).not.toBe(before);
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
      await eventually(() => table.locator('td[data-of="Source"]').first().isVisible()).toBe(true);
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
    expect(rateWords({ listed: amount }, 'USD')).toBe(words);
  });
});
