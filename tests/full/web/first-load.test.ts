/** What the Plan page loads before its first answer stands: little, and all that is counted as such is all it takes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataFiles } from '#tests/bench/page-size.bench.ts';
import { BUDGET_KB, gzippedKilobytes, scriptsOfFirstAnswer } from '#tests/helpers/pageScripts.ts';
import { openSite, PATIENCE_MS } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';

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
      const bill = await page.locator('li.total .amount').textContent({ timeout: PATIENCE_MS });
      const said = [await words('total'), await words('p99'), bill];
      await context.close();
      return said;
    };
    expect(await answer((file) => counted.has(file))).toEqual(await answer(() => true));
  });
});
