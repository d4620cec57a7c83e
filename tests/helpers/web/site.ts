/** The built site, served from a sub-path, and a browser that notes what no page may ever do. */
import AxeBuilder from '@axe-core/playwright';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { launchBrowser } from '#tests/browser.ts';
import { serveFolder } from '#tests/helpers/serveFolder.ts';

export const WIDE = { width: 1440, height: 1000 };
export const PHONE = { width: 360, height: 740 };
export const LOOKS = [
  ['light', 'wide', WIDE],
  ['dark', 'wide', WIDE],
  ['light', '360 px', PHONE],
  ['dark', '360 px', PHONE],
] as const;

const built = fileURLToPath(new URL('../../../dist/web', import.meta.url));

export interface Site {
  url: string;
  browser: Browser;
  /** Reached another origin, broke the policy of the page, or threw. */
  misdeeds: string[];
  visitor(options?: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

export async function openSite(): Promise<Site> {
  if (!existsSync(`${built}/index.html`))
    throw new Error('dist/web is not built; npm test and npm run build do it');
  const browser = await launchBrowser();
  const { url, close } = await serveFolder(built, '/some/where/deep/');
  const misdeeds: string[] = [];
  return {
    url,
    browser,
    misdeeds,
    async visitor(options = { viewport: WIDE }) {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(PATIENCE_MS);
      context.on('request', (request) => {
        if (!request.url().startsWith(url) && !request.url().startsWith('blob:'))
          misdeeds.push(`asked for ${request.url()}`);
      });
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          misdeeds.push(`console: ${message.text()}`);
      });
      context.on('weberror', (error) => misdeeds.push(`thrown: ${error.error().message}`));
      return context;
    },
    async close() {
      await browser.close();
      await close();
    },
  };
}

/** Another machine may be slow; nothing here is about time. */
const PATIENCE_MS = 240_000;

export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: PATIENCE_MS });

export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

/** Pixels by which the page is wider than the window. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
