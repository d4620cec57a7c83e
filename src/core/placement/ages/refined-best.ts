/** The best plan with its moves between the edges of the grid, where that is worth showing: after the exact search, a few bills. */
import type { Finding } from '../../findings/index.ts';
import { chainsBetween } from '../chains/between.ts';
import type { ChainTables } from '../chains/tables.ts';
import { placementId } from '../chain.ts';
import type { Placement } from '../chain.ts';
import type { PlanTariffs } from '../costs/tariffs.ts';
import { splitsBetween } from '../pairs/between.ts';
import { totalsCurrency } from '../context/plan-currency.ts';
import type { PlanContext } from '../context/types.ts';
import type { Among, Cell } from './cell.ts';
import { besideOf, cheapestProven, cornersOf, provenOf } from './near.ts';
import { agesOf, mayRefine, refinedAges } from './refined.ts';
import type { RefineSources } from './refined.ts';
import type { Shown } from '../worked/worked-plan.ts';

/** What the grid gave, and the same stores at ages between. */
export interface Refined {
  grid: Shown;
  better: Shown;
  /** The cheapest of all at ages of the grid, where that is another. */
  best: Shown | null;
}

/** Of plans that may come to be, the cheapest that are looked at between the edges. */
const LOOKED_AT = 4;
/** Of proven ones, before all others are. */
const FIRST_LOOKED_AT = 2;
/** Of what the same stores cost at ages of the grid: less is not worth an age that the grid has not. */
const LEAST_GAIN = 0.001;
/** Of a bill: what is cheaper by less is no cheaper. */
const ROUNDING = 1e-9;
/**
 * Of a bill: by so little is what is billed inside a cell taken to lie below what its corners say, where an allowance or a tier
 * begins there. Enough in every case swept (`tests/full/core/placement/between-ages.test.ts`), but no bound.
 */
const BENT = 0.002;
/** So many cells are billed: bounds of workloads that allowances pay for leave nearly all. */
const MOST_CELLS = 1000;

interface BetweenSources extends RefineSources {
  tariffs: PlanTariffs;
  /** Null where no chain has three stores. */
  tables: ChainTables | null;
}

/**
 * The cheapest proven plan between the edges, of all splits and chains, and the cheapest of those that may come to be, of a few of
 * the cheapest listed; each where it is visibly cheaper than the same stores on the grid, and cheaper than `cheapest`, the best of
 * its verdict so far. `listed`: the best plans of the grid, in any order. `among`: of what is not listed, only of such stores.
 */
export function refinedBest(
  sources: BetweenSources,
  listed: readonly Shown[],
  cheapest: Readonly<Record<'yes' | 'unproven', number>>,
  among?: Among,
): Refined[] {
  if (!mayRefine(sources.context)) return [];
  const own = (feasible: 'yes' | 'unproven') =>
    listed.filter((one) => one.feasible === feasible && !one.atLeast).toSorted((a, b) => a.cost - b.cost);
  const most = cheapest.yes * (1 - ROUNDING);
  const proven = amongAll(sources, own('yes'), most, among);
  const below = Math.min(most, proven?.better.cost ?? Infinity, cheapest.unproven * (1 - ROUNDING));
  return [proven, amongListed(sources, own('unproven'), below)].filter((one) => one !== null);
}

