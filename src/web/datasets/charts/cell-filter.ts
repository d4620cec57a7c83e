/** Which cells of a dataset are on show: one choice for each thing in which they differ, and a range of sizes. */
import { isLatency, type MeasuredCell } from '#core/evidence/cells.ts';
import { placeName, storeName } from '#web/words/names.ts';
import { LAYER_NAMES, METRIC_NAMES } from '#core/answer/words/measurements.ts';

export const FACETS = {
  store: { title: 'Store', words: (cell: MeasuredCell) => storeName(cell.store) },
  region: { title: 'In', words: (cell: MeasuredCell) => place(cell.store_region) },
  from: { title: 'From', words: (cell: MeasuredCell) => place(cell.client_place) },
  runtime: { title: 'Client', words: (cell: MeasuredCell) => cell.client_runtime ?? 'not stated' },
  operation: { title: 'Operation', words: (cell: MeasuredCell) => cell.operation },
  metric: { title: 'Measured', words: (cell: MeasuredCell) => METRIC_NAMES[cell.metric] },
  layer: { title: 'How', words: (cell: MeasuredCell) => LAYER_NAMES[cell.layer] },
  day: { title: 'Day', words: (cell: MeasuredCell) => dayOf(cell) ?? 'day not stated' },
} as const;
export type Facet = keyof typeof FACETS;
const NAMES = Object.keys(FACETS) as Facet[];

const dayOf = ({ measured_at }: MeasuredCell) => measured_at?.slice(0, 10) ?? null;
const place = (id: string | null) => (id === null ? 'not named' : placeName(id));

export interface CellFilter {
  /** Words of the choice; a facet that is not there is open. */
  choices: Partial<Record<Facet, string>>;
  /** Bytes, both ends within; null: open. Cells without a size pass when both are. */
  from: number | null;
  to: number | null;
}

/** The facets in which these cells differ, each with its values in the order they come. */
export function facetsOf(cells: readonly MeasuredCell[]): { facet: Facet; values: string[] }[] {
  return NAMES.map((facet) => ({ facet, values: [...new Set(cells.map(FACETS[facet].words))] })).filter(
    ({ values }) => values.length > 1,
  );
}

/** Rising, each once. */
export function sizesOf(cells: readonly MeasuredCell[]): number[] {
  const stated = cells.flatMap(({ size_bytes }) => (size_bytes === null ? [] : [size_bytes]));
  return [...new Set(stated)].sort((a, b) => a - b);
}

export function chosen(cells: readonly MeasuredCell[], { choices }: CellFilter): MeasuredCell[] {
  return cells.filter((cell) =>
    NAMES.every((facet) => choices[facet] === undefined || choices[facet] === FACETS[facet].words(cell)),
  );
}

export function inRange(cells: readonly MeasuredCell[], { from, to }: CellFilter): MeasuredCell[] {
  if (from === null && to === null) return [...cells];
  return cells.filter(
    ({ size_bytes: size }) => size !== null && size >= (from ?? 0) && size <= (to ?? Infinity),
  );
}

/**
 * What a page opens with where all at once would be a crowd: the last day, where one thing was measured on several, single requests
 * where whole actions were timed too, and one size, the one most cells were measured at.
 */
export function firstFilter(cells: readonly MeasuredCell[], crowd = 12): CellFilter {
  const timed = cells.filter(isLatency);
  const choices = timed.length > crowd ? { ...lastDay(timed), ...singleRequests(timed) } : {};
  const open = chosen(timed, { choices, from: null, to: null });
  const sizes = sizesOf(open);
  if (open.length <= crowd || sizes.length < 2) return { choices, from: null, to: null };
  const counted = sizes.map((size) => ({
    size,
    cells: open.filter(({ size_bytes }) => size_bytes === size).length,
  }));
  const most = Math.max(...counted.map((one) => one.cells));
  // Of sizes alike, the one nearest to a small object of everyday, 10 kB.
  const size = counted
    .filter((one) => one.cells === most)
    .map((one) => one.size)
    .sort((a, b) => Math.abs(Math.log10(a / 1e4)) - Math.abs(Math.log10(b / 1e4)))[0];
  return { choices, from: size ?? null, to: size ?? null };
}

/** Empty where there is nothing but them, or none. */
function singleRequests(cells: readonly MeasuredCell[]): CellFilter['choices'] {
  const layers = new Set(cells.map(({ layer }) => layer));
  return layers.size > 1 && layers.has('store') ? { layer: LAYER_NAMES.store } : {};
}

/** Empty unless most of what was measured on the last day was measured on another, too. */
function lastDay(cells: readonly MeasuredCell[]): CellFilter['choices'] {
  const last = cells.flatMap((cell) => dayOf(cell) ?? []).reduce((a, b) => (b > a ? b : a), '');
  const what = ({ store, operation, metric, layer, size_bytes: size }: MeasuredCell) =>
    [store, operation, metric, layer, size].join('|');
  const before = new Set(cells.filter((cell) => dayOf(cell) !== last).map(what));
  const own = new Set(cells.filter((cell) => dayOf(cell) === last).map(what));
  return [...own].filter((one) => before.has(one)).length * 2 > own.size ? { day: last } : {};
}
