/** One visit of the Plan page in a real browser: what it costs until nothing moves any more, and how soon a slider is answered. */
import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { serveFolder } from '../helpers/serveFolder.ts';
import { median } from './bench-row.ts';
import type { BenchRow } from './bench-row.ts';
import { sliderAt } from '#tests/helpers/web/question.ts';

const built = fileURLToPath(new URL('../../dist/web', import.meta.url));

const VISITS = 3;
/** At rest: the processor is used for less than this share of a second, for so many looks in a row. */
const REST = { share: 0.06, everyMs: 500, looks: 4 };
/** After an answer is painted the hand waits so long, in turn: what is worked out at rest begins in between. */
const PAUSES_MS = [0, 120, 300, 500, 800, 1500];
const EVENTS = 90;

export default async function run(): Promise<BenchRow[]> {
  const requested: string[] = [];
  const site = await serveFolder(built, '/', (file) => requested.push(file) > 0);
  const visits: Visit[] = [];
  let answers: Answers = { ms: [], unanswered: 0 };
  try {
    for (let i = 0; i < VISITS; i += 1) {
      // A browser of its own: nothing is in a cache, and all it uses is this page's.
      const browser = await launchBrowser();
      try {
        requested.length = 0;
        const visit = await openToRest(browser, site.url, requested);
        visits.push(visit);
        if (i === VISITS - 1) {
          await sliderAt(visit.page, 'Object size');
          answers = await slide(visit.page);
        }
      } finally {
        await browser.close();
      }
    }
  } finally {
    await site.close();
  }
  const of = (what: (visit: Visit) => number) => median(visits.map(what));
  const toRest = 'from opening the Plan page to rest';
  const { ms, unanswered } = answers;
  const at = (share: number) => ms.toSorted((a, b) => a - b)[Math.ceil(share * ms.length) - 1] ?? null;
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
    { name: 'slider event to painted answer, p50', value: at(0.5), unit: 'ms', note: `${ms.length} events` },
    {
      name: 'slider event to painted answer, p95',
      value: at(0.95),
      unit: 'ms',
      note: `the longest ${Math.max(...ms).toFixed(0)} ms; ${unanswered} changed nothing on screen`,
    },
  ];
}

interface Visit {
  page: Page;
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
    page,
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

interface Answers {
  ms: number[];
  /** Events after which no figure of the answer changed for ten seconds. */
  unanswered: number;
}

/** The size of objects moves to and fro; of each event the time until the frame after the changed figures. */
function slide(page: Page): Promise<Answers> {
  return page.evaluate(
    async ({ pauses, events }) => {
      const slider = document.querySelector<HTMLInputElement>('input[type=range]');
      const answer = document.querySelector('.answer');
      if (!slider || !answer) throw new Error('no slider, or no answer');
      const figures = () => answer.querySelector('.figures')?.textContent ?? '';
      const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const painted = async () => {
        await new Promise(requestAnimationFrame);
        await new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port2.onmessage = resolve;
          port1.postMessage(null);
        });
      };
      const taken: number[] = [];
      let unanswered = 0;
      for (let i = 0; i < events; i += 1) {
        const before = figures();
        const changed = new Promise<boolean>((resolve) => {
          const watch = new MutationObserver(() => {
            if (figures() === before) return;
            watch.disconnect();
            resolve(true);
          });
          watch.observe(answer, { childList: true, characterData: true, subtree: true });
          setTimeout(() => resolve(false), 10_000);
        });
        // Eight steps up, eight down, and never the same place twice in a row.
        const by = i % 16 < 8 ? 4 : -4;
        slider.value = String(Number(slider.value) + by);
        const start = performance.now();
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        if (await changed) {
          await painted();
          taken.push(performance.now() - start);
        } else unanswered += 1;
        await wait(pauses[i % pauses.length] ?? 0);
      }
      return { ms: taken, unanswered };
    },
    { pauses: PAUSES_MS, events: EVENTS },
  );
}