/** Cells in order of what is billed there at the least, each refined until none is left that may cost less. */
function amongAll(
  sources: BetweenSources,
  own: readonly Shown[],
  ceiling: number,
  among?: Among,
): Refined | null {
  const [best] = own;
  if (!best || ceiling === Infinity) return null;
  const { context, tariffs, exact, judged, tables } = sources;
  // Where no read can be late, bills alone say where a move is best, and they hardly bend between the edges.
  if (judged.requirements.length === 0) return amongListed(sources, own, ceiling);
  // What the cheapest come to there makes the rest a short list.
  let found = amongListed(sources, own.slice(0, FIRST_LOOKED_AT), ceiling);
  let most = found?.better.cost ?? ceiling;
  const { edges } = context.workload;
  const billed = billsAt(exact);
  const cells = [
    ...splitsBetween(context, tariffs, judged, most, among),
    ...(tables ? chainsBetween(context, judged, tables, most, among) : []),
  ]
    .sort((a, b) => a.low - b.low)
    .slice(0, MOST_CELLS)
    .filter((cell) => provenOf(sources, cornersOf(context.workload, cell)).length > 0)
    .map((cell) => ({ cell, least: cell.least(billed(cell)) * (1 - BENT) }))
    .sort((a, b) => a.least - b.least);
  const settled = new Map<string, (readonly number[])[]>();
  for (const { cell, least } of cells) {
    if (least >= most) break;
    const starts = settled.get(cell.kind) ?? [];
    if (starts.some((start) => isBeside(cell, start))) continue;
    const grid = cheapestProven(sources, cornersOf(context.workload, cell));
    if (!grid) continue;
    settled.set(cell.kind, [...starts, agesOf(grid.policy).map((age) => edges.indexOf(age) + 1)]);
    const better = refinedAges(sources, grid);
    if (better.cost >= most || !isWorthwhile(better, grid)) continue;
    most = better.cost;
    found = { grid, better, best: best.cost < grid.cost ? best : null };
  }
  return found;
}

function amongListed(sources: RefineSources, own: readonly Shown[], most: number): Refined | null {
  const [best = null] = own;
  const [first] = own
    .filter((one) => agesOf(one.policy).length > 0)
    .slice(0, LOOKED_AT)
    .map((grid) => ({ grid, better: refinedAges(sources, grid), best: best === grid ? null : best }))
    .filter(({ grid, better }) => isWorthwhile(better, grid))
    .toSorted((a, b) => a.better.cost - b.better.cost);
  return first && first.better.cost < most ? first : null;
}

/**
 * A placement's stores, entries and servers at the best ages near its own, as `refinedBest` would show them: those of the grid where
 * others are hardly cheaper. Null where none of these is proven.
 */
export function atBestAges(sources: RefineSources, placement: Placement): Shown | null {
  const grid = cheapestProven(sources, besideOf(sources.context.workload, placement));
  const better = grid && refinedAges(sources, grid);
  return better && isWorthwhile(better, grid) ? better : grid;
}

function isWorthwhile(better: Shown, grid: Shown): boolean {
  return better.cost < grid.cost * (1 - LEAST_GAIN);
}

/** Whether ages refined from a start go through a cell: both sides of each of its edges. */
function isBeside({ places }: Cell, start: readonly number[]): boolean {
  return places.every((place, k) => start[k] === place || start[k] === place + 1);
}

/** What placements cost at the corners of a cell, each billed once. */
function billsAt(exact: RefineSources['exact']): (cell: Cell) => Float64Array {
  const known = new Map<string, number>();
  return (cell) =>
    Float64Array.from(cell.corners, (ages) => {
      const key = `${cell.kind} ${ages.join()}`;
      const cost = known.get(key) ?? exact.of(cell.at(ages)).total;
      known.set(key, cost);
      return cost;
    });
}

export function refinedRemark(context: PlanContext, { grid, better, best }: Refined): Finding {
  const { stores, workload } = context;
  const before = agesOf(grid.policy);
  const { knots } = workload.curve;
  const reads = workload.months.some(({ population }) => population.reads > 0);
  return {
    code: 'ages-refined',
    id: placementId(better.policy, stores),
    total: better.cost,
    currency: totalsCurrency(context),
    grid: { id: placementId(grid.policy, stores), total: grid.cost },
    best: best && { id: placementId(best.policy, stores), total: best.cost },
    moves: agesOf(better.policy).flatMap((days, k) => {
      const gridDays = before[k];
      if (gridDays === undefined || gridDays === days) return [];
      const from = knots.findLast((knot) => knot < days) ?? 0;
      const to = knots.find((knot) => knot >= days) ?? workload.lifeDays;
      return [{ days, gridDays, evenly: reads && !knots.includes(days) ? ([from, to] as const) : null }];
    }),
  };
}
