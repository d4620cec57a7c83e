/**
 * Every chart of every page, walked: its table is what is drawn and what its CSV holds, its picture can be had, its marks are
 * reached by key, and axe finds nothing. A chart that is added and not walked makes the last test fail. The examples of the Plan
 * page are answered from stored plans.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeWarpFile } from '#tests/bench/warp-file.ts';
import { runProgram } from '#tests/helpers/runProgram.ts';
import { chartFaults } from '#tests/helpers/web/chart-walk.ts';
import { isChecked } from '#tests/helpers/web/drawn-marks.ts';
import { atRest, axeFindings, openSite } from '#tests/helpers/web/site.ts';
import { openExample } from '#tests/helpers/web/question.ts';
import type { Site } from '#tests/helpers/web/site.ts';
import { withStoredPlans } from '#tests/helpers/web/storedPlans.ts';

const PATIENCE = { timeout: 280_000 };

let site: Site;
let page: Page;
/** Whose planner gives stored answers: of the examples that are walked. */
let stored: Page;
const walked = new Set<string>();

beforeAll(async () => {
  site = await openSite('small');
  page = await (await site.visitor()).newPage();
  stored = await (await withStoredPlans(await site.visitor())).newPage();
}, 240_000);
afterAll(() => site.close());

/** The charts by name, and what is wrong with them. */
async function faultsOf(names: readonly string[], of = page): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const figure = of.locator(`main figure[data-chart="${name}"]`).first();
    await figure.locator('svg').waitFor(PATIENCE);
    found.push(...(await chartFaults(figure)));
    walked.add(name);
  }
  return [...found, ...(await axeFindings(of))];
}

async function example(title: string): Promise<void> {
  await openExample(stored, title);
  await stored.locator('.answer[aria-busy=false]').waitFor(PATIENCE);
}

async function scenario(text: string): Promise<void> {
  const { stdout } = await runProgram(['link', '-'], { stdin: text });
  await page.goto('about:blank');
  await page.goto(site.url + stdout.trim());
  await page.getByTestId('total').waitFor(PATIENCE);
}

test('of a placement with ranges: strip, bill, latency, frontier, how sure', PATIENCE, async () => {
  await stored.goto(site.url);
  // No figure changes any more between a table and its CSV.
  await atRest(stored);
  await stored.locator('section[aria-labelledby=sureness][aria-busy=false] figure').first().waitFor(PATIENCE);
  expect(
    await faultsOf(
      ['placement', 'cost-by-meter', 'read-latency', 'cost-against-p99', 'what-moves-the-cost'],
      stored,
    ),
  ).toEqual([]);
});

test('of a move from a placement of today: months, and what it costs and brings back', PATIENCE, async () => {
  await example('A photo archive leaves S3');
  await stored.locator('main figure[data-chart=move] svg').waitFor(PATIENCE);
  expect(await faultsOf(['cost-by-month', 'move'], stored)).toEqual([]);
});

test('of inputs turned: where the answer changes, and who wins over two of them', PATIENCE, async () => {
  await example('10 PB stored, 10 PB sent a month');
  const panel = stored.locator('section[aria-labelledby=winners]');
  await panel.getByLabel('Up').selectOption('standing');
  await panel.getByRole('button', { name: 'Draw the map' }).click();
  await stored.locator('section[aria-labelledby=switches][aria-busy=false] figure').waitFor(PATIENCE);
  expect(await faultsOf(['switch-points', 'winner-map'], stored)).toEqual([]);
});

test('of a split by popularity, and of copies by re-read', PATIENCE, async () => {
  const rest = `
  readers: [{ at: aws/us-east-1, share: 1 }]
  writer: aws/us-east-1
horizon: 1 month
stores: [aws/s3-standard@us-east-1, aws/s3-glacier-instant-retrieval@us-east-1]
`;
  const head =
    'stowage: 1\nname: Archive\nasOf: 2026-11-20\nworkload:\n  objects: { size: 2 MB, standing: 1 PB }\n';
  await scenario(`${head}  reads: { rate: 3M/day, rereads: { gaps: { 6 hours: 0.5, 3 days: 0.9 } } }${rest}`);
  expect(await faultsOf(['placement-cache'])).toEqual([]);
  await scenario(`${head}  reads: { rate: 3M/day, skew: { objects: 0.1, reads: 0.9 } }${rest}`);
  await page.locator('.name button', { hasText: 'most read' }).first().click();
  expect(await faultsOf(['placement-split'])).toEqual([]);
});

