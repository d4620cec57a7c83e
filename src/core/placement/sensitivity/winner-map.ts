/** Which arrangement is recommended over two inputs at once, cell by cell (`cells.ts` says which are searched). */
import { itemAt } from '../../at.ts';
import type { Steps } from '../../steps.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { FullDesk } from '../desk.ts';
import { storesOf } from '../shape.ts';
import { COLUMNS, ROWS, cellsOf } from './cells.ts';
import type { Cells } from './cells.ts';
import { knobNamed } from './knobs.ts';
import type { Knob, KnobName } from './knobs.ts';
import { knownAlong } from './known.ts';
import type { Standing } from './known.ts';
import { askedAt } from './turned.ts';

/** One input of a map. Values run evenly along it, or in equal ratios where `scale` is `log`. */
export interface MapAxis extends Omit<Knob, 'at'> {
  input: KnobName;
}

export interface MapRegion {
  /** The placement's id without the ages of its moves, which differ within the region; null where nothing meets the requirements. */
  arrangement: string | null;
  /** `store@region`, hot first. */
  stores: string[];
  /** Share of the map as it is drawn. */
  share: number;
  /** Column and row of a cell well inside. */
  label: [column: number, row: number];
}

export interface WinnerMap {
  x: MapAxis;
  y: MapAxis;
  /** Of equal size as the map is drawn. */
  columns: number;
  rows: number;
  /** Largest first. */
  regions: MapRegion[];
  /** Place of each cell's region in `regions`: row by row from the lowest value of y, each from the lowest of x. */
  cells: number[];
  /** Pairs of values that the search was asked at. */
  tried: number;
}

export interface MapQuestion {
  x: { input: KnobName; low?: number; high?: number };
  y: { input: KnobName; low?: number; high?: number };
}

/** Null where the scenario lacks one of the inputs, or has no store with a price. */
export function* winnerMap(desk: FullDesk, { x: askedX, y: askedY }: MapQuestion): Steps<WinnerMap | null> {
  const { context } = desk;
  const { scenario } = context;
  const [x, y] = [axisOf(scenario, askedX), axisOf(scenario, askedY)];
  if (!x || !y || context.stores.length === 0) return null;
  const scenarioAt = (u: number, v: number): Scenario => {
    const across = knobNamed(scenario, x.input)?.at(valueAt(x, u)) ?? scenario;
    return knobNamed(across, y.input)?.at(valueAt(y, v)) ?? across;
  };
  const known = knownAlong((place: number) => {
    const [column, row] = [place % COLUMNS, Math.floor(place / COLUMNS)];
    return askedAt(desk, scenarioAt((column + 0.5) / COLUMNS, (row + 0.5) / ROWS), 2);
  }, desk);
  // One store may win in a few cells alone.
  for (const one of desk.singles()) known.add(one);
  const cells = yield* cellsOf(known);
  const regions = regionsOf(cells).map(({ winner, places }) => ({
    arrangement: winner?.arrangement ?? null,
    stores: winner
      ? storesOf(context, winner.placement).map((store) => itemAt(context.stores, store).ref)
      : [],
    share: places.length / cells.winners.length,
    label: labelOf(places),
    places,
  }));
  const cellRegions = new Array<number>(cells.winners.length).fill(-1);
  for (const [r, { places }] of regions.entries()) for (const place of places) cellRegions[place] = r;
  return {
    x,
    y,
    columns: COLUMNS,
    rows: ROWS,
    regions: regions.map(({ places: _, ...region }) => region),
    cells: cellRegions,
    tried: cells.searched,
  };
}

function axisOf(scenario: Scenario, { input, low, high }: MapQuestion['x']): MapAxis | null {
  const knob = knobNamed(scenario, input);
  if (!knob) return null;
  const { path, unit, now, scale } = knob;
  return { input, path, unit, now, low: low ?? knob.low, high: high ?? knob.high, scale };
}

type Ends = Pick<MapAxis, 'low' | 'high' | 'scale'>;

/** From a share of the axis to its value. */
export function valueAt({ low, high, scale }: Ends, share: number): number {
  if (share <= 0) return low;
  if (share >= 1) return high;
  return scale === 'log' ? low * (high / low) ** share : low + (high - low) * share;
}

/** From a value to its share of the axis. */
export function shareAt({ low, high, scale }: Ends, value: number): number {
  return scale === 'log' ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
}

/** Neighbouring cells of one row and one region, from the lowest row, each from the left; ends are values. */
export interface MapRun {
  region: number;
  x: [from: number, to: number];
  y: [from: number, to: number];
}

export function runsOf({ x, y, columns, rows, cells }: WinnerMap): MapRun[] {
  const runs: MapRun[] = [];
  for (let row = 0; row < rows; row += 1) {
    const ofRow: [number, number] = [valueAt(y, row / rows), valueAt(y, (row + 1) / rows)];
    let from = 0;
    for (let to = 1; to <= columns; to += 1) {
      const region = itemAt(cells, row * columns + from);
      if (to < columns && cells[row * columns + to] === region) continue;
      runs.push({ region, x: [valueAt(x, from / columns), valueAt(x, to / columns)], y: ofRow });
      from = to;
    }
  }
  return runs;
}

/** The columns of the run that holds a cell, the last one excluded. */
export function runAt({ columns, cells }: WinnerMap, [column, row]: MapRegion['label']): [number, number] {
  const own = cells.slice(row * columns, (row + 1) * columns);
  const isElse = (region: number) => region !== own[column];
  const to = own.findIndex((region, at) => at > column && isElse(region));
  return [own.slice(0, column).findLastIndex(isElse) + 1, to < 0 ? columns : to];
}

/** The region at two values; null outside the map. */
export function regionAt(
  { x, y, columns, rows, cells, regions }: WinnerMap,
  at: readonly [number, number],
): MapRegion | null {
  const [column, row] = [Math.floor(shareAt(x, at[0]) * columns), Math.floor(shareAt(y, at[1]) * rows)].map(
    (n, axis) => Math.min(n, (axis === 0 ? columns : rows) - 1),
  ) as [number, number];
  return regions[cells[row * columns + column] ?? -1] ?? null;
}

interface Region {
  winner: Standing | null;
  places: number[];
}

/** Largest first; of equal ones the first found. */
function regionsOf({ winners }: Cells): Region[] {
  const regions = new Map<string, Region>();
  for (const [place, winner] of winners.entries()) {
    const key = winner?.arrangement ?? '';
    const region = regions.get(key) ?? { winner, places: [] };
    regions.set(key, region);
    region.places.push(place);
  }
  return [...regions.values()].sort((a, b) => b.places.length - a.places.length);
}

/** The cell of the region that is nearest to the middle of all its cells. */
function labelOf(places: readonly number[]): [number, number] {
  const cells = places.map((place): [number, number] => [place % COLUMNS, Math.floor(place / COLUMNS)]);
  const [middle = 0, height = 0] = [0, 1].map(
    (axis) => cells.reduce((sum, cell) => sum + itemAt(cell, axis), 0) / cells.length,
  );
  const off = ([column, row]: [number, number]) => Math.hypot(column - middle, row - height);
  return cells.reduce((best, cell) => (off(cell) < off(best) ? cell : best));
}
