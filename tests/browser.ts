import { chromium, type Browser, type BrowserServer } from 'playwright-core';
import { findBrowser } from '../src/setup/browser.mjs';

/** A headless Chromium of its own, for who measures what it takes; tests share one (`tests/site.ts`). */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await options());
}

/** One that others connect to. */
export async function launchBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer(await options());
}

async function options() {
  const { executablePath, args, env } = await findBrowser();
  return { executablePath, args, headless: true, env: { ...process.env, ...env } };
}
