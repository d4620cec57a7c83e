/** A slider of the Plan page moved at every frame in a real browser: frames a second, and how often a new answer stands. */
import type { Page } from 'playwright-core';
import { openSite } from '#tests/helpers/web/site.ts';
import { startSites } from '#tests/site.ts';
import { median } from './bench-row.ts';
import type { BenchRow } from './bench-row.ts';
import { sliderAt } from '#tests/helpers/web/question.ts';

const SECONDS = 5;
/** While a slider is first moved the browser compiles what answers it: for so many stretches of movement before the measured one. */
const COMPILED_AFTER = 3;
/** Stretches measured, each after a rest in which what takes seconds is begun. */
const STRETCHES = 5;
/** The size of objects moves by so many steps of the slider between one frame and the next. */
const STEP = 1;

interface Moved {
  frames: number;
  /** Frames that came within a frame and a half of the one before. */
  inTime: number;
  longestMs: number;
  answers: number;
}

export default async function run(): Promise<BenchRow[]> {
  const { sites, close } = await startSites();
  const site = await openSite('whole', sites);
  try {
    const page = await (await site.visitor({ serviceWorkers: 'allow' })).newPage();
    await page.goto(site.url);
    await page.locator('.answer[aria-busy=false]').waitFor();
    await page.waitForTimeout(5_000);
    await sliderAt(page, 'Object size');
    const first = await move(page, STEP);
    for (let i = 1; i < COMPILED_AFTER; i += 1) await move(page, STEP);
    const [still, moving]: [Moved[], Moved[]] = [[], []];
    for (let i = 0; i < STRETCHES; i += 1) {
      still.push(await move(page, 0));
      moving.push(await move(page, STEP));
    }
    const of = (stretches: Moved[], what: (one: Moved) => number) => median(stretches.map(what));
    const rate = ({ frames }: Moved) => frames / SECONDS;
    const inTime = ({ frames, inTime: those }: Moved) => (those / frames) * 100;
    const name = 'the size moved at every frame';
    return [
      {
        name: `${name}, frames a second`,
        value: of(moving, rate),
        unit: '/s',
        target: { at: 'least', value: 60 * 0.98 },
        baseline: { name: 'page at rest', value: of(still, rate) },
        ratio: of(moving, rate) / of(still, rate),
        note: `median of ${STRETCHES}, the worst ${Math.min(...moving.map(rate)).toFixed(1)}; ${of(moving, inTime).toFixed(1)} % of frames in time`,
      },
      {
        name: `${name}, longest gap between frames`,
        value: of(moving, ({ longestMs }) => longestMs),
        unit: 'ms',
        baseline: { name: 'page at rest', value: of(still, ({ longestMs }) => longestMs) },
      },
      {
        name: `${name}, new answers a second`,
        value: of(moving, ({ answers }) => answers / SECONDS),
        unit: '/s',
      },
      {
        name: 'the size moved for the first time, frames a second',
        value: rate(first),
        unit: '/s',
        note: `while what answers is compiled; ${inTime(first).toFixed(1)} % of frames in time`,
      },
    ];
  } finally {
    await site.close();
    await close();
  }
}

/** The slider goes up and down between its ends while frames and answers are counted. */
function move(page: Page, step: number): Promise<Moved> {
  return page.evaluate(
    async ({ by, seconds }) => {
      const slider = document.querySelector<HTMLInputElement>('input[type=range]');
      const total = document.querySelector('[data-testid=total]');
      if (!slider || !total) throw new Error('no slider, or no total');
      const [low, high] = [Number(slider.min), Number(slider.max)];
      const middle = Number(slider.value);
      const seen = { frames: 0, inTime: 0, longestMs: 0, answers: 0 };
      const watch = new MutationObserver(() => (seen.answers += 1));
      watch.observe(total, { childList: true, characterData: true, subtree: true });
      let direction = 1;
      const start = await new Promise<number>(requestAnimationFrame);
      for (let last = start; last - start < seconds * 1000;) {
        if (by > 0) {
          const next = Number(slider.value) + direction * by;
          if (next > Math.min(high, middle + 40) || next < Math.max(low, middle - 40)) direction = -direction;
          slider.value = String(Number(slider.value) + direction * by);
          slider.dispatchEvent(new Event('input', { bubbles: true }));
        }
        const now = await new Promise<number>(requestAnimationFrame);
        seen.frames += 1;
        seen.inTime += now - last < 25 ? 1 : 0;
        seen.longestMs = Math.max(seen.longestMs, now - last);
        last = now;
      }
      watch.disconnect();
      return seen;
    },
    { by: step, seconds: SECONDS },
  );
}