test('of the time a copy is kept, and of prices over time', PATIENCE, async () => {
  await page.goto(`${site.url}breakeven/`);
  expect(await faultsOf(['ttl-cost'])).toEqual([]);
  await page.goto(`${site.url}prices/aws/s3-express-one-zone/`);
  expect(await faultsOf(['price-history'])).toEqual([]);
});

test('of a dataset: spread, percentiles, sizes, rates', PATIENCE, async () => {
  await page.goto(`${site.url}datasets/macaron-2024/`);
  await page.getByRole('form', { name: 'Which cells are shown' }).waitFor(PATIENCE);
  await page.getByText('The same by percentile, as curves').click();
  expect(await faultsOf(['latency', 'quantiles', 'size'].map((kind) => `macaron-2024-${kind}`))).toEqual([]);
  await page.goto(`${site.url}datasets/prisma-2026/`);
  await page.getByRole('form', { name: 'Which cells are shown' }).waitFor(PATIENCE);
  expect(await faultsOf(['prisma-2026-latency', 'prisma-2026-throughput'])).toEqual([]);
});

test('of all datasets: a comparison, an answer in SQL, requests over time', PATIENCE, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stowage-charts-'));
  try {
    // A minute of them, so that there is a course to draw.
    await writeWarpFile(path.join(folder, 'small.csv.zst'), 3000, 40e6);
    await page.goto(`${site.url}datasets/`);
    await page.getByLabel('Drop a benchmark').setInputFiles(path.join(folder, 'small.csv.zst'));
    const asked = page.getByRole('form', { name: 'What the file does not say' });
    await asked.getByLabel('Store', { exact: true }).fill('minio/aistor');
    await asked.getByLabel('Place of the store').fill('unknown');
    await asked.getByLabel('Place of the client').fill('unknown');
    await asked.getByRole('button', { name: 'Keep' }).click();
    await page.getByText('How many times slower one is').click();
    await page.getByText('Ask in SQL', { exact: true }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const heat = page.locator('main figure[data-chart$="-over-time"]');
    await heat.waitFor(PATIENCE);
    const name = (await heat.getAttribute('data-chart')) ?? '';
    expect(await faultsOf(['comparison', 'answer', name])).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('no chart is left out: each in the source was walked, and nothing else draws', () => {
  const root = fileURLToPath(new URL('../../../src/', import.meta.url));
  const sources = globSync('**/*.svelte', { cwd: root }).map((file) => ({
    file: file.replaceAll('\\', '/'),
    text: readFileSync(path.join(root, file), 'utf8'),
  }));
  const CARD = [
    'web/panels/P99Band.svelte',
    'web/panels/CardPicture.svelte',
    'web/charts/strips/SmallStrip.svelte',
  ];
  // Its dates stand in words beside each line.
  const LINE = 'web/prices/store/EditionLine.svelte';
  const DRAWING = ['web/charts/frame/Chart.svelte', 'routes/+layout.svelte', LINE, ...CARD];
  expect(sources.filter(({ file, text }) => text.includes('<svg') && !DRAWING.includes(file))).toEqual([]);
  const FRAME = ['web/charts/frame/Plot.svelte', 'web/charts/frame/Rows.svelte'];
  const charts = sources.filter(
    ({ file, text }) => /<(Chart|Plot|Rows)\b/.test(text) && !FRAME.includes(file),
  );
  expect(charts.length).toBeGreaterThanOrEqual(19);
  const left = charts.filter(
    ({ text }) => ![...walked].some((name) => namesOf(text).some((one) => one.test(name))),
  );
  expect(left.map(({ file }) => file)).toEqual([]);
  expect([...walked].filter((name) => !isChecked(name))).toEqual([]);
  expect(site.misdeeds).toEqual([]);
});

/** What a component calls its charts: `name="move"`, `name="{set}-size"`, `name={a ? 'x' : 'y'}`. */
function namesOf(text: string): RegExp[] {
  return [...text.matchAll(/<(?:Chart|Plot|Rows)\b[\s\S]*?\bname=("[^"]*"|\{[^}]*\})/g)].flatMap(
    ([, written = '']) => {
      if (written.startsWith('{'))
        return [...written.matchAll(/'([\w-]+)'/g)].map(([, one = '']) => new RegExp(`^${one}$`));
      return new RegExp(`^${written.slice(1, -1).replace(/\{[^}]*\}/g, '.+')}$`);
    },
  );
}
