/** A visitor of the built site, in the one Chromium of the run: what no page may ever do is noted. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Axe from 'axe-core';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, Download, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import type { Sites } from '#tests/site.ts';

export const WIDE = { width: 1440, height: 1000 };
export const PHONE = { width: 360, height: 740 };
export const LOOKS = [
  ['light', 'wide', WIDE],
  ['dark', 'wide', WIDE],
  ['light', '360 px', PHONE],
  ['dark', '360 px', PHONE],
] as const;

export interface Site {
  url: string;
  browser: Browser;
  /** Reached another origin, broke the policy of the page, or threw. */
  misdeeds: string[];
  /**
   * Without a service worker, which would fetch the whole site for each visitor, unless asked for; with all chapters of an answer open,
   * unless it comes for the `first` time.
   */
  visitor(options?: BrowserContextOptions & { first?: boolean }): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** `whole`: as it was built; `small`: with few stores and datasets. */
export async function openSite(archive: 'whole' | 'small', sites = inject('sites')): Promise<Site> {
  const url = sites[archive];
  const answer = await fetch(url);
  const page = await answer.text();
  if (answer.status === 404) throw new Error('dist/web is not built; npm test and npm run build do it');
  if (!answer.ok) throw new Error(page);
  const browser = await connectToBrowser(sites);
  const misdeeds: string[] = [];
  return {
    url,
    browser,
    misdeeds,
    async visitor({ first = false, ...options } = {}) {
      const context = await browser.newContext({ viewport: WIDE, serviceWorkers: 'block', ...options });
      context.setDefaultTimeout(PATIENCE_MS);
      if (!first) await leaveChaptersOpen(context);
      context.on('request', (request) => {
        if (!request.url().startsWith(url) && !request.url().startsWith('blob:'))
          misdeeds.push(`asked for ${request.url()}`);
      });
      context.on('console', (message) => {
        if (message.text().includes('Service Worker registration blocked by Playwright')) return;
        if (message.type() === 'error' || message.type() === 'warning')
          misdeeds.push(`console: ${message.text()}`);
      });
      context.on('weberror', (error) => misdeeds.push(`thrown: ${error.error().message}`));
      return context;
    },
    close: () => browser.close(),
  };
}

/** Closing it ends the connection and what was opened over it, not the Chromium of the run. */
export async function connectToBrowser(sites: Sites = inject('sites')): Promise<Browser> {
  const answer = await fetch(sites.browser);
  const said = await answer.text();
  if (!answer.ok) throw new Error(said);
  return chromium.connect(said);
}

/** Another machine may be slow; nothing here is about time. */
export const PATIENCE_MS = 240_000;

export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: PATIENCE_MS });

/** As a visitor left them who has been there. */
export async function leaveChaptersOpen(context: BrowserContext): Promise<void> {
  await context.addInitScript((chapters) => {
    if (location.protocol !== 'about:') localStorage.setItem('stowage chapters', chapters);
  }, CHAPTERS.join(' '));
}

export const CHAPTERS = ['cost', 'latency', 'changes', 'place', 'placements', 'rests'];

/** All that can be unfolded on the Plan page. */
export async function openFolds(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'More', exact: true });
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
  await page
    .locator('details:not([open]) > summary')
    .evaluateAll((all) => all.forEach((summary) => (summary as HTMLElement).click()));
}

/** Until the Plan page works out nothing any more: all it shows is of the scenario in its form. */
export async function atRest(page: Page): Promise<void> {
  await page.locator('section[aria-labelledby=switches][aria-busy=false]').waitFor();
  await eventually(() => page.locator('main [aria-busy=true]').count()).toBe(0);
}

export async function bytesOf(download: Download): Promise<Buffer> {
  return Buffer.concat(await (await download.createReadStream()).toArray());
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/** Run in the page itself: our pages have no frames, for which a driver's way of running it takes thirty times as long. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  });
}

/** Pixels by which the page is wider than the window. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
