import { isDeepStrictEqual } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { encodePermalink } from '#permalink/permalink.ts';
import { smallExample } from '#tests/helpers/web/smallSite.ts';
import {
  PHONE,
  atRest,
  axeFindings,
  eventually,
  openFolds,
  openSite,
  overhang,
} from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';
import { blank, openExample, sharedLink, showMore, sliderAt } from '#tests/helpers/web/question.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite('small');
});

afterAll(() => site.close());

const watched = (options?: Parameters<Site['visitor']>[0]) => site.visitor(options);

async function opened(context: BrowserContext, address = site.url): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.getByTestId('total').waitFor();
  return page;
}

/** The figures a visitor would compare. */
async function figures(page: Page) {
  await page.locator('.answer[aria-busy=false]').waitFor();
  return {
    total: await page.getByTestId('total').textContent(),
    p99: await page.getByTestId('p99').textContent(),
    placement: await page.locator('.card h2').first().textContent(),
    receipt: await page.locator('li.total .amount').textContent(),
    rows: await page.locator('table tbody tr .name').allTextContents(),
  };
}

/** One of them is sure, the other cheaper. */
const TWO = ['cloudflare/r2-standard@enam', 'tigris/standard@global'];
const linkTo = (scenario: ScenarioText) => `${site.url}#${encodePermalink(scenario)}`;
const total = (page: Page) => page.getByTestId('total').textContent();

