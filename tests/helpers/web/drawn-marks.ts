/** What is drawn against the table: each chart's marks stand where its figures put them, on a scale that is one line through all. */
import type { Locator } from 'playwright-core';
import type { Shown } from './chart-walk.ts';

interface Check {
  /** The marks, and what of them is a figure: an attribute, or a coordinate of each point of a path. */
  marks: string;
  of: string;
  /** What the table puts there, in the order drawn; `marks`: how many are drawn. */
  figures: (table: Shown, marks: number) => number[];
  scale?: 'linear' | 'log';
  /** Marks stand in an order of their own. */
  unordered?: boolean;
}

const PIXELS = 1.5;

const column = (name: RegExp) => (table: Shown) => columnOf(table, name).filter((one) => !Number.isNaN(one));
function columnOf({ columns, rows }: Shown, name: RegExp): number[] {
  const at = columns.findIndex((one) => name.test(one));
  if (at < 0) throw new Error(`no column ${name} among ${columns.join(', ')}`);
  return rows.map((row) => (row[at] === null || row[at] === '' ? NaN : Number(row[at])));
}
/** Row by row, those of the columns that are known. */
const across =
  (...names: RegExp[]) =>
  (table: Shown) => {
    const read = names.map((name) => columnOf(table, name));
    return table.rows.flatMap((_, i) => read.flatMap((one) => (Number.isNaN(one[i]) ? [] : [one[i] ?? 0])));
  };
const down = (table: Shown) =>
  table.columns.slice(1).flatMap((_, c) => table.rows.map((row) => Number(row[c + 1])));
/** What runs off the top of a drawing is not drawn. */
function cheapest({ rows }: Shown, most: number) {
  const kept = new Set(rows.toSorted((a, b) => Number(a[1]) - Number(b[1])).slice(0, most));
  return rows.filter((row) => kept.has(row));
}
/** The rows of the first inputs: the table has them all. */
const ofFirst =
  (inputs: number) =>
  ({ rows }: Shown) => {
    const drawn = [...new Set(rows.map(([input]) => input))].slice(0, inputs);
    return rows.flatMap(([input], i) => (drawn.includes(input) ? [i] : []));
  };
const rowsOf = (table: Shown) => table.rows.map((_, i) => i);

/** By the name of the chart. A chart without a check fails. */
const CHECKS: [name: RegExp, checks: Check[]][] = [
  [/^placement$/, [{ marks: '.band', of: 'count', figures: ({ rows }) => rows.filter(([what]) => what === 'held').flatMap((row) => (row[3] ?? '').split(' + ')).map((_, i) => i) }]],
  [/^placement-split$/, [
    { marks: 'rect.part-0', of: 'width', figures: ({ rows }) => (rows[0] ?? []).slice(1).map(Number) },
    { marks: 'rect.part-1', of: 'width', figures: ({ rows }) => (rows[1] ?? []).slice(1).map(Number) },
  ]],
  [/^placement-cache$/, [{ marks: '[class*=part-]', of: 'count', figures: rowsOf }]],
  [/^cost-by-meter$/, [{ marks: 'g.row > text:last-child', of: 'x', figures: column(/^total a month$/) }]],
  [/^read-latency$/, [{ marks: 'circle', of: 'cx', figures: across(/^p50 ms$/, /^p95 ms$/, /^p99 ms$/), scale: 'log' }]],
  [/^cost-against-p99$/, [
    { marks: 'circle.dot', of: 'cx', figures: column(/^read p99/), scale: 'log', unordered: true },
    { marks: 'circle.dot', of: 'cy', figures: column(/^cost a month/), scale: 'log', unordered: true },
  ]],
  [/^what-moves-the-cost$/, [{ marks: 'g.row', of: 'span', figures: (table) => columnOf(table, /^a month at high/).map((high, i) => Math.abs(high - (columnOf(table, /^a month at low/)[i] ?? 0))) }]],
  [/^cost-(by-month|in-all)$/, [{ marks: 'path.line', of: 'path-y', figures: down }]],
  [/^move$/, [{ marks: 'path.line', of: 'path-y', figures: ({ rows }) => rows.flatMap(([what, , amount]) => what === 'move, total' ? [-Number(amount)] : what?.startsWith('saved so far') ? [Number(amount)] : []) }]],
  [/^switch-points$/, [{ marks: 'g.switch', of: 'count', figures: ofFirst(5) }]],
  [/^winner-map$/, [
    { marks: 'rect.region', of: 'x', figures: ({ rows }) => rows.map((row) => Number(row[1])), scale: 'log' },
    { marks: 'rect.region', of: 'y', figures: ({ rows }) => rows.map((row) => Number(row[4])), scale: 'log' },
  ]],
  [/^ttl-cost$/, [
    { marks: 'path.line', of: 'path-x', figures: (table, marks) => cheapest(table, marks).map((row) => Number(row[0])), scale: 'log' },
    { marks: 'path.line', of: 'path-y', figures: (table, marks) => cheapest(table, marks).map((row) => Number(row[1])) },
  ]],
  [/^price-history$/, [{ marks: 'path.line', of: 'path-y', figures: ({ columns, rows }) => columns.flatMap((name, at) => / share of first$/.test(name) ? rows.filter((row) => row[at]).flatMap((row) => [Number(row[at]), Number(row[at])]) : []) }]],
  [/^comparison$/, [{ marks: 'circle', of: 'cx', figures: column(/^ratio$/), scale: 'log' }]],
  [/^answer$/, [{ marks: 'rect.bar', of: 'width', figures: ({ rows }) => rows.slice(0, 24).map((row) => Number(row[1])) }]],
  [/-over-time$/, [{ marks: 'path[class*=shade-]', of: 'closed', figures: rowsOf }]],
  [/-latency$/, [
    { marks: 'circle', of: 'cx', figures: across(/^min ms$/, /^p50 ms$/, /^p95 ms$/, /^p99 ms$/), scale: 'log' },
    { marks: 'line.mark', of: 'x1', figures: column(/^mean ms$/), scale: 'log' },
  ]],
  [/-quantiles$/, [{ marks: 'path.sketch', of: 'y-of-24', figures: ({ rows }) => (rows.find(([p]) => p === '0.5') ?? []).slice(1).map(Number), scale: 'log' }]],
  [/-size$/, [
    { marks: 'circle', of: 'cx', figures: column(/^size bytes$/), scale: 'log', unordered: true },
    { marks: 'circle', of: 'cy', figures: column(/^ms$/), scale: 'log', unordered: true },
  ]],
  [/-(throughput|rate)$/, [{ marks: 'rect.bar', of: 'width', figures: column(/^value$/) }]],
]; // prettier-ignore

