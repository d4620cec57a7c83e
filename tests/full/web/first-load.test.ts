/** The Plan page on the whole archive: it loads little before its first answer stands, and answers its first example as the core does. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan as planExactly } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { overviewMoney } from '#core/text/money.ts';
import { dataFiles } from '#tests/bench/page-size.bench.ts';
import { BUDGET_KB, gzippedKilobytes, scriptsOfFirstAnswer } from '#tests/helpers/pageScripts.ts';
import { eventually, openSite, PATIENCE_MS } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';
import { ROOT, allDatasets, wholeArchive } from '#tests/sources.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite('whole');
});

afterAll(() => site.close());

describe('the first load of the Plan page', () => {
  test('keeps its scripts within the budget', () => {
    expect(gzippedKilobytes(scriptsOfFirstAnswer())).toBeLessThanOrEqual(BUDGET_KB.scripts);
  });

  test('keeps the prices within theirs', () => {
    expect(gzippedKilobytes(dataFiles().prices)).toBeLessThanOrEqual(BUDGET_KB.prices);
  });

  test('takes no script that is not counted, and gives the same answer without the others', async () => {
    const counted = scriptsOfFirstAnswer();
    const answer = async (serves: (file: string) => boolean) => {
      const context = await site.browser.newContext({ serviceWorkers: 'block' });
      await context.route('**/*.js', (route) =>
        serves(route.request().url().slice(site.url.length)) ? route.continue() : route.abort(),
      );
      const page = await context.newPage();
      await page.goto(site.url);
      const words = (id: string) => page.getByTestId(id).textContent({ timeout: PATIENCE_MS });
      const titles = await page.locator('#cost .figure, #latency .figure').allTextContents();
      const said = [await words('total'), await words('p99'), ...titles];
      await context.close();
      return said;
    };
    expect(await answer((file) => counted.has(file))).toEqual(await answer(() => true));
  });
});

test('the first example has the figures of the core on the whole archive, and every chart of it is drawn', async () => {
  const scenario = parse(readFileSync(path.join(ROOT, 'examples/streamingco.yaml'), 'utf8')) as ScenarioText;
  const sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };
  const { candidates, recommendation } = planExactly(ask(scenario, sources));
  const best = candidates.find(({ id }) => id === recommendation?.id);

  const context = await site.visitor();
  const page = await context.newPage();
  await page.goto(site.url);
  await eventually(() => page.getByTestId('total').textContent()).toBe(
    overviewMoney(best?.monthly.total ?? NaN),
  );
  for (const chart of [
    'placement',
    'cost-by-meter',
    'read-latency',
    'cost-against-p99',
    'what-moves-the-cost',
    'switch-points',
  ])
    await page.locator(`main figure[data-chart=${chart}] svg`).first().waitFor();
  expect(site.misdeeds).toEqual([]);
  await context.close();
});
