/** The quick answer, and the exact one that takes its place: what a visitor sees, and what a newer question drops. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXACT } from '#web/words/candidates.ts';
import {
  axeFindings,
  eventually,
  openSite,
  overhang,
  PHONE,
  WIDE,
  type Site,
} from '#tests/helpers/web/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite('small');
});
afterAll(() => site.close());

const DELIVERIES = 'StreamingCo, 12 million segments a day are delivered';
const total = (page: Page) => page.getByTestId('total').textContent();
const label = (page: Page) => page.locator('.main > .label').textContent();
const amount = (text = '') => Number(/\$([\d.]+)k/.exec(text)?.[1]);

interface Seen {
  label: string;
  total: string;
}

/** The page at the exact answer of the deliveries; `seen` gives all that its headline said since `look`. */
async function opened(viewport = WIDE) {
  const context = await site.visitor({ viewport });
  const page = await context.newPage();
  await page.goto(site.url);
  await page.getByTestId('total').waitFor();
  const first = await total(page);
  await page.locator('#example').selectOption({ label: DELIVERIES });
  await eventually(() => total(page)).not.toBe(first);
  await eventually(() => label(page)).toContain(EXACT);
  const look = () =>
    page.evaluate(() => {
      const seen: Seen[] = [];
      const look = () => {
        const text = (selector: string) => document.querySelector(selector)?.textContent ?? '';
        const now = { label: text('.main > .label'), total: text('[data-testid=total]') };
        const last = seen.at(-1);
        if (last?.label !== now.label || last.total !== now.total) seen.push(now);
      };
      look();
      const everything = { subtree: true, childList: true, characterData: true };
      new MutationObserver(look).observe(document.body, everything);
      Object.assign(globalThis, { seen });
    });
  const seen = () => page.evaluate(() => (globalThis as unknown as { seen: Seen[] }).seen);
  return { page, context, look, seen };
}

test('an answer is there at once, and the cheaper chain of three when it is found', async () => {
  const { page, context, look, seen } = await opened(PHONE);
  await look();
  await page.getByLabel('Read p99, at most', { exact: true }).fill('600 ms');
  const said = async () => (await seen()).map((one) => one.label.includes(EXACT));
  await eventually(async () => (await said()).slice(-2)).toEqual([false, true]);
  const [quick, exact] = (await seen()).slice(-2);
  expect(amount(exact?.total)).toBeLessThan(amount(quick?.total));
  const placement = (await page.locator('.headline h2').textContent())?.replaceAll(/\s+/gu, ' ');
  expect(placement).toMatch(
    /S3 Standard and Tigris .* to S3 Express One Zone after 22 h and dropped there after 7 days/u,
  );
  // Tigris twice: it serves Europe from the start, and everyone from the second day.
  expect(await page.locator('figure').first().locator('.band').count()).toBe(4);
  expect(await overhang(page)).toBeLessThanOrEqual(0);
  expect(await axeFindings(page)).toEqual([]);
  await context.close();
});

test('a field moved meanwhile drops the older exact answer', async () => {
  const { page, context, look, seen } = await opened();
  const size = page.getByLabel('Object size', { exact: true });
  const older = await total(page);
  await size.fill('30 MB');
  await eventually(() => total(page)).not.toBe(older);
  const quick = await total(page);
  await size.fill('40 MB');
  await eventually(() => total(page)).not.toBe(quick);
  await look();
  await eventually(() => label(page)).toContain(EXACT);
  const totals = new Set((await seen()).map((one) => amount(one.total)));
  // Of 40 MB alone: the answers of 30 MB cost less.
  expect(totals.size).toBeLessThanOrEqual(2);
  expect(Math.min(...totals)).toBeGreaterThan(amount(quick ?? ''));
  expect(site.misdeeds).toEqual([]);
  await context.close();
});
