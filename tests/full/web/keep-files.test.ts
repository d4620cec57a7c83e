/** The app is kept for use without a network, once its first answer stands. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepFiles } from '../../../src/service-worker/keep-files.ts';
import { eventually, openSite } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';

const FILES = Array.from({ length: 40 }, (_, i) => `file-${i}`);

/** A cache that fetches a file only when it is let. */
function slowCache(kept: string[] = []) {
  const open: (() => void)[] = [];
  const asked: string[] = [];
  return {
    kept,
    asked,
    open,
    match: (file: string) => Promise.resolve(kept.includes(file) ? new Response() : undefined),
    add: (file: string) => {
      asked.push(file);
      return new Promise<void>((resolve) => open.push(() => resolve(void kept.push(file))));
    },
  };
}
type Slow = ReturnType<typeof slowCache>;
const asCache = (cache: Slow) => cache as unknown as Cache;

const settle = () => vi.advanceTimersByTimeAsync(0);
async function letGo(cache: Slow): Promise<void> {
  for (const one of cache.open.splice(0)) one();
  await settle();
}

describe('files of the app', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('are all kept, two at a time', async () => {
    const cache = slowCache();
    const done = keepFiles(FILES, asCache(cache));
    await settle();
    while (cache.open.length > 0) {
      expect(cache.open.length).toBeLessThanOrEqual(2);
      await letGo(cache);
    }
    await done;
    expect(cache.kept.sort()).toEqual([...FILES].sort());
  });

  test('that are kept already are not fetched again', async () => {
    const cache = slowCache(FILES.slice(0, 39));
    const done = keepFiles(FILES, asCache(cache));
    await settle();
    expect(cache.asked).toEqual(['file-39']);
    await letGo(cache);
    await done;
  });

  test('are not said to be kept when one cannot be had', async () => {
    const add = (file: string) => (file === 'file-7' ? Promise.reject(new Error('gone')) : Promise.resolve());
    const cache = { add, match: () => Promise.resolve(undefined) } as unknown as Cache;
    await expect(keepFiles(FILES, cache)).rejects.toThrow('gone');
  });
});

describe('on the built page', () => {
  let site: Site;
  beforeAll(async () => void (site = await openSite('small')));
  afterAll(() => site.close());

  test('every file is kept once the first answer stands, and the page opens without a network', async () => {
    const visitor = await site.visitor({ serviceWorkers: 'allow' });
    const page = await visitor.newPage();
    await page.goto(site.url);
    await page.locator('.answer[aria-busy=false]').waitFor();
    const missing = await page.evaluate(async () => {
      const { scope } = await navigator.serviceWorker.ready;
      const files: string[] = await (await fetch(`${scope}files.json`)).json();
      const found = await Promise.all(files.map((file) => caches.match(`${scope}${file}`)));
      return files.filter((_, i) => !found[i]);
    });
    expect(missing).toEqual([]);

    // Without a network the page opens and computes the same.
    const figures = () =>
      page.locator('[data-testid=total], [data-testid=p99], li.total .amount').allTextContents();
    const before = await figures();
    await visitor.setOffline(true);
    await page.reload();
    await page.getByTestId('total').waitFor();
    await eventually(figures).toEqual(before);
    await page.getByRole('link', { name: 'Method' }).click();
    await page.getByRole('heading', { name: 'Method' }).waitFor();
    expect(site.misdeeds).toEqual([]);
    await visitor.close();
  });
});
