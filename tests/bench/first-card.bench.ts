/** How soon the first card of the Plan page stands on a slow machine behind a slow line, and the longest task on the way. */
import type { Browser, CDPSession } from 'playwright-core';
import { built } from '#tests/helpers/pageScripts.ts';
import { launchBrowser } from '../browser.ts';
import { median } from './bench-row.ts';
import type { BenchRow } from './bench-row.ts';
import { serveSlowly } from './slow-line.ts';

const VISITS = 5;
const SLOWER = 4;
/** What is worked out behind the first card is over after so long. */
const BEHIND_MS = 12_000;

export default async function run(): Promise<BenchRow[]> {
  const site = await serveSlowly(built);
  try {
    const visits: Visit[] = [];
    for (let i = 0; i < VISITS; i += 1) {
      // A browser of its own: nothing is in a cache.
      const browser = await launchBrowser();
      try {
        visits.push(await visit(browser, site.url));
      } finally {
        await browser.close();
      }
    }
    const of = (what: (one: Visit) => number) => median(visits.map(what));
    const each = (what: (one: Visit) => number) => visits.map((one) => what(one).toFixed(0)).join(', ');
    const card = ({ cardMs, workerMs }: Visit) => cardMs + (SLOWER - 1) * workerMs;
    return [
      {
        name: `first card painted, processor ${SLOWER}× slower, 10 Mbit/s, 40 ms`,
        value: of(card) / 1000,
        unit: 's',
        target: { at: 'most', value: 1 },
        note: `median of ${each(card)} ms, with the worker's ${of(({ workerMs }) => workerMs).toFixed(0)} ms counted ${SLOWER} times: a browser slows the page alone`,
      },
      {
        name: `longest task of the page until all is at rest, ${SLOWER}× slower`,
        value: of(({ longestMs }) => longestMs),
        unit: 'ms',
        target: { at: 'most', value: 200 },
        note: each(({ longestMs }) => longestMs),
      },
    ];
  } finally {
    await site.close();
  }
}

interface Visit {
  /** Since the visit began, and the processor's share of it in the worker. */
  cardMs: number;
  workerMs: number;
  longestMs: number;
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1000 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const slow = await context.newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(() => {
    const seen = { longest: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask', buffered: true });
    const look = () => {
      if (!document.querySelector('.card [data-testid=total]')) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port2.onmessage = () => performance.mark('card');
      return port1.postMessage(null);
    };
    requestAnimationFrame(look);
  });
  const tracing = await browser.newBrowserCDPSession();
  const events = await traced(tracing, async () => {
    await page.goto(url);
    await page.waitForFunction(() => performance.getEntriesByName('card').length > 0);
  });
  const cardMs = await page.evaluate(() => performance.getEntriesByName('card')[0]?.startTime ?? Infinity);
  await page.waitForTimeout(BEHIND_MS);
  const longestMs = await page.evaluate(
    () => (globalThis as unknown as { seen: { longest: number } }).seen.longest,
  );
  return { cardMs, workerMs: workerMs(events), longestMs };
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

async function traced(session: CDPSession, work: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing', '__metadata'] },
  });
  await work();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  return events;
}

/** Tasks of the first worker that began before the card stood. */
function workerMs(events: readonly TraceEvent[]): number {
  const card = events.find(({ name }) => name === 'card');
  const threads = events.filter(
    ({ name, args }) => name === 'thread_name' && args.name === 'DedicatedWorker thread',
  );
  if (!card || threads.length === 0) throw new Error('the trace has no card, or no worker');
  const tasks = events.filter(
    ({ name, pid, tid, ts }) =>
      name === 'ThreadControllerImpl::RunTask' &&
      ts < card.ts &&
      threads.some((one) => one.pid === pid && one.tid === tid),
  );
  return tasks.reduce((sum, { tdur, dur = 0 }) => sum + (tdur ?? dur), 0) / 1000;
}
