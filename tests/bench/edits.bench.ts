/** The size of objects moved by a slider, with every store: how soon a new card is painted, the longest task, and what 1,000 edits leave in memory. */
import type { CDPSession, Page } from 'playwright-core';
import { built } from '#tests/helpers/pageScripts.ts';
import { sliderAt } from '#tests/helpers/web/question.ts';
import { launchBrowser } from '../browser.ts';
import { serveFolder } from '../helpers/serveFolder.ts';
import { timesAt } from './bench-row.ts';
import type { BenchRow } from './bench-row.ts';
import { linkOf } from './link-of.ts';

/** After an answer is painted the hand waits so long, in turn: what is worked out at rest begins in between. */
const PAUSES_MS = [0, 120, 300, 500, 800, 1500];
const EVENTS = 90;
/** What is remembered of sizes is bounded, and full after so many edits: memory is compared with that. */
const EDITS = { first: 1000, more: 1000 };

export default async function run(): Promise<BenchRow[]> {
  const link = linkOf('streamingco', ({ stores: _, ...scenario }) => scenario);
  const site = await serveFolder(built, '/');
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 1000 },
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    const heaps = await heapsOf(await context.newCDPSession(page));
    await page.addInitScript(() => {
      const seen = { longest: 0 };
      Object.assign(globalThis, { seen });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
      }).observe({ type: 'longtask', buffered: true });
    });
    await page.goto(`${site.url}${link}`);
    await page.locator('.answer[aria-busy=false]').waitFor();
    await sliderAt(page, 'Object size');
    const { ms, unanswered } = await slide(page, {
      events: EVENTS,
      pauses: PAUSES_MS,
      by: 4,
      turn: 8,
      patienceMs: 10_000,
    });
    const longest = await page.evaluate(
      () => (globalThis as unknown as { seen: { longest: number } }).seen.longest,
    );
    await slide(page, { events: EDITS.first, pauses: [0], by: 4, turn: 8, patienceMs: 200 });
    const before = await heaps();
    await slide(page, { events: EDITS.more, pauses: [0], by: 4, turn: 8, patienceMs: 200 });
    const after = await heaps();
    const name = 'slider event to painted card, all stores';
    return [
      { name: `${name}, p50`, value: timesAt(0.5, ms), unit: 'ms', target: { at: 'most', value: 50 } },
      {
        name: `${name}, p95`,
        value: timesAt(0.95, ms),
        unit: 'ms',
        target: { at: 'most', value: 100 },
        note: `${ms.length} events, the longest ${Math.max(...ms).toFixed(0)} ms; ${unanswered} changed nothing on screen`,
      },
      {
        name: 'longest task of the page meanwhile',
        value: longest,
        unit: 'ms',
        target: { at: 'most', value: 200 },
      },
      {
        name: `memory after ${EDITS.more} more edits, all stores`,
        value: sum(after),
        unit: 'MB',
        baseline: { name: 'before', value: sum(before) },
        target: { at: 'most', value: sum(before) * 1.05 },
        note: `the page and its workers ${after.map((one) => one.toFixed(0)).join(', ')} MB`,
      },
    ];
  } finally {
    await browser.close();
    await site.close();
  }
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

/** Used by the page and each of its workers once all that can go is gone, in MB. */
async function heapsOf(session: CDPSession): Promise<() => Promise<number[]>> {
  const workers: string[] = [];
  const waiting = new Map<number, (used: number) => void>();
  let last = 0;
  session.on('Target.attachedToTarget', ({ sessionId }) => workers.push(sessionId));
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id: number; result?: { usedSize?: number } };
    waiting.get(id)?.(result?.usedSize ?? 0);
  });
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  const ask = (sessionId: string, method: string) =>
    new Promise<number>((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      void session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
    });
  return async () => {
    await session.send('HeapProfiler.collectGarbage');
    const used = [(await session.send('Runtime.getHeapUsage')).usedSize];
    for (const worker of workers) {
      await ask(worker, 'HeapProfiler.collectGarbage');
      used.push(await ask(worker, 'Runtime.getHeapUsage'));
    }
    return used.map((bytes) => bytes / 1e6);
  };
}

interface Slide {
  events: number;
  pauses: readonly number[];
  /** Steps of the slider at each event, and events before it turns back. */
  by: number;
  turn: number;
  /** An event that changes no figure by then is done with. */
  patienceMs: number;
}

interface Answers {
  ms: number[];
  /** Events after which no figure of the answer changed. */
  unanswered: number;
}

/** The size of objects moves to and fro; of each event the time until the frame after the changed figures. */
function slide(page: Page, how: Slide): Promise<Answers> {
  return page.evaluate(async ({ pauses, events, by, turn, patienceMs }) => {
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
        setTimeout(() => resolve(false), patienceMs);
      });
      // Up, then down, and never the same place twice in a row.
      slider.value = String(Number(slider.value) + (i % (2 * turn) < turn ? by : -by));
      const start = performance.now();
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      if (await changed) {
        await painted();
        taken.push(performance.now() - start);
      } else unanswered += 1;
      await wait(pauses[i % pauses.length] ?? 0);
    }
    return { ms: taken, unanswered };
  }, how);
}
