/** The quick answer, and the exact one that takes its place: what a visitor sees, and what a newer question drops. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Desk } from '#web/state/desk.svelte.ts';
import { exactAnswer } from '#web/state/exact-answer.ts';
import { EXACT, findCandidate } from '#web/words/candidates.ts';
import { COLD, aCandidate, aPlan, aScenarioText, aSingle } from '#tests/helpers/aPlan.ts';
import {
  axeFindings,
  eventually,
  openSite,
  overhang,
  PHONE,
  WIDE,
  type Site,
} from '#tests/helpers/web/site.ts';

describe('the exact answer', () => {
  const chain = aCandidate({ id: 'chain', policy: null });
  const quick = aPlan();
  const exact = aPlan({
    candidates: [chain, ...quick.candidates],
    recommendation: quick.recommendation && { ...quick.recommendation, id: 'chain' },
  });

  test('is the quick one itself where it has no more candidates', () => {
    expect(exactAnswer(quick, aPlan())).toBe(quick);
    expect(exactAnswer(quick, exact)).toEqual(exact);
  });

  test('keeps a split that a hand is moving, in its rank', () => {
    const moved = aSingle('acme/moved@north', { id: 'moved' });
    const [first, ...others] = quick.candidates;
    if (!first) throw new Error('no candidate');
    const ids = (candidates: typeof quick.candidates) =>
      exactAnswer(aPlan({ candidates }), exact).candidates.map(({ id }) => id);
    const rest = others.map(({ id }) => id);
    expect(ids([first, moved, ...others])).toEqual(['chain', first.id, 'moved', ...rest]);
    expect(ids([...quick.candidates, moved])).toEqual(['chain', first.id, ...rest, 'moved']);
  });

  test('leaves what the visitor chose, and is gone with its scenario', () => {
    const desk = new Desk(aScenarioText());
    desk.take({ kind: 'plan', plan: quick, without: [] });
    expect([desk.isExact, desk.shown?.id]).toEqual([false, quick.recommendation?.id]);
    desk.exactly = (one) => (one === quick ? exactAnswer(one, exact) : null);
    expect([desk.isExact, desk.shown?.id]).toEqual([true, 'chain']);
    desk.choose(`single:${COLD}`);
    expect(desk.shown).toBe(findCandidate(quick, `single:${COLD}`));
    desk.choose(null);
    desk.take({ kind: 'plan', plan: aPlan(), without: [] });
    expect([desk.isExact, desk.shown?.id]).toEqual([false, quick.recommendation?.id]);
  });
});

describe('on the built page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite('whole');
  });
  afterAll(() => site.close());

  const DELIVERIES = 'StreamingCo, 12 million segments a day are delivered';
  const PATIENCE = { timeout: 300_000 };
  const total = (page: Page) => page.getByTestId('total').textContent();
  const placement = async (page: Page) =>
    (await page.locator('.headline h2').textContent())?.replaceAll(/\s+/gu, ' ');
  const label = (page: Page) => page.locator('.main > .label').textContent();
  const quiet = (page: Page) =>
    eventually(() => page.locator('.answer').getAttribute('aria-busy')).toBe('false');

  /** The page at the deliveries, its background workers held back until `release`. */
  async function held(viewport = WIDE) {
    const context = await site.visitor({ viewport, serviceWorkers: 'block' });
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    let asked = -1;
    // The first to ask for the script is the worker that answers.
    await context.route('**/plan.worker-*.js', async (route) => {
      asked += 1;
      if (asked > 0) await gate;
      // A worker that was ended meanwhile waits no more.
      await route.continue().catch(() => {});
    });
    const page = await context.newPage();
    await page.goto(site.url);
    await page.getByTestId('total').waitFor();
    await quiet(page);
    const first = await total(page);
    await page.locator('#example').selectOption({ label: DELIVERIES });
    await eventually(() => total(page)).not.toBe(first);
    return { page, context, release, asked: () => asked };
  }
  const amount = (text: string | null) => Number(/\$([\d.]+)k/.exec(text ?? '')?.[1]);

  test('an answer is there at once, and the cheaper chain of three when it is found', PATIENCE, async () => {
    const { page, context, release } = await held(PHONE);
    const lax = await total(page);
    await page.getByLabel('Read p99, at most', { exact: true }).fill('600 ms');
    await eventually(() => total(page)).not.toBe(lax);
    await quiet(page);
    const quickTotal = await total(page);
    expect(await label(page)).not.toContain(EXACT);
    release();
    await expect.poll(() => label(page), PATIENCE).toContain(EXACT);
    expect(amount(await total(page))).toBeLessThan(amount(quickTotal));
    expect(await placement(page)).toMatch(
      /S3 Standard and Tigris .* to S3 Express One Zone after 22 h and dropped there after 7 days/u,
    );
    // Tigris twice: it serves Europe from the start, and everyone from the second day.
    expect(await page.locator('figure').first().locator('.band').count()).toBe(4);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    expect(await axeFindings(page)).toEqual([]);
    await context.close();
  });

  test('a field moved meanwhile drops the older exact answer', PATIENCE, async () => {
    const { page, context, release, asked } = await held();
    await eventually(asked).toBeGreaterThan(0);
    const older = await total(page);
    await page.getByLabel('Object size', { exact: true }).fill('40 MB');
    await eventually(() => total(page)).not.toBe(older);
    const quickTotal = await total(page);
    await page.evaluate(() => {
      const seen: string[] = [];
      const look = () => {
        const words = document.querySelector('[data-testid=total]')?.textContent ?? '';
        if (seen.at(-1) !== words) seen.push(words);
      };
      look();
      new MutationObserver(look).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
      Object.assign(globalThis, { seen });
    });
    release();
    await expect.poll(() => label(page), PATIENCE).toContain(EXACT);
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    const last = await total(page);
    expect(new Set(seen)).toEqual(new Set([quickTotal, last]));
    // The older exact answer costs less than the older quick one.
    expect(amount(last)).toBeGreaterThan(amount(older));
    // The tests keep the service worker away, so that no script passes their gate unseen.
    expect(site.misdeeds.filter((one) => !one.includes('blocked by Playwright'))).toEqual([]);
    await context.close();
  });
});