describe('the built page, from a sub-path of a plain file server', () => {
  test('answers a change of size, and its link gives the same figures to someone else', async () => {
    const context = await watched();
    const page = await opened(context);
    const before = await total(page);
    await page.getByLabel('Object size', { exact: true }).fill('8 MB');
    await eventually(() => total(page)).not.toBe(before);
    const link = await sharedLink(page);
    expect(link).toContain(`${site.url}#s=1.`);
    await eventually(() => page.url()).toBe(link);

    const other = await watched();
    const elsewhere = await opened(other, link);
    await eventually(async () => isDeepStrictEqual(await figures(elsewhere), await figures(page))).toBe(true);
    await eventually(() => elsewhere.getByLabel('Object size', { exact: true }).inputValue()).toBe('8 MB');

    await page.getByLabel('Object size', { exact: true }).fill('4 MB');
    await eventually(() => total(page)).toBe(before);
    await context.close();
    await other.close();
  });

  test('examples answer', async () => {
    const context = await watched();
    const page = await opened(context);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const listed = page.locator('.open section').first().getByRole('button');
    await listed.first().waitFor();
    const names = await listed.allTextContents();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) {
      await openExample(page, name);
      await eventually(() => page.locator('.answer').getAttribute('aria-busy')).toBe('false');
      expect(await page.locator('.notice').allTextContents()).toEqual([]);
      expect(await total(page)).toMatch(/^\$[\d.]+[kM]?$/);
    }
    await context.close();
  });

  test('opens with the cards alone: each chapter says its figure, is made when it is opened, and stays open', async () => {
    const context = await watched({ first: true });
    const page = await opened(context);
    const chapter = page.locator('details#cost');
    const figure = await chapter.locator('.figure').textContent();
    expect(figure).toMatch(/^\S.* (is|are) \d+\s?%/);
    await eventually(() => page.locator('details#changes .figure').textContent()).toMatch(
      /^nearest: |^no other/,
    );
    expect(await page.locator('figure[data-chart]').count()).toBe(0);
    const words = (await page.locator('.answer').innerText()).split(/\s+/);
    expect(words.length).toBeLessThan(200);
    await chapter.locator('summary').first().click();
    await page.locator('figure[data-chart=cost-by-meter] svg').waitFor();
    await eventually(() => page.locator('figure[data-chart]').count()).toBe(1);
    await page.reload();
    await page.locator('figure[data-chart=cost-by-meter] svg').waitFor();
    await context.close();
  });

  test('a slider moves the answer while it moves', async () => {
    const context = await watched();
    const page = await opened(context);
    const before = await total(page);
    await sliderAt(page, 'New objects');
    for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
    await eventually(() => total(page)).not.toBe(before);
    await eventually(() => blank(page, 'New objects').inputValue()).not.toBe('12M a day');
    await context.close();
  });

  test('wrong input says so by the name of its field, and loses neither the input nor the last good answer', async () => {
    const context = await watched();
    const page = await opened(context);
    await atRest(page);
    const before = await figures(page);
    const size = page.getByLabel('Object size', { exact: true });
    await size.fill('4 parsecs');
    await eventually(() => page.locator('#to-fix li').allTextContents()).toEqual([
      expect.stringMatching(/^Object size: .*parsecs/),
    ]);
    await eventually(() => size.getAttribute('aria-invalid')).toBe('true');
    await eventually(() => size.inputValue()).toBe('4 parsecs');
    expect(await figures(page)).toEqual(before);
    await eventually(() => page.getByText('the last scenario that could be read').isVisible()).toBe(true);
    await size.fill('4 MB');
    await eventually(() => page.locator('.issues').count()).toBe(0);
    // Pairs of stores come with the certificate.
    await atRest(page);
    expect(await figures(page)).toEqual(before);
    await context.close();
  });

  test('a damaged link says so, shows no answer, and leads to an example or to figures of one’s own', async () => {
    const context = await watched();
    const page = await context.newPage();
    await page.goto(`${site.url}#s=1.AAAA`);
    await page.getByText('This link does not open.').waitFor();
    expect(await page.getByTestId('total').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Write your own figures' }).click();
    await page.getByTestId('total').waitFor();
    const size = page.getByLabel('Object size', { exact: true });
    await eventually(() => size.inputValue()).toBe('4 MB');
    expect(await blank(page, 'Stored').evaluate((one) => one === document.activeElement)).toBe(true);
    expect(new URL(page.url()).hash).toBe('');
    await context.close();
  });

  test('says so when the calculation cannot start', async () => {
    const context = await site.browser.newContext({ serviceWorkers: 'block' });
    await context.route('**/plan.worker-*.js', (route) => route.abort());
    const page = await context.newPage();
    await page.goto(site.url);
    await page.getByText('did not start it').waitFor();
    await eventually(() => page.getByLabel('Object size', { exact: true }).inputValue()).toBe('4 MB');
    await context.close();
  });

  test('one click takes a missing measurement as given, and the answer says that it is assumed', async () => {
    const context = await watched();
    const { workload, ...rest } = smallExample('streamingco');
    const smaller = { ...workload, objects: { ...workload.objects, size: '256 kB' } };
    const page = await opened(context, linkTo({ ...rest, workload: smaller, stores: TWO }));
    await page.locator('summary', { hasText: 'Measure or assume it' }).click();
    await page.getByRole('button', { name: 'Assume it' }).click();
    await showMore(page);
    await eventually(() => page.locator('.folds').textContent()).toContain('1 assumed');
    await eventually(() => page.locator('.card .grade').first().textContent()).toBe('assumed');
    await context.close();
  });

  test('the arrow keys move the threshold of a split, and cost and p99 with it', async () => {
    const context = await watched();
    const { workload, current: _, requirements: __, ...rest } = smallExample('leave-s3');
    const { standing: ___, ...objects } = workload.objects;
    const stores = ['aws/s3-standard@us-east-1', 'aws/s3-glacier-instant-retrieval@us-east-1'];
    const scenario = { ...rest, stores, workload: { ...workload, objects } } as ScenarioText;
    const page = await opened(context, linkTo(scenario));
    await page.locator('.name button', { hasText: '›' }).first().click();
    const handle = page.getByRole('slider', { name: 'Age at which the placement changes' }).first();
    await handle.focus();
    const [age, cost] = [await handle.getAttribute('aria-valuenow'), await total(page)];
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
    await eventually(() => handle.getAttribute('aria-valuenow')).not.toBe(age);
    await eventually(() => total(page)).not.toBe(cost);
    const moved = Number(await handle.getAttribute('aria-valuenow'));
    expect(moved).toBeGreaterThan(Number(age));
    await page.keyboard.press('Home');
    await eventually(() => handle.getAttribute('aria-valuenow')).toBe(
      await handle.getAttribute('aria-valuemin'),
    );
    await eventually(() => handle.getAttribute('aria-valuetext')).toMatch(/: .*\/month, p99 /);
    await context.close();
  });

  test('every dollar opens to a rate, its edition and a link to its source', async () => {
    const context = await watched();
    const page = await opened(context);
    const storage = page.locator('section[aria-labelledby="receipt"] details').first();
    await storage.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    const line = storage.locator('.tiers li', { hasNotText: 'free' }).first();
    await eventually(() => line.textContent()).toMatch(/month ×\s+\$/);
    await eventually(() => line.locator('a').last().getAttribute('href')).toMatch(/^https:\/\//);
    await eventually(() => line.textContent()).toMatch(/\/\d{4}-\d{2}-\d{2}/);
    await line.locator('a').first().click();
    await page.getByRole('heading', { name: 'Prices as printed' }).waitFor();
    await context.close();
  });

  test('figures and pictures can be taken away', async () => {
    const context = await watched();
    const page = await opened(context);
    const figure = page.locator('figure[data-chart=placement]').first();
    for (const [fold, button, ending] of [
      ['Data', 'Download CSV', '.csv'],
      ['Picture', 'Download SVG', '.svg'],
      ['Picture', 'Download PNG', '.png'],
    ] as const) {
      const choice = figure.getByRole('button', { name: button });
      if (!(await choice.isVisible())) await figure.locator('summary', { hasText: fold }).click();
      const [download] = await Promise.all([page.waitForEvent('download'), choice.click()]);
      expect(download.suggestedFilename()).toBe(`placement${ending}`);
    }
    await sharedLink(page);
    const [yaml] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download YAML' }).click(),
    ]);
    expect(yaml.suggestedFilename()).toMatch(/\.yaml$/);
    await context.close();
  });

  test('on a phone question and answer are on the first screen, nothing runs off the side, and axe finds nothing', async () => {
    const context = await watched({ viewport: PHONE });
    const page = await opened(context);
    const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? NaN;
    expect(await top('[data-testid=total]')).toBeLessThan(PHONE.height);
    expect(await top('#scenario')).toBeLessThan(await top('[data-testid=total]'));
    await showMore(page);
    await openFolds(page);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    await page.goto(`${site.url}method/`);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    await context.close();
  });

  test('in all this no page reached another origin, broke its policy or threw', () => {
    expect(site.misdeeds).toEqual([]);
  });
});
