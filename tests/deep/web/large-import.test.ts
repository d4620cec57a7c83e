/** A file of a million requests, dropped on the page: read in a worker, with the page at hand meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeWarpFile } from '#tests/bench/warp-file.ts';
import { axeFindings, eventually, openSite, overhang } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';

const REQUESTS = 1_000_000;
let site: Site;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'stowage-large-'));
  [site] = await Promise.all([
    openSite('whole'),
    writeWarpFile(path.join(folder, 'large.csv.zst'), REQUESTS),
  ]);
}, 300_000);

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await site.close();
});

test('is read in a worker while the page answers, shows how far it is, and stands over time', async () => {
  const context = await site.visitor();
  const page = await context.newPage();
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await page.goto(`${site.url}datasets/`);
  const input = page.getByLabel('Drop a benchmark');
  await input.waitFor();
  await input.setInputFiles(path.join(folder, 'large.csv.zst'));
  const asked = page.getByRole('form', { name: 'What the file does not say' });
  await asked.getByLabel('Store', { exact: true }).fill('minio/aistor');
  await asked.getByLabel('Place of the store').fill('unknown');
  await asked.getByLabel('Place of the client').fill('unknown');
  const status = page.getByRole('status').first();
  const shares: number[] = [];
  await page.exposeFunction('seen', (share: number) => shares.push(share));
  await page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: (share: number) => void };
    new MutationObserver(() => {
      const bar = document.querySelector<HTMLProgressElement>('progress[aria-label=Reading]');
      if (bar) seen(bar.value);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    // What the page does while it reads: letters it takes, pictures it draws.
    const alive = { frames: 0, letters: [] as (number | undefined)[] };
    Object.assign(globalThis, { alive });
    const bar = () => document.querySelector<HTMLProgressElement>('progress[aria-label=Reading]');
    const frame = () => {
      if (bar()) alive.frames++;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    document.addEventListener('input', () => alive.letters.push(bar()?.value));
  });
  await asked.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('progressbar', { name: 'Reading' }).waitFor();
  // The page answers while it reads: its file is far from read when what was typed stands there.
  await page.getByText('Ask in SQL', { exact: true }).click();
  const sql = page.getByLabel('SQL', { exact: true });
  await sql.fill('');
  await sql.pressSequentially('SELECT 1');
  await eventually(() => sql.inputValue()).toBe('SELECT 1');
  await eventually(() => status.textContent()).toContain('Reading large.csv.zst');
  const alive = () =>
    page.evaluate(
      () => (globalThis as unknown as { alive: { frames: number; letters: (number | null)[] } }).alive,
    );
  const { letters } = await alive();
  expect(letters).toHaveLength('SELECT 1'.length + 1);
  for (const share of letters) expect(share).toBeLessThan(1);
  await page.getByText(/figures read from large\.csv\.zst \(warp-csv\)/).waitFor({ timeout: 300_000 });
  expect(workers.some((url) => /import/.test(url))).toBe(true);
  expect(new Set(shares).size).toBeGreaterThan(10);
  expect((await alive()).frames).toBeGreaterThan(10);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));

  // All of them stand on the heat map, which is read by key, too.
  const heat = page.locator('figure[data-chart$="-over-time"]');
  // As few shapes as shades: a rectangle each would hold the page up.
  await eventually(() => heat.locator('svg path').count()).toBe(5);
  await heat.getByText('Data', { exact: true }).click();
  const counts = await heat.locator('tbody td:last-child').allTextContents();
  expect(counts.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0)).toBe(REQUESTS);
  await heat.getByText('Data', { exact: true }).click();
  await heat.getByRole('slider', { name: 'Stretch of time' }).focus();
  await page.keyboard.press('ArrowRight');
  await eventually(() => heat.locator('.reading').textContent()).toMatch(/requests, half within .* ms/);
  expect(await axeFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await eventually(() => overhang(page)).toBeLessThanOrEqual(0);
  await context.close();
  expect(site.misdeeds).toEqual([]);
}, 180_000);
