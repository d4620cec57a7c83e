/** Walks a chart as a visitor would: its figures as table and CSV, its picture as SVG and PNG, its marks by key, and whether they stand where the table says. */
import type { Locator, Page } from 'playwright-core';
import { parseCsv } from '#core/csv.ts';
import { drawnFaults } from './drawn-marks.ts';
import { bytesOf } from './site.ts';

/** A table as the page shows it; unknown figures as null. */
export interface Shown {
  columns: string[];
  rows: (string | null)[][];
}

/** What is wrong with a chart; empty: nothing. */
export async function chartFaults(figure: Locator): Promise<string[]> {
  const name = (await figure.getAttribute('data-chart')) ?? '';
  await opened(figure, 'Data');
  await opened(figure, 'Picture');
  const shown = await tableOf(figure);
  const records = parseCsv(await saved(figure, 'Download CSV'));
  const csv = [Object.keys(records[0] ?? {}), ...records.map((record) => Object.values(record))];
  const found = [
    ...(shown.rows.length === 0 ? ['no rows'] : []),
    ...tableFaults(shown, csv, name),
    ...(await drawnFaults(name, figure, figuresOf(csv), csv.length - 1)),
    ...pictureFaults(await saved(figure, 'Download SVG')),
    ...(await pngFaults(figure)),
    ...(await keyFaults(figure)),
  ];
  return found.map((fault) => `${name}: ${fault}`);
}

async function opened(figure: Locator, fold: string): Promise<void> {
  const details = figure.locator('details', { has: figure.page().locator('summary', { hasText: fold }) });
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
}

function tableOf(figure: Locator): Promise<Shown> {
  return figure.evaluate((element) => {
    const table = element.querySelector('.scroll table');
    const texts = (row: Element) => [...row.children].map((cell) => cell.textContent);
    return {
      columns: [...(table?.querySelectorAll('thead th') ?? [])].map((cell) => cell.textContent),
      rows: [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) =>
        texts(row).map((text) => (text === 'unknown' ? null : text)),
      ),
    };
  });
}

async function saved(figure: Locator, button: string): Promise<string> {
  return (await download(figure, button)).toString();
}

async function download(figure: Locator, button: string): Promise<Buffer> {
  const [file] = await Promise.all([
    figure.page().waitForEvent('download'),
    // A click that cannot be made says why; the wait for what it saves would not.
    figure.getByRole('button', { name: button }).click({ timeout: 60_000 }),
  ]);
  return bytesOf(file);
}

/** A chart of very many marks has them all in its CSV and a summary in its table. */
const SUMMARISED = /-over-time$/;

/** The table is for people and the CSV for programs: one row of either is of one thing, and no column stands twice. */
function tableFaults(shown: Shown, csv: string[][], name: string): string[] {
  if (SUMMARISED.test(name)) return csv.length > shown.rows.length ? [] : ['the CSV has less than the table'];
  const [head = [], ...rows] = csv;
  const twice = [shown.columns, head].flatMap((names) => names.filter((one, i) => names.indexOf(one) !== i));
  const cells = [...shown.rows, ...rows].flat();
  return [
    ...(twice.length > 0 ? [`the column ${twice[0]} stands twice`] : []),
    ...(rows.length === shown.rows.length ? [] : ['the CSV has other rows than the table']),
    ...(cells.some((cell) => /NaN|undefined|Infinity|\[object/.test(cell ?? ''))
      ? ['a cell is no figure']
      : []),
  ];
}

/** Unrounded, as the CSV has them. */
function figuresOf([columns = [], ...rows]: string[][]): Shown {
  return {
    columns,
    rows: rows.map((row) => row.map((cell) => (cell === '' ? null : cell.replace(/^'(?=[=+\-@\t])/, '')))),
  };
}

function pictureFaults(svg: string): string[] {
  return [
    ...(svg.startsWith('<svg') && svg.trimEnd().endsWith('</svg>') ? [] : ['the SVG is none']),
    ...(/NaN|undefined|Infinity/.test(svg) ? ['the SVG has what is no number'] : []),
    ...(/var\(--/.test(svg) ? ['the SVG leans on colours of the page'] : []),
  ];
}

async function pngFaults(figure: Locator): Promise<string[]> {
  const png = await download(figure, 'Download PNG');
  return png.subarray(1, 4).toString() === 'PNG' && png.length > 2000 ? [] : ['the PNG is none'];
}

/** Tab comes to a mark or a slider of the chart, each says what it is, and the arrow keys go on from there. */
async function keyFaults(figure: Locator): Promise<string[]> {
  const page = figure.page();
  const found: string[] = [];
  const marks = figure.locator('svg [tabindex]');
  const nameless = await marks.evaluateAll(
    (all) => all.filter((mark) => !mark.getAttribute('aria-label')).length,
  );
  if (nameless > 0) found.push(`${nameless} marks without a name`);
  await figure.locator('summary').first().focus();
  await page.keyboard.press('Shift+Tab');
  const isInside = await figure.evaluate((element) => element.contains(document.activeElement));
  if (!isInside) return [...found, 'no mark that Tab comes to'];
  if ((await marks.count()) > 0) await marks.first().focus();
  const before = await state(page);
  const states = [before];
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft']) {
    await page.keyboard.press(key);
    states.push(await state(page));
  }
  const isAlone = (await marks.count()) === 1 && !before.includes('slider');
  if (new Set(states).size === 1 && !isAlone) found.push('arrow keys do nothing');
  return found;
}

/** Where the focus is, and what a slider there says. */
function state(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: at } = document;
    const marks = [...(at?.closest('svg')?.querySelectorAll('[tabindex]') ?? [])];
    return [
      at?.getAttribute('role') ?? at?.tagName,
      at ? marks.indexOf(at) : -1,
      at?.getAttribute('aria-valuenow'),
      at?.getAttribute('aria-valuetext'),
      at instanceof HTMLInputElement ? at.value : '',
    ].join(' | ');
  });
}
