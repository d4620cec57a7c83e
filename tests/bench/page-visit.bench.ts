/** One visit of the Plan page in a real browser: what it costs until nothing moves any more. */
import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { serveFolder } from '../helpers/serveFolder.ts';
import { median } from './bench-row.ts';
import type { BenchRow } from './bench-row.ts';

const built = fileURLToPath(new URL('../../dist/web', import.meta.url));

const VISITS = 3;
/** At rest: the processor is used for less than this share of a second, for so many looks in a row. */
const REST = { share: 0.06, everyMs: 500, looks: 4 };

export default async function run(): Promise<BenchRow[]> {
  const requested: string[] = [];
  const site = await serveFolder(built, '/', (file) => requested.push(file) > 0);
  const visits: Visit[] = [];
  try {
    for (let i = 0; i < VISITS; i += 1) {
      // A browser of its own: nothing is in a cache, and all it uses is this page's.
      const browser = await launchBrowser();
      try {
        requested.length = 0;
        visits.push(await openToRest(browser, site.url, requested));
      } finally {
        await browser.close();
      }
    }
  } finally {
    await site.close();
  }
  const of = (what: (visit: Visit) => number) => median(visits.map(what));
  const toRest = 'from opening the Plan page to rest';
  return [
    { name: `${toRest}, requests`, value: of(({ requests }) => requests), unit: '' },
    { name: `${toRest}, gzip`, value: of(({ kilobytes }) => kilobytes), unit: 'kB' },
    {
      name: `${toRest}, processor time`,
      value: of(({ cpuSeconds }) => cpuSeconds),
      unit: 's',
      note: `median of ${VISITS}: ${visits.map(({ cpuSeconds }) => cpuSeconds.toFixed(1)).join(', ')}`,
    },
    { name: `${toRest}, elapsed`, value: of(({ seconds }) => seconds), unit: 's' },
    { name: `${toRest}, workers started`, value: of(({ workers }) => workers), unit: '' },
    { name: 'first answer on screen', value: of(({ firstAnswerMs }) => firstAnswerMs), unit: 'ms' },
  ];
}

interface Visit {
  requests: number;
  kilobytes: number;
  cpuSeconds: number;
  seconds: number;
  workers: number;
  firstAnswerMs: number;
}

async function openToRest(browser: Browser, url: string, requested: readonly string[]): Promise<Visit> {
  // What is kept for later, without a network, is fetched behind a page's back: another matter.
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1000 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  let workers = 0;
  page.on('worker', () => (workers += 1));
  const session = await browser.newBrowserCDPSession();
  const cpuBefore = await cpuSeconds(session);
  const start = performance.now();
  await page.goto(url);
  await page.getByTestId('total').waitFor({ timeout: 120_000 });
  const firstAnswerMs = performance.now() - start;
  let [used, quiet] = [await cpuSeconds(session), 0];
  let restAt = { cpu: used, ms: performance.now() };
  while (quiet < REST.looks) {
    await page.waitForTimeout(REST.everyMs);
    const now = await cpuSeconds(session);
    const isQuiet = now - used < (REST.share * REST.everyMs) / 1000;
    if (!isQuiet || quiet === 0) restAt = { cpu: now, ms: performance.now() };
    quiet = isQuiet ? quiet + 1 : 0;
    used = now;
  }
  return {
    requests: requested.length,
    kilobytes: requested.reduce((sum, file) => sum + gzipped(file), 0) / 1000,
    cpuSeconds: restAt.cpu - cpuBefore,
    seconds: (restAt.ms - start) / 1000,
    workers,
    firstAnswerMs,
  };
}

const sizes = new Map<string, number>();

function gzipped(file: string): number {
  const known = sizes.get(file) ?? gzipSync(readFileSync(path.join(built, file)), { level: 9 }).length;
  sizes.set(file, known);
  return known;
}

/** Of all processes of the browser. */
async function cpuSeconds(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
