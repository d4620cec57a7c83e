/**
 * Once for a run of tests: one Chromium, started by the first test that asks for it, and the built site on a server, twice: as it was
 * built (`whole`), and with few stores and datasets (`small`), on which it answers sooner. `helpers/web/site.ts` is how tests ask.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchBrowserServer } from './browser.ts';
import { serveFolder } from './helpers/serveFolder.ts';
import { smallSiteFiles } from './helpers/web/smallSite.ts';

/** Addresses: of the two sites, and of what answers with the address that a client of Chromium connects to. */
export interface Sites {
  whole: string;
  small: string;
  browser: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    sites: Sites;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { sites, close } = await startSites();
  project.provide('sites', sites);
  return close;
}

const built = fileURLToPath(new URL('../dist/web', import.meta.url));
const SUB_PATH = '/some/where/deep/';

export async function startSites(): Promise<{ sites: Sites; close(): Promise<void> }> {
  let changed: ReadonlyMap<string, string> | undefined;
  const whole = await serveFolder(built, SUB_PATH);
  const small = await serveFolder(
    built,
    SUB_PATH,
    (file) => (changed ??= smallSiteFiles(built)).get(file) ?? true,
  );

  let browser: Promise<BrowserServer> | undefined;
  const desk = createServer((_, response) => {
    (browser ??= launchBrowserServer()).then(
      (one) => response.end(one.wsEndpoint()),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  const { port } = desk.address() as AddressInfo;
  return {
    sites: { whole: whole.url, small: small.url, browser: `http://127.0.0.1:${port}/` },
    async close() {
      await (await browser?.catch(() => undefined))?.close();
      await Promise.all([whole.close(), small.close()]);
      desk.closeAllConnections();
      await new Promise<void>((resolve) => desk.close(() => resolve()));
    },
  };
}
