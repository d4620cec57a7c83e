/** The moves of a chain on the page: which ages are asked for, and that each can be moved with the arrow keys. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { chainsAtAges } from '#core/placement/chains/at-ages.ts';
import { workedPlan } from '#core/placement/plan.ts';
import { exactly } from '#core/placement/plan-exactly.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { encodePermalink } from '#permalink/permalink.ts';
import { alongStep, chainsAround, isMovable } from '#web/state/chain-moves.ts';
import { openSite, PHONE, type Site } from '#tests/helpers/web/site.ts';
import { smallExample } from '#tests/helpers/web/smallSite.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

// Asked to be this fast, three stores are the best.
const text: ScenarioText = { ...smallExample('streamingco-deliveries'), requirements: { readP99: '600 ms' } };
const sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };

describe('a chain at other ages', () => {
  const worked = workedPlan(ask(text, sources));
  const { plan } = exactly(worked);
  const best = plan.candidates.find(({ id }) => id === plan.recommendation?.id);
  if (!best) throw new Error('a recommendation');
  const end = best.segments.at(-1)?.toDays ?? 0;
  const wanted = chainsAround(best, end, []);
  const found = chainsAtAges(worked, wanted);

  test('is asked for each move between its neighbours, and worked out in full', () => {
    expect(isMovable(best)).toBe(true);
    const [first = 0, second = 0] = best.steps.map(({ leftDays }) => leftDays);
    for (const { ages } of wanted) {
      expect(ages[0]).toBeLessThan(ages[1] ?? 0);
      expect(ages[0] === first || ages[1] === second).toBe(true);
    }
    const again = found.find(({ id }) => id === best.id);
    expect(again).toMatchObject({ feasible: 'yes', segments: best.segments });
    expect(again?.monthly.total).toBeCloseTo(best.monthly.total, 6);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  });

  test('costs no less where it is proven: the best is the best of both sweeps', () => {
    for (const step of [0, 1]) {
      const along = alongStep(found, best, step);
      expect(along.length).toBeGreaterThan(3);
      expect(along.map(({ days }) => days)).toEqual(along.map(({ days }) => days).toSorted((a, b) => a - b));
      // The search goes by its own ages; a hand may set others between them.
      for (const { candidate } of along)
        if (candidate.feasible === 'yes')
          expect(candidate.monthly.total).toBeGreaterThan(best.monthly.total * 0.99);
    }
  });

  test('nothing is moved past its neighbour, nor into a store that is not there', () => {
    const one = { stores: best.stores, entries: ['tier', 'dual'] as const };
    expect(chainsAtAges(worked, [{ ...one, ages: [9, 3] }])).toEqual([]);
    expect(chainsAtAges(worked, [{ ...one, stores: ['a', 'b', 'c'], ages: [1, 3] }])).toEqual([]);
  });
});

/** Words of the strip that an arrow runs through, or that stand out of the drawing. */
const touching = (page: Page) =>
  page
    .locator('[data-chart=placement] svg')
    .first()
    .evaluate((svg) => {
      const whole = svg.getBoundingClientRect();
      const arrows = [...svg.querySelectorAll('.move')].map((one) => one.getBoundingClientRect());
      return [...svg.querySelectorAll('text')]
        .filter((text) => {
          const box = text.getBoundingClientRect();
          return (
            box.left < whole.left - 1 ||
            box.right > whole.right + 1 ||
            arrows.some(
              (arrow) =>
                box.left < arrow.right &&
                arrow.left < box.right &&
                box.top < arrow.bottom &&
                arrow.top < box.bottom,
            )
          );
        })
        .map((text) => text.textContent);
    });

describe('on the built page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite('small');
  });
  afterAll(() => site.close());
  const PATIENCE = { timeout: 240_000 };

  test('each move has a handle of its own that the arrow keys move', PATIENCE, async () => {
    const context = await site.visitor({ viewport: PHONE });
    const page = await context.newPage();
    await page.goto(`${site.url}#${encodePermalink(text).replace(/^[^#]*#/, '')}`);
    const second = page.getByRole('slider', { name: 'Age of the second move' });
    await second.waitFor({ timeout: 200_000 });
    const before = await second.getAttribute('aria-valuetext');
    await second.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => second.getAttribute('aria-valuetext'), { timeout: 60_000 }).not.toBe(before);
    await page.getByRole('slider', { name: 'Age of the first move' }).waitFor({ timeout: 60_000 });
    expect(await touching(page)).toEqual([]);
    expect(site.misdeeds).toEqual([]);
    await context.close();
  });
});
