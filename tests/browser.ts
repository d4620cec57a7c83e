import { chromium, type Browser } from 'playwright-core';
import { findBrowser } from '../src/setup/browser.mjs';

/** A headless Chromium for one test file; close it in afterAll. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, args, env } = await findBrowser();
  return chromium.launch({ executablePath, args, headless: true, env: { ...process.env, ...env } });
}
