/** The cards of the Plan page: the first after single stores and pairs, the others with the certificate; and what a link says that it answered. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodePermalink } from '#permalink/permalink.ts';
import { axeFindings, eventually, openSite, overhang, PHONE } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';
import { sharedLink, sliderAt } from '#tests/helpers/web/question.ts';
import { smallExample } from '#tests/helpers/web/smallSite.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite('small');
});
afterAll(() => site.close());

const total = (page: Page) => page.getByTestId('total').textContent();
const labels = (page: Page) => page.locator('.card .label').allTextContents();

/** What the cards were called, each time that they changed. */
async function watched(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    new MutationObserver(() => {
      const said = [...document.querySelectorAll('.card .label')].map((one) => one.textContent).join(', ');
      if (said !== '' && seen.at(-1) !== said) seen.push(said);
    }).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { seenCards: seen });
  });
  return () => page.evaluate('seenCards');
}

test('the first card is there after single stores and pairs, and the others come with the certificate', async () => {
  const context = await site.visitor({ viewport: PHONE });
  const page = await context.newPage();
  const seen = await watched(page);
  await page.goto(site.url);
  await page.getByTestId('total').waitFor();
  await eventually(() => labels(page).then((all) => all[0])).toBe('Recommended');
  expect((await seen())[0]).toBe('Recommended so far');
  expect(new Set((await seen()).slice(1).map((one) => one.split(', ')[0]))).toEqual(new Set(['Recommended']));
  expect(
    (await labels(page)).slice(1).filter((one) => !/^(Cheaper, if confirmed|Surer|Faster)$/.test(one)),
  ).toEqual([]);
  expect(await overhang(page)).toBeLessThanOrEqual(0);
  expect(await axeFindings(page)).toEqual([]);
  await context.close();
});

test('a slider that moves paints the new first card, which is certified once the hand rests', async () => {
  const context = await site.visitor();
  const page = await context.newPage();
  await page.goto(site.url);
  await eventually(() => labels(page).then((all) => all[0])).toBe('Recommended');
  const before = await total(page);
  await sliderAt(page, 'New objects');
  for (let i = 0; i < 12; i += 1) await page.keyboard.press('ArrowRight');
  await eventually(() => total(page)).not.toBe(before);
  await eventually(() => labels(page).then((all) => all[0])).toBe('Recommended');
  await context.close();
});

test('another card is put on show by its button, by keyboard', async () => {
  const context = await site.visitor();
  const page = await context.newPage();
  const stores = ['aws/s3-standard@us-east-1', 'cloudflare/r2-standard@enam', 'tigris/standard@global'];
  await page.goto(`${site.url}#${encodePermalink({ ...smallExample('streamingco'), stores })}`);
  const show = page.getByRole('button', { name: /^Show it: / }).first();
  await show.focus();
  const name = (await show.getAttribute('aria-label'))?.replace('Show it: ', '');
  await page.keyboard.press('Enter');
  const shown = page.locator('tr.shown .name button');
  await eventually(() => shown.textContent().then((text) => text?.replaceAll('\u00a0', ' '))).toBe(
    name?.replaceAll('\u00a0', ' '),
  );
  await context.close();
});

test("a placement in several stores is drawn small in its card, and today's stands below the cards", async () => {
  const context = await site.visitor({ first: true });
  const page = await context.newPage();
  const stores = ['aws/s3-standard@us-east-1', 'aws/s3-glacier-instant-retrieval@us-east-1'];
  const { requirements: _, ...scenario } = smallExample('leave-s3');
  await page.goto(`${site.url}#${encodePermalink({ ...scenario, stores, effort: 'none' })}`);
  const strip = page.locator('.card .small-strip').first();
  await eventually(() => strip.locator('text').allTextContents()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^S3 Standard/)]),
  );
  await eventually(() => page.locator('.today').textContent()).toMatch(/^\s*Today: S3 Standard, \$/);
  expect(await axeFindings(page)).toEqual([]);
  await context.close();
});

test("what a link says that it answered stands beside today's answer, until the scenario is another", async () => {
  const scenario = smallExample('leave-s3');
  const answered = { id: 'single:aws/s3-standard@us-east-1', total: 11.11, sureness: 0.75, model: 2 };
  const context = await site.visitor();
  const page = await context.newPage();
  await page.goto(`${site.url}#${encodePermalink(scenario, answered)}`);
  const says = page.getByTestId('link-says');
  await says.waitFor();
  expect((await says.textContent())?.replaceAll('\u00a0', ' ')).toMatch(
    /^This link says the answer was S3 Standard at \$11\.11\/month, 75% sure\. Today's answer is .* since\.$/,
  );
  expect(await axeFindings(page)).toEqual([]);

  const link = await sharedLink(page);
  const other = await context.newPage();
  await other.goto(link);
  await eventually(() => other.getByTestId('link-says').textContent()).toContain(
    "Today's answer is the same.",
  );
  await other.getByLabel('Object size', { exact: true }).fill('5 MB');
  await eventually(() => other.getByTestId('link-says').count()).toBe(0);
  expect(site.misdeeds).toEqual([]);
  await context.close();
});
