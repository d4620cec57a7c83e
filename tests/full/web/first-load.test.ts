/** What the Plan page loads before its first answer stands: little, and all that is counted as such is all it takes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataFiles } from '#tests/bench/page-size.bench.ts';
import { BUDGET_KB, built, gzippedKilobytes, scriptsOfFirstAnswer } from '#tests/helpers/pageScripts.ts';
import { serveFolder } from '#tests/helpers/serveFolder.ts';
import { openSite } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite();
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
    const bare = await serveFolder(built, '/bare/', (file) => !file.endsWith('.js') || counted.has(file));
    const context = await site.browser.newContext({ serviceWorkers: 'block' });
    const answerAt = async (address: string) => {
      const page = await context.newPage();
      await page.goto(address);
      const words = (id: string) => page.getByTestId(id).textContent({ timeout: 300_000 });
      const bill = await page.locator('li.total .amount').textContent({ timeout: 300_000 });
      return [await words('total'), await words('p99'), bill];
    };
    expect(await answerAt(bare.url)).toEqual(await answerAt(site.url));
    await context.close();
    await bare.close();
  }, 300_000);
});
