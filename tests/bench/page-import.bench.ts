/** A million requests of warp dropped on the page in a real browser: how long it takes, and how long the page stands still. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSite } from '#tests/helpers/web/site.ts';
import { startSites } from '#tests/site.ts';
import type { BenchRow } from './bench-row.ts';
import { writeWarpFile } from './warp-file.ts';

const REQUESTS = Number(process.env.STOWAGE_BENCH_REQUESTS ?? 1_000_000);

export default async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'stowage-bench-'));
  const { sites, close } = await startSites();
  const site = await openSite('whole', sites);
  try {
    const file = path.join(folder, 'large.csv.zst');
    await writeWarpFile(file, REQUESTS);
    const page = await (await site.visitor({ serviceWorkers: 'allow' })).newPage();
    await page.goto(`${site.url}datasets/`);
    await page.getByLabel('Drop a benchmark').setInputFiles(file);
    const asked = page.getByRole('form', { name: 'What the file does not say' });
    await asked.getByLabel('Store', { exact: true }).fill('minio/aistor');
    await asked.getByLabel('Place of the store').fill('unknown');
    await asked.getByLabel('Place of the client').fill('unknown');
    await page.evaluate(() => {
      const seen = { gapMs: 0, last: performance.now() };
      Object.assign(globalThis, { seen });
      const frame = (now: number) => {
        seen.gapMs = Math.max(seen.gapMs, now - seen.last);
        seen.last = now;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
    const start = performance.now();
    await asked.getByRole('button', { name: 'Keep' }).click();
    // Told by the page itself: a locator that looks again and again would hold it up.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const watch = new MutationObserver(() => {
            if (!document.querySelector('figure[data-chart$="-over-time"] svg')) return;
            watch.disconnect();
            resolve();
          });
          watch.observe(document.body, { subtree: true, childList: true });
        }),
    );
    const seconds = (performance.now() - start) / 1000;
    const gapMs = await page.evaluate(
      () => (globalThis as unknown as { seen: { gapMs: number } }).seen.gapMs,
    );
    const name = `${REQUESTS.toLocaleString('en')} requests of warp dropped on the page`;
    return [
      { name, value: seconds, unit: 's', note: 'in a real browser, until its charts stand' },
      { name: `${name}, longest gap between frames`, value: gapMs, unit: 'ms' },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await site.close();
    await close();
  }
}
