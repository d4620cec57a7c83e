import AxeBuilder from '@axe-core/playwright';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { serveFolder, type Served } from '../helpers/serveFolder.ts';

const built = fileURLToPath(new URL('../../dist/web', import.meta.url));
const WIDE = { width: 1440, height: 1000 };
const PHONE = { width: 360, height: 740 };

let browser: Browser;
let site: Served;
/** What no page may ever do, over the whole file: reach another origin, break its policy, or throw. */
const misdeeds: string[] = [];

beforeAll(async () => {
  if (!existsSync(`${built}/index.html`))
    throw new Error('dist/web is not built; npm test and npm run build do it');
  browser = await launchBrowser();
  site = await serveFolder(built, '/some/where/deep/');
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

async function watched(options: BrowserContextOptions = { viewport: WIDE }): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !request.url().startsWith('blob:'))
      misdeeds.push(`asked for ${request.url()}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      misdeeds.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => misdeeds.push(`thrown: ${error.error().message}`));
  return context;
}

async function opened(context: BrowserContext, address = site.url): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.getByTestId('total').waitFor();
  return page;
}

/** The figures a visitor would compare. */
async function figures(page: Page) {
  return {
    total: await page.getByTestId('total').textContent(),
    p99: await page.getByTestId('p99').textContent(),
    placement: await page.locator('.headline h2').textContent(),
    receipt: await page.locator('li.total .amount').textContent(),
    rows: await page.locator('table tbody tr td.name').allTextContents(),
  };
}

/** Another machine may be slow; nothing here is about time. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 });
const total = (page: Page) => page.getByTestId('total').textContent();

describe('the built page, from a sub-path of a plain file server', () => {
  test('answers a change of size, and its link gives the same figures to someone else', async () => {
    const context = await watched();
    const page = await opened(context);
    const before = await figures(page);
    await page.getByLabel('Object size', { exact: true }).fill('8 MB');
    await eventually(() => total(page)).not.toBe(before.total);
    const changed = await figures(page);

    await page.getByRole('button', { name: 'Share' }).click();
    const link = await page.locator('#link').inputValue();
    expect(link).toContain(`${site.url}#s=1.`);
    await eventually(() => page.url()).toBe(link);

    const other = await watched();
    const elsewhere = await opened(other, link);
    await eventually(() => figures(elsewhere)).toEqual(changed);
    expect(await elsewhere.getByLabel('Object size', { exact: true }).inputValue()).toBe('8 MB');

    await page.getByLabel('Object size', { exact: true }).fill('4 MB');
    await eventually(() => figures(page)).toEqual(before);
    await context.close();
    await other.close();
  });

  test('every example answers', async () => {
    const context = await watched();
    const page = await opened(context);
    const examples = page.locator('#example');
    const values = await examples
      .locator('option:not([disabled])')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    expect(values.length).toBeGreaterThan(8);
    for (const value of values) {
      await examples.selectOption(value);
      const name = await examples.locator('option[disabled]').textContent();
      await eventually(() => page.locator('h1').textContent()).toBe(name);
      await eventually(() => page.locator('.answer').getAttribute('aria-busy')).toBe('false');
      expect(await page.locator('.notice').allTextContents()).toEqual([]);
      expect(await page.getByTestId('total').textContent()).toMatch(/^\$[\d.]+[kM]?$/);
    }
    await context.close();
  });

  test('a slider moves the answer while it moves', async () => {
    const context = await watched();
    const page = await opened(context);
    const before = await total(page);
    const slider = page.getByLabel('New objects, slider');
    await slider.focus();
    for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
    await eventually(() => total(page)).not.toBe(before);
    await eventually(() => page.getByLabel('New objects', { exact: true }).inputValue()).not.toBe('12M/day');
    await context.close();
  });

  test('wrong input says so beside the field, and loses neither the input nor the last good answer', async () => {
    const context = await watched();
    const page = await opened(context);
    const before = await figures(page);
    const size = page.getByLabel('Object size', { exact: true });
    await size.fill('4 parsecs');
    await page.locator('.field', { has: size }).locator('.issues').waitFor();
    expect(await page.locator('.field', { has: size }).locator('.issues').textContent()).toContain('parsecs');
    expect(await size.getAttribute('aria-invalid')).toBe('true');
    expect(await size.inputValue()).toBe('4 parsecs');
    expect(await figures(page)).toEqual(before);
    expect(await page.getByText('the last scenario that could be read').isVisible()).toBe(true);
    await size.fill('4 MB');
    await eventually(() => page.locator('.issues').count()).toBe(0);
    expect(await figures(page)).toEqual(before);
    await context.close();
  });

  test('a damaged link says so and leaves the form alone', async () => {
    const context = await watched();
    const page = await opened(context, `${site.url}#s=1.AAAA`);
    expect(await page.getByText('This link does not open.').isVisible()).toBe(true);
    expect(await page.getByLabel('Object size', { exact: true }).inputValue()).toBe('4 MB');
    await context.close();
  });

  test('says so when the calculation cannot start', async () => {
    const context = await browser.newContext({ viewport: WIDE, serviceWorkers: 'block' });
    await context.route('**/plan.worker-*.js', (route) => route.abort());
    const page = await context.newPage();
    await page.goto(site.url);
    await page.getByText('did not start it').waitFor();
    expect(await page.getByLabel('Object size', { exact: true }).inputValue()).toBe('4 MB');
    await context.close();
  });

  test('one click takes a missing measurement as given, and the answer says that it is assumed', async () => {
    const context = await watched();
    const page = await opened(context);
    await page.getByRole('button', { name: /^Assume / }).click();
    await eventually(() => page.locator('.folds').textContent()).toContain('1 assumed');
    await eventually(() => page.locator('.headline .grade').first().textContent()).toBe('assumed');
    await context.close();
  });

  test('the arrow keys move the threshold of a split, and cost and p99 with it', async () => {
    const context = await watched();
    const page = await opened(context);
    await page.locator('td.name button', { hasText: '→' }).first().click();
    const handle = page.getByRole('slider', { name: 'Age at which the placement changes' });
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
    expect(await handle.getAttribute('aria-valuetext')).toMatch(/: .*a month, p99 /);
    await context.close();
  });

  test('every dollar opens to a rate, its edition and a link to its source', async () => {
    const context = await watched();
    const page = await opened(context);
    const storage = page.locator('section[aria-labelledby="receipt"] details').first();
    await storage.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    const line = storage.locator('.tiers li', { hasNotText: 'free' }).first();
    expect(await line.textContent()).toMatch(/month ×\s+\$/);
    expect(await line.locator('a').getAttribute('href')).toMatch(/^https:\/\//);
    expect(await line.textContent()).toMatch(/\/\d{4}-\d{2}-\d{2}/);
    await context.close();
  });

  test('figures and pictures can be taken away', async () => {
    const context = await watched();
    const page = await opened(context);
    for (const [fold, button, ending] of [
      ['Data', 'Download CSV', '.csv'],
      ['Picture', 'Download SVG', '.svg'],
      ['Picture', 'Download PNG', '.png'],
    ] as const) {
      const figure = page.locator('figure').first();
      const choice = figure.getByRole('button', { name: button });
      if (!(await choice.isVisible())) await figure.locator('summary', { hasText: fold }).click();
      const [download] = await Promise.all([page.waitForEvent('download'), choice.click()]);
      expect(download.suggestedFilename()).toBe(`placement${ending}`);
    }
    const [yaml] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download YAML' }).click(),
    ]);
    expect(yaml.suggestedFilename()).toMatch(/\.yaml$/);
    await context.close();
  });

  test('opens and computes without a network after the first visit', async () => {
    const context = await watched();
    const page = await opened(context);
    const before = await figures(page);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await context.setOffline(true);
    await page.reload();
    await page.getByTestId('total').waitFor();
    expect(await figures(page)).toEqual(before);
    await page.getByRole('link', { name: 'Method' }).click();
    await page.getByRole('heading', { name: 'Method' }).waitFor();
    await context.close();
  });

  test.each([
    ['light', 'wide', WIDE],
    ['dark', 'wide', WIDE],
    ['light', '360 px', PHONE],
    ['dark', '360 px', PHONE],
  ] as const)(
    'axe finds nothing in %s, %s, and nothing runs off the side',
    async (colorScheme, _, viewport) => {
      const context = await watched({ viewport, colorScheme, reducedMotion: 'reduce' });
      const page = await opened(context);
      for (const summary of await page.locator('.folds summary, .tools summary, section summary').all())
        await summary.click();
      const check = async () =>
        (await new AxeBuilder({ page }).analyze()).violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`,
        );
      expect(await check()).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      await page.goto(`${site.url}method/`);
      expect(await check()).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      await context.close();
    },
  );

  test('on a phone the answer stands above the scenario', async () => {
    const context = await watched({ viewport: PHONE });
    const page = await opened(context);
    const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? NaN;
    expect(await top('[data-testid=total]')).toBeLessThan(PHONE.height);
    expect(await top('#scenario')).toBeGreaterThan(await top('[data-testid=total]'));
    await context.close();
  });

  test('in all this no page reached another origin, broke its policy or threw', () => {
    expect(misdeeds).toEqual([]);
  });
});
