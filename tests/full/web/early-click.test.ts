/** A page that is still loading: a click on one of its buttons waits for the script, or is refused, and is never lost. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, openSite, PHONE, WIDE } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite('small');
});

afterAll(() => site.close());

test.each(['', 'breakeven/', 'prices/', 'datasets/endive-cas-2025/'])(
  'without its script the page "%s" has no control that looks as if it worked',
  async (address) => {
    const visitor = await site.visitor({ javaScriptEnabled: false });
    const page = await visitor.newPage();
    await page.goto(site.url + address);
    expect(await page.locator('button:disabled').count()).toBeGreaterThan(0);
    for (const control of ['button', 'input', 'select', 'textarea'])
      expect(await page.locator(`${control}:enabled`).count()).toBe(0);
    await visitor.close();
  },
);

/** A page whose scripts come once `loaded` is resolved. */
async function beforeItsScript(address: string, viewport: typeof WIDE = WIDE) {
  const visitor = await site.visitor({ viewport });
  const page = await visitor.newPage();
  const loaded = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.goto(site.url + address, { waitUntil: 'commit' });
  return { visitor, page, loaded };
}

test.each([
  ['', 'Object size', '5 MB'],
  ['breakeven/', 'Half of the re-reads come within', '2 days'],
  ['prices/', 'Find', 'aws'],
])('on "%s" what is written into "%s" before the script runs stays', async (address, label, text) => {
  const { visitor, page, loaded } = await beforeItsScript(address);
  const field = page.getByLabel(label, { exact: true });
  await field.waitFor();
  expect(await field.isDisabled()).toBe(true);
  await Promise.all([field.fill(text), loaded.resolve()]);
  await page.waitForLoadState('networkidle');
  expect(await field.inputValue()).toBe(text);
  await visitor.close();
});

test('what is opened before the script runs stays open', async () => {
  const visitor = await site.visitor();
  const page = await visitor.newPage();
  const loaded = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.goto(`${site.url}breakeven/`, { waitUntil: 'commit' });
  await page.getByText('Expert', { exact: true }).click();
  loaded.resolve();
  const shape = page.getByLabel('Shape', { exact: true });
  await eventually(() => shape.isEnabled()).toBe(true);
  expect(await shape.isVisible()).toBe(true);
  await visitor.close();
});

const saves = async (page: Page) => (await page.waitForEvent('download')).suggestedFilename();
const sorts = async (page: Page) => {
  await page.locator('th[aria-sort=ascending]', { hasText: 'Store' }).waitFor();
  return 'sorted';
};

const opens = async (page: Page) => {
  await page.locator('.folds').waitFor();
  return 'opened';
};

test.each([
  ['', 'More', opens, /^opened$/, PHONE],
  ['breakeven/', 'Download CSV', saves, /^break-even\.csv$/, WIDE],
  ['prices/', 'Store', sorts, /^sorted$/, WIDE],
] as const)(
  'on "%s" a click on "%s" before the script runs does its work',
  async (address, name, ends, end, viewport) => {
    const { visitor, page, loaded } = await beforeItsScript(address, viewport);
    const button = page.getByRole('button', { name, exact: true }).last();
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    const [said] = await Promise.all([ends(page), button.click(), loaded.resolve()]);
    expect(said).toMatch(end);
    expect(site.misdeeds).toEqual([]);
    await visitor.close();
  },
);
