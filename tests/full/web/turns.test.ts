/** A hand on a slider: figures follow it at once, parts below take turns, and at rest all of them show the same answer. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, openSite } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite('whole');
});

afterAll(() => site.close());

/** Moves the slider of the size at every frame: which parts of the answer changed between one frame and the next. */
function changedByFrame(frames: number): Promise<string[][]> {
  const slider = document.querySelector<HTMLInputElement>('input[type=range]');
  const answer = document.querySelector('.answer');
  if (!slider || !answer) throw new Error('no slider, or no answer');
  let parts = new Set<string>();
  const watch = new MutationObserver((records) => records.forEach(({ target }) => parts.add(partOf(target))));
  watch.observe(answer, { subtree: true, childList: true, attributes: true, characterData: true });
  const partOf = (node: Node): string => {
    const element = node instanceof Element ? node : node.parentElement;
    const part = element?.closest('.bars, .curves, .rests, section[aria-labelledby]');
    return part?.getAttribute('aria-labelledby') ?? part?.className.replace(/ svelte-.*/, '') ?? '';
  };
  return (async () => {
    const changed: string[][] = [];
    let by = 1;
    for (let frame = 0; frame < frames; frame += 1) {
      if (frame % 30 === 29) by = -by;
      slider.value = String(Number(slider.value) + by);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
      changed.push([...parts].filter((part) => part !== ''));
      parts = new Set();
    }
    watch.disconnect();
    return changed;
  })();
}

/** All parts of the answer are in sight. */
const TALL = { width: 1440, height: 4000 };

test('while the size moves parts take turns, none is left out, and at rest they show what a fresh page shows', async () => {
  const visitor = await site.visitor({ viewport: TALL });
  const page = await visitor.newPage();
  await page.goto(site.url);
  await page.getByRole('heading', { name: /placements priced/ }).waitFor();
  await page.locator('.answer[aria-busy=false]').waitFor();
  const changed = await page.evaluate(changedByFrame, 240);

  const drawn = new Set(changed.flat());
  for (const part of ['bars', 'receipt', 'curves', 'candidates']) expect(drawn).toContain(part);
  const busy = changed.filter((parts) => parts.length > 0);
  const crowded = busy.filter((parts) => parts.length > 2);
  expect(crowded.length).toBeLessThan(busy.length / 4);

  await page.locator('.answer[aria-busy=false]').waitFor();
  await isAsFresh(page);
  expect(site.misdeeds).toEqual([]);
  await visitor.close();
}, 300_000);

test('parts out of sight are the same as on a fresh page once the hand rests, laid out as before and drawn as they are reached', async () => {
  const visitor = await site.visitor();
  const page = await visitor.newPage();
  await page.goto(site.url);
  await page.getByRole('heading', { name: /placements priced/ }).waitFor();
  await page.locator('.answer[aria-busy=false]').waitFor();
  const layouts = await page.evaluate(layoutsWhileMoving);
  expect(layouts.busy.candidates).toBe('auto');
  expect(layouts.rest.candidates).toBe('visible');
  expect(layouts.busy.height).toBe(layouts.rest.height);

  await page.locator('section[aria-labelledby=candidates]').evaluate((table) => table.scrollIntoView());
  expect(new Set((await page.evaluate(changedByFrame, 240)).flat())).toContain('candidates');

  await page.locator('.answer[aria-busy=false]').waitFor();
  await isAsFresh(page);
  expect(site.misdeeds).toEqual([]);
  await visitor.close();
}, 300_000);

/** How the candidates are laid out and how high they are before the size moves, and as soon as the answer is busy. */
async function layoutsWhileMoving() {
  const answer = document.querySelector('.answer');
  const table = document.querySelector('section[aria-labelledby=candidates]')?.parentElement;
  const slider = document.querySelector<HTMLInputElement>('input[type=range]');
  if (!answer || !table || !slider) throw new Error('no answer, no candidates, or no slider');
  const now = () => ({
    candidates: getComputedStyle(table).contentVisibility,
    height: table.offsetHeight,
  });
  const rest = now();
  slider.value = String(Number(slider.value) + 1);
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  while (answer.getAttribute('aria-busy') !== 'true') await new Promise(requestAnimationFrame);
  return { rest, busy: now() };
}

async function isAsFresh(page: Page): Promise<void> {
  const fresh = await page.context().newPage();
  const address = () => page.evaluate(() => location.href);
  await eventually(address).toContain('#');
  // The address follows once the hand has rested a little longer.
  await eventually(async () => {
    await fresh.goto(await address());
    return (await shownOn(page)) === (await shownOn(fresh));
  }).toBe(true);
  expect(await shownOn(page)).toContain('placements priced');
}

const shownOn = async (page: Page) =>
  (
    await page.locator('.headline, .bars, .bills, section[aria-labelledby=candidates]').allTextContents()
  ).join('\n');
