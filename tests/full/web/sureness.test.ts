/** How sure an answer is, in the words, figures and charts of the page. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { catalogFetcher } from '#catalog/fetch-catalog.ts';
import type { Tornado, Uncertainty } from '#core/report/uncertainty-types.ts';
import { oddsFigure, oddsRows, tornadoFigure, tornadoTitle } from '#core/answer/figures/uncertainty.ts';
import { inputName } from '#core/answer/words/input-name.ts';
import { AS_WRITTEN } from '#core/answer/words/names.ts';
import { sureSentences, worthSentences } from '#core/answer/words/uncertainty.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { answersFrom } from '#web/ask/answers.ts';
import { COLD, HOT } from '#tests/helpers/aPlan.ts';
import { eventually, PHONE, axeFindings, openSite, overhang } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';

const [HOT_ID, COLD_ID] = [`single:${HOT}`, `single:${COLD}`];
const odds = { shown: true, atLeast: false, p99Ms: null, requirements: [], meanCost: 55 };

/** Artificial figures: 11, 22, 33 … */
const found: Uncertainty = {
  draws: 100,
  currency: 'USD',
  inputs: [],
  candidates: [
    {
      ...odds,
      id: HOT_ID,
      cost: { p10: 11, p50: 22, p90: 33 },
      recommended: 0.75,
      wins: 0.25,
      winsOfSure: 0.75,
      meets: 1,
      regret: 4.4,
    },
    {
      ...odds,
      id: COLD_ID,
      cost: { p10: 1, p50: 2, p90: 3 },
      recommended: 0.25,
      wins: 0.5,
      winsOfSure: 0,
      meets: 0.5,
      regret: 0,
    },
    {
      ...odds,
      id: 'single:acme/never@north',
      cost: { p10: 9, p50: 9, p90: 9 },
      recommended: 0,
      wins: 0,
      winsOfSure: 0,
      meets: 0,
      regret: null,
    },
  ],
  noneWins: 0.25,
  tornado: null,
  information: {
    best: HOT_ID,
    everything: 4.4,
    noise: 0.1,
    inputs: [
      {
        path: `latency.${COLD}`,
        worth: 3.3,
        clear: true,
        measure: { command: 'stowage probe run …', price: 0.4, place: 'aws/us-east-1' },
      },
      {
        path: 'workload.objects.size',
        worth: 2.2,
        clear: true,
        measure: { command: 'stowage derive LOG...', price: 0, place: null },
      },
      { path: 'workload.objects.standing', worth: 1.1, clear: true, measure: null },
      { path: 'workload.reads.rate', worth: 0.1, clear: false, measure: null },
    ],
  },
};
const tornado: Tornado = {
  id: HOT_ID,
  cost: 22,
  runnerUp: COLD_ID,
  saving: 5,
  bars: [
    {
      path: 'workload.objects.retention',
      low: { value: 30, cost: 11, saving: 1 },
      high: { value: 270, cost: 44, saving: -2 },
      variance: { first: 0.9, firstError: 0.02, total: 0.9, totalError: 0.02 },
    },
  ],
};

