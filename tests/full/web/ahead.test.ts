/** What lies ahead on the Plan page: frontier, months and the move, from their figures to the browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tickMoney } from '#web/charts/frame/axes.ts';
import { encodePermalink } from '#permalink/permalink.ts';
import type { OverTime } from '#core/report/time-types.ts';
import { frontierFigure, frontierTitle } from '#core/answer/figures/frontier.ts';
import { monthLines, monthsFigure, monthsTitle } from '#core/answer/figures/months.ts';
import { frontierPoints } from '#core/report/frontier.ts';
import { labelled, type Box } from '#web/charts/frame/labels.ts';
import { COLD, HOT, aLatency, aMonthlyCost, aPlan, aSingle } from '#tests/helpers/aPlan.ts';
import { namesOf, storeName } from '#web/words/names.ts';
import { PHONE, axeFindings, eventually, openSite, overhang, type Site } from '#tests/helpers/web/site.ts';
import { smallExample } from '#tests/helpers/web/smallSite.ts';

const priced = (store: string, total: number, p99Ms: number | null) => {
  const one = aSingle(store, { monthly: aMonthlyCost({ total }) });
  return { ...one, read: { ...one.read, ...aLatency({ p99Ms }) } };
};

const names = namesOf(storeName);

describe('the frontier', () => {
  const [cheap, fast, beaten, unknown] = [
    priced(COLD, 10, 900),
    priced(HOT, 40, 90),
    priced('acme/other@south', 50, 900),
    priced('acme/unmeasured@south', 5, null),
  ];
  const plan = aPlan({ candidates: [cheap, fast, beaten, unknown], frontier: [cheap.id, fast.id] });
  const points = frontierPoints(plan);

  test('names what beats each plan that is beaten, and leaves out what nobody measured', () => {
    expect(points.map(({ candidate, isOn, beatenBy }) => [candidate.id, isOn, beatenBy])).toEqual([
      [cheap.id, true, null],
      [fast.id, true, null],
      [beaten.id, false, cheap.id],
    ]);
    expect(frontierTitle(points, names)).toBe('$30/month more takes the p99 from 900 ms to 90 ms');
    expect(frontierFigure(points, names).rows[2]?.at(-1)).not.toBe('');
  });

  test('says in its title where it bends: what costs little more and answers much sooner', () => {
    const [between, dear] = [priced('acme/between@south', 14, 120), priced('acme/dear@south', 4000, 85)];
    const all = [cheap, between, dear];
    const bent = aPlan({ candidates: all, frontier: all.map(({ id }) => id) });
    expect(frontierTitle(frontierPoints(bent), names)).toBe(
      '$4.00/month more takes the p99 from 900 ms to 120 ms',
    );
  });

  test('puts no name on another, nor outside the drawing', () => {
    const spots = labelled(
      Array.from({ length: 12 }, (_, i) => ({ x: 100 + i, y: 50 + 2 * i, text: 'a name of some length' })),
      400,
    );
    const boxes = spots.flatMap(({ spot }) =>
      spot ? [{ left: spot.anchor === 'start' ? spot.x : spot.x - 21 * 6.4, y: spot.y }] : [],
    );
    expect(boxes.length).toBeGreaterThan(0);
    for (const [i, a] of boxes.entries())
      for (const b of boxes.slice(i + 1))
        expect(Math.abs(a.left - b.left) > 21 * 6.4 || Math.abs(a.y - b.y) >= 14).toBe(true);
    const far = { x: 5, y: 5, text: 'far too long for this drawing' };
    expect(labelled([far], 60)).toEqual([{ ...far, spot: null }]);
  });

  test('puts no name on the words of the requirement', () => {
    const point = { x: 60, y: 30, text: 'a name' };
    const above = { left: 60, right: 120, top: 10, bottom: 24 };
    const spots = (kept: Box[]) => labelled([point], 400, 6.4, kept).map(({ spot }) => spot);
    expect(spots([])).toEqual([{ x: 69, y: 21, anchor: 'start' }]);
    expect(spots([above])).toEqual([{ x: 51, y: 21, anchor: 'end' }]);
  });
});

describe('months', () => {
  const overTime: OverTime = {
    currency: 'USD',
    months: ['2026-11', '2026-12', '2027-01'],
    placements: [
      { id: 'b', feasible: 'yes', atLeast: false, totals: [20, 10, 5], sum: 35 },
      { id: 'a', feasible: 'yes', atLeast: false, totals: [12, 13, 14], sum: 39 },
      { id: 'c', feasible: 'unproven', atLeast: false, totals: [13, 13, 14], sum: 40 },
      { id: 'd', feasible: 'no', atLeast: false, totals: [1, 1, 1], sum: 3 },
    ],
    first: 'a',
    whole: 'b',
    flips: [{ month: '2026-12', from: 'a', to: 'b' }],
    ahead: '2027-01',
    words: [],
  };
  const nameOf = (id: string) => id.toUpperCase();

  test('are lines of what matters, by the month or added up', () => {
    expect(
      monthLines(overTime, [], nameOf, { most: 5 }).map(({ name, values }) => [name, ...values]),
    ).toEqual([
      ['B', 20, 10, 5],
      ['A', 12, 13, 14],
      ['C', 13, 13, 14],
    ]);
    const sums = monthLines(overTime, ['d'], nameOf, { most: 5, isSum: true });
    expect(sums.map(({ values }) => values.at(-1))).toEqual([35, 39, 3, 40]);
    expect(monthsFigure(overTime, sums, true).file.rows[1]).toEqual(['2026-12', 30, 25, 2, 26]);
  });

  test('have a title that says when it flips', () => {
    expect(monthsTitle(overTime, nameOf)).toBe(
      'Of what is sure enough, B costs the least over 3 months, ahead from 2027-01 on',
    );
    expect(monthsTitle({ ...overTime, first: 'b', flips: [] }, nameOf)).toBe(
      'Of what is sure enough, B stays the cheapest for 3 months',
    );
  });
});

test('amounts at ticks state no precision', () => {
  expect([40_000, 1500, 0, 0.8, 2.5, 1, 0.06, 12.5, -20_000].map((one) => tickMoney(one))).toEqual([
    ...['$40k', '$1.5k', '$0', '$0.80', '$2.50', '$1', '$0.06', '$12.50', '−$20k'],
  ]);
});

describe('in the browser', () => {
  let site: Site;
  let link: string;
  beforeAll(async () => {
    site = await openSite('small');
    link = encodePermalink(smallExample('leave-s3'));
  });
  afterAll(async () => site.close());

  const open = async (page: Page) => {
    await page.goto(`${site.url}#${link.replace(/^[^#]*#/, '')}`);
    await page.getByRole('heading', { name: 'Moving pays' }).waitFor();
  };

  test('on a phone nothing hangs out and all is accessible', async () => {
    const context = await site.visitor({ viewport: PHONE });
    const page = await context.newPage();
    await open(page);
    expect(await overhang(page)).toBe(0);
    // The room kept for an amount is not what is shown there.
    const months = page.locator('[data-chart=cost-by-month] svg');
    await eventually(() => months.textContent()).toMatch(/\$[1-9][\d.]*k R2 Standard/);
    expect(await months.textContent()).not.toContain('$00');
    expect(await axeFindings(page)).toEqual([]);
    await context.close();
  });

  test('months are read with the arrow keys, a point is chosen with Enter, and the move follows', async () => {
    const context = await site.visitor();
    const page = await context.newPage();
    await open(page);
    const months = page.getByRole('slider', { name: 'Month', exact: true });
    await months.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await eventually(() => months.getAttribute('aria-valuetext')).toMatch(/^2026-12: .*R2 Standard \$/);
    const before = await months.getAttribute('aria-valuetext');
    await page.getByLabel('Added up from the first month').check();
    await months.focus();
    expect(await months.getAttribute('aria-valuetext')).not.toBe(before);

    // The p99s are swept once the plan stands.
    await page.getByText('The cheapest placement found for every p99').waitFor();
    await page.getByRole('button', { name: /^S3 Standard: \$.* at / }).focus();
    await page.keyboard.press('Enter');
    await page.getByText("The placement on show is today's: nothing moves.").waitFor();
    await page.getByRole('button', { name: /^Tigris Standard: \$.* at / }).focus();
    await page.keyboard.press('Enter');
    const card = page.getByRole('region', { name: 'Moving pays' });
    await card.locator('summary', { hasText: 'The copy: egress' }).click();
    await card
      .getByRole('link', { name: /^aws\// })
      .first()
      .waitFor();
    expect(site.misdeeds).toEqual([]);
    await context.close();
  });

  test('a placement that the sweep found is shown like any other, and joins the list', async () => {
    const context = await site.visitor();
    const page = await context.newPage();
    await open(page);
    await page.getByText('The cheapest placement found for every p99').waitFor();
    const heading = page.getByRole('heading', { name: /placements priced$/ });
    const priced = await heading.textContent();
    const points = page.locator('[data-chart=cost-against-p99]').getByRole('button', { name: /month at / });
    const shown = page.getByTestId('total');
    // The fastest of the frontier is a store alone, which the list has; the next answers later and costs less.
    const labels = await points.evaluateAll((all) =>
      all.filter((one) => !one.matches('.beaten')).map((one) => one.getAttribute('aria-label') ?? ''),
    );
    const p99 = (label: string) => Number(/ at ([\d.]+) ms/.exec(label)?.[1] ?? Infinity);
    const [, next = ''] = labels.toSorted((a, b) => p99(a) - p99(b));
    const point = page.getByRole('button', { name: next, exact: true });
    await point.focus();
    await page.keyboard.press('Enter');
    await eventually(() => shown.textContent()).toBe(/: (\S+)\/month/.exec(next)?.[1]);
    await eventually(() => point.getAttribute('aria-pressed')).toBe('true');
    const one = Number.parseInt(priced ?? '');
    await eventually(() => heading.textContent()).toBe(`${one + 1} placements priced`);
    await page.getByText('this one lies between them').waitFor();
    await page.getByRole('button', { name: 'Back to the recommended' }).click();
    await eventually(() => shown.textContent()).not.toBe(/: (\S+)\/month/.exec(next)?.[1]);
    // It stays in the list, to be come back to.
    await eventually(() => heading.textContent()).toBe(`${one + 1} placements priced`);
    expect(site.misdeeds).toEqual([]);
    await context.close();
  });
});
