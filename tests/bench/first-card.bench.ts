/**
 * How soon the first card of the Plan page stands on a slow machine behind a slow line, how soon the page has answered for itself, as it
 * opens and from a link to another scenario, and the longest task on the way.
 */
import type { Browser, CDPSession } from 'playwright-core';
import { built } from '#tests/helpers/pageScripts.ts';
import { launchBrowser } from '../browser.ts';
import { median } from './bench-row.ts';
import type { BenchRow } from './bench-row.ts';
import { linkOf } from './link-of.ts';
import { serveSlowly } from './slow-line.ts';

const VISITS = 5;
const SLOWER = 4;
/** What is worked out behind the first card is over after so long. */
const BEHIND_MS = 12_000;

export default async function run(): Promise<BenchRow[]> {
  const site = await serveSlowly(built);
  try {
    const opened = await visitEach(site.url);
    const linked = await visitEach(`${site.url}${linkOf('leave-s3')}`);
    const slower = `${SLOWER}× slower`;
    const answered = ({ answerMs, workerMs }: Visit) => answerMs + (SLOWER - 1) * workerMs;
    const inSeconds = (visits: readonly Visit[], what: (one: Visit) => number) => ({
      value: median(visits.map(what)) / 1000,
      unit: 's',
    });
    const each = (visits: readonly Visit[], what: (one: Visit) => number) =>
      visits.map((one) => what(one).toFixed(0)).join(', ');
    const noteOf = (visits: readonly Visit[]) =>
      `median of ${each(visits, answered)} ms, with the worker's ${median(visits.map(({ workerMs }) => workerMs)).toFixed(0)} ms counted ${SLOWER} times: a browser slows the page alone`;
    return [
      {
        name: `first card painted, processor ${slower}, 10 Mbit/s, 40 ms`,
        ...inSeconds(opened, ({ cardMs }) => cardMs),
        target: { at: 'most', value: 1 },
        note: `median of ${each(opened, ({ cardMs }) => cardMs)} ms: the card of the built page`,
      },
      { name: 'the planner has answered the same', ...inSeconds(opened, answered), note: noteOf(opened) },
      {
        name: 'the card of a link to another scenario',
        ...inSeconds(linked, answered),
        note: noteOf(linked),
      },
      {
        name: `longest task of the page until all is at rest, ${slower}`,
        value: median(opened.map(({ longestMs }) => longestMs)),
        unit: 'ms',
        target: { at: 'most', value: 200 },
        note: each(opened, ({ longestMs }) => longestMs),
      },
    ];
  } finally {
    await site.close();
  }
}

async function visitEach(url: string): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (let i = 0; i < VISITS; i += 1) {
    // A browser of its own: nothing is in a cache.
    const browser = await launchBrowser();
    try {
      visits.push(await visit(browser, url));
    } finally {
      await browser.close();
    }
  }
  return visits;
}

interface Visit {
  /** Since the visit began: a card stands, and below it what the planner answered. */
  cardMs: number;
  answerMs: number;
  /** The processor's share of `answerMs` in the worker. */
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
    const markOnce = (mark: string, selector: string) => {
      const look = () => {
        if (!document.querySelector(selector)) return requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port2.onmessage = () => performance.mark(mark);
        return port1.postMessage(null);
      };
      requestAnimationFrame(look);
    };
    markOnce('card', '.card [data-testid=total]');
    markOnce('answer', '.answer > .chapters');
  });
  const tracing = await browser.newBrowserCDPSession();
  const events = await traced(tracing, async () => {
    await page.goto(url);
    await page.waitForFunction(() => performance.getEntriesByName('answer').length > 0);
  });
  const [cardMs = Infinity, answerMs = Infinity] = await page.evaluate(() =>
    ['card', 'answer'].map((mark) => performance.getEntriesByName(mark)[0]?.startTime),
  );
  await page.waitForTimeout(BEHIND_MS);
  const longestMs = await page.evaluate(
    () => (globalThis as unknown as { seen: { longest: number } }).seen.longest,
  );
  return { cardMs, answerMs, workerMs: workerMs(events), longestMs };
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
    traceConfig: {
      includedCategories: ['disabled-by-default-devtools.timeline', 'blink.user_timing', '__metadata'],
    },
  });
  await work();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  return events;
}

/** Tasks of the first worker that began before it had answered. */
function workerMs(events: readonly TraceEvent[]): number {
  const answer = events.find(({ name }) => name === 'answer');
  const threads = events.filter(
    ({ name, args }) => name === 'thread_name' && args.name === 'DedicatedWorker thread',
  );
  if (!answer || threads.length === 0) throw new Error('the trace has no answer, or no worker');
  const tasks = events.filter(
    ({ name, pid, tid, ts }) =>
      name === 'RunTask' && ts < answer.ts && threads.some((one) => one.pid === pid && one.tid === tid),
  );
  return tasks.reduce((sum, { tdur, dur = 0 }) => sum + (tdur ?? dur), 0) / 1000;
}
