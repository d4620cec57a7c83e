/** A hand on a slider: figures follow it at once, and at rest all parts of the page show the same answer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, openSite } from '#tests/helpers/web/site.ts';
import { sliderAt } from '#tests/helpers/web/question.ts';
import type { Site } from '#tests/helpers/web/site.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite('small');
});

afterAll(() => site.close());

/** Moves the slider of the size at every frame until each of these parts of the answer has changed more than once. */
function moveUntilChanged(parts: readonly string[]): Promise<void> {
  const slider = document.querySelector<HTMLInputElement>('input[type=range]');
  const answer = document.querySelector('.answer');
  if (!slider || !answer) throw new Error('no slider, or no answer');
  const changed: Record<string, number> = {};
  const watch = new MutationObserver((records) => {
    const touched = records.map(({ target }) => {
      const element = target instanceof Element ? target : target.parentElement;
      const part = element?.closest('.figures, section[aria-labelledby]');
      return part?.getAttribute('aria-labelledby') ?? (part ? 'figures' : '');
    });
    for (const part of new Set(touched)) changed[part] = (changed[part] ?? 0) + 1;
  });
  watch.observe(answer, { subtree: true, childList: true, attributes: true, characterData: true });
  return (async () => {
    let by = 1;
    for (let frame = 0; parts.some((part) => (changed[part] ?? 0) < 2); frame += 1) {
      if (frame % 30 === 29) by = -by;
      slider.value = String(Number(slider.value) + by);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
    }
    watch.disconnect();
  })();
}

test('while the size moves the figures and the bill follow, and at rest the page shows what a fresh page shows', async () => {
  const visitor = await site.visitor();
  const page = await visitor.newPage();
  await page.goto(site.url);
  await page.getByRole('heading', { name: /placements priced/ }).waitFor();
  await page.locator('.answer[aria-busy=false]').waitFor();
  await sliderAt(page, 'Object size');
  await page.evaluate(moveUntilChanged, ['figures', 'receipt']);

  const shownOn = async (one: typeof page) =>
    (await one.locator('.cards, .bills, section[aria-labelledby=candidates]').allTextContents()).join('\n');
  await page.locator('.answer[aria-busy=false]').waitFor();
  const fresh = await visitor.newPage();
  await eventually(() => page.evaluate(() => location.href)).toContain('#');
  // The address follows once the hand has rested.
  await eventually(async () => {
    await fresh.goto(page.url());
    return (await shownOn(page)) === (await shownOn(fresh));
  }).toBe(true);
  expect(await shownOn(page)).toContain('placements priced');
  expect(site.misdeeds).toEqual([]);
  await visitor.close();
});