export const isChecked = (name: string) => CHECKS.some(([known]) => known.test(name));

/** What stands elsewhere than the table says; `csvRows` where the table is a summary. */
export async function drawnFaults(
  name: string,
  figure: Locator,
  table: Shown,
  csvRows: number,
): Promise<string[]> {
  const checks = CHECKS.find(([known]) => known.test(name))?.[1];
  if (!checks) return ['nothing says how its marks follow from its table'];
  const found: string[] = [];
  for (const { marks, of, figures, scale = 'linear', unordered = false } of checks) {
    const drawn = await figure
      .locator('svg')
      .first()
      .evaluate(readMarks, [marks, of] as const);
    const said =
      of === 'closed' ? Array.from({ length: csvRows }, (_, i) => i) : figures(table, drawn.length);
    if (drawn.length !== said.length)
      found.push(`${drawn.length} marks (${marks}) for ${said.length} figures`);
    else if (of !== 'count' && of !== 'closed') {
      const off = furthest(drawn, said.map(scale === 'log' ? Math.log : Number), unordered);
      if (!(off <= PIXELS)) found.push(`a mark (${marks} ${of}) is ${off.toFixed(1)} pixels off its figure`);
    }
  }
  return found;
}

/** Runs in the page. */
function readMarks(svg: Element, [marks, of]: readonly [string, string]): number[] {
  const all = [...svg.querySelectorAll(marks)];
  const points = (path: Element) =>
    (path.getAttribute('d') ?? '')
      .replaceAll('Z', '')
      .split(/[ML]/)
      .filter((pair) => pair !== '')
      .map((pair) => pair.split(',').map(Number));
  if (of === 'count') return all.map((_, i) => i);
  if (of === 'closed')
    return all.flatMap((path) => [...(path.getAttribute('d') ?? '').matchAll(/z/g)].map((_, i) => i));
  if (of === 'path-x' || of === 'path-y')
    return all.flatMap((path) => points(path).map(([x = NaN, y = NaN]) => (of === 'path-x' ? x : y)));
  const nth = /^([xy])-of-(\d+)$/.exec(of);
  if (nth) return all.map((path) => points(path)[Number(nth[2])]?.[nth[1] === 'x' ? 0 : 1] ?? NaN);
  if (of === 'span')
    return all.map((row) => {
      const boxes = [...row.querySelectorAll('rect.low, rect.high')].map((rect) => {
        const [x, width] = [Number(rect.getAttribute('x')), Number(rect.getAttribute('width'))];
        return [x, x + width];
      });
      const ends = boxes.flat();
      return Math.max(...ends) - Math.min(...ends);
    });
  return all.map((mark) => Number(mark.getAttribute(of)));
}

/** Pixels between the marks and the best line through figures and marks. */
function furthest(drawn: number[], said: number[], unordered: boolean): number {
  const rising = (values: number[]) => values.toSorted((a, b) => a - b);
  if (!unordered) return off(drawn, said);
  return Math.min(off(rising(drawn), rising(said)), off(rising(drawn), rising(said).toReversed()));
}

function off(drawn: number[], said: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [x, y] = [mean(said), mean(drawn)];
  const spread = said.reduce((sum, one) => sum + (one - x) ** 2, 0);
  const slope =
    spread > 0 ? said.reduce((sum, one, i) => sum + (one - x) * ((drawn[i] ?? 0) - y), 0) / spread : 0;
  return Math.max(0, ...drawn.map((one, i) => Math.abs(one - y - slope * ((said[i] ?? 0) - x))));
}