describe('the sentences', () => {
  test('say what it costs, how often it is right, who is cheaper when it is not, and what being wrong costs', () => {
    const said = sureSentences(found, HOT_ID, (id) => (id === COLD_ID ? 'Cold' : id)).join(' ');
    expect(said).toContain('$11 to $33/month');
    expect(said).toContain('sure to meet the requirements, it is the cheapest in 75% of 100 draws');
    expect(said).toContain('Cold in 50%');
    expect(said).toContain('Expected regret: $4.40/month');
    expect(said).not.toContain('never');
  });

  test('without a recommendation say who might be one', () => {
    expect(sureSentences(found, undefined, (id) => id).join(' ')).toMatch(
      /in 75% of 100 draws\. .*cold.* in 50%/,
    );
  });

  test('name the command and its price for each input that is clearly worth knowing, and no other', () => {
    const said = worthSentences(found, AS_WRITTEN);
    expect(said.map(({ command }) => command)).toEqual([
      'stowage probe run …',
      'stowage derive LOG...',
      null,
    ]);
    expect(said[0]?.words).toMatch(/\$3\.30\/month .* from aws\/us-east-1 costs \$0\.40 once/);
    expect(said[1]?.words).toContain('costs nothing');
  });

  test('name inputs and shares as people do', () => {
    expect(inputName('workload.objects.size[1].size', AS_WRITTEN)).toBe('object size of class 2');
    expect(inputName('workload.readers[0].hitRatio', AS_WRITTEN)).toBe('CDN hit ratio of reader 1');
    expect(inputName('workload.objects.retention', AS_WRITTEN)).toBe('retention');
  });
});

describe('the figures', () => {
  const rows = oddsRows(found, HOT_ID, (id) => id);

  test('have the recommendation first, then those that win at all', () => {
    expect(rows.map(({ id }) => id)).toEqual([HOT_ID, COLD_ID]);
    expect(oddsFigure(rows, 'USD').file.rows[0]).toEqual([
      HOT_ID,
      0.75,
      0.25,
      1,
      11,
      22,
      33,
      55,
      null,
      null,
      4.4,
    ]);
  });

  test('give both ends of each range with what they save', () => {
    expect(tornadoTitle(tornado, 'USD', AS_WRITTEN)).toBe('Retention moves this bill most: $11 to $44/month');
    expect(tornadoFigure(tornado, 'USD', AS_WRITTEN).file.rows).toEqual([
      ['retention', '30 days', '270 days', 11, 44, 1, -2, 0.9, 0.02],
    ]);
    expect(tornadoFigure({ ...tornado, runnerUp: null }, 'USD', AS_WRITTEN).file.columns).toHaveLength(7);
  });
});

describe('in the worker', () => {
  test('an answer comes in pieces, with turns for others in between', async () => {
    const answers = answersFrom(
      catalogFetcher(
        async (file) =>
          JSON.parse(
            await readFile(new URL(`../../../dist/data/${file}`, import.meta.url), 'utf8'),
          ) as unknown,
      ),
    );
    const scenario = parse(
      await readFile(new URL('../../../examples/macaron-uber-1.yaml', import.meta.url), 'utf8'),
    ) as ScenarioText;
    let turns = 0;
    const parts: unknown[] = [];
    for await (const part of answers.sureness({ scenario }, () => Promise.resolve(void (turns += 1))))
      parts.push(part);
    expect(parts).toMatchObject([{ found: { draws: 256 } }]);
    expect(turns).toBeGreaterThan(5);
  });
});

describe('on the page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite('small');
  });
  afterAll(() => site.close());

  test('a range typed into the form is drawn: what moves the bill, who wins, what it costs; by keyboard, on a phone too', async () => {
    const context = await site.visitor();
    const page = await context.newPage();
    await page.goto(site.url);
    await page.getByTestId('total').waitFor();
    await page.getByLabel('Object size', { exact: true }).fill('2 MB to 8 MB');
    const section = page.locator('section[aria-labelledby="sureness"]');
    const bar = section.locator('g[aria-label^="object size from 2 MB to 8 MB"]');
    await bar.waitFor({ timeout: 300_000 });
    await bar.focus();
    await eventually(() => section.locator('figure').count()).toBe(1);
    const draws = section.locator('details', { hasText: 'Placements over the draws' });
    await draws.locator('summary').press('Enter');
    await draws.locator('td', { hasText: '%' }).first().waitFor();
    await section.getByText('Data', { exact: true }).first().click();
    await eventually(() => section.locator('td', { hasText: 'object size' }).count()).toBeGreaterThan(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    await context.close();
    expect(site.misdeeds).toEqual([]);
  }, 240_000);
});
