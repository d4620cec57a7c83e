/** The best plan with its moves between the edges of the grid, where that is worth showing: after the exact search, a few bills. */
import type { Finding } from '../../findings/index.ts';
import { chainsBetween } from '../chains/between.ts';
import { verdictOfChain } from '../chains/judge.ts';
import type { ChainTables } from '../chains/tables.ts';
import { isChain, placementId } from '../chain.ts';
import type { PlanTariffs } from '../costs/tariffs.ts';
import { splitsBetween } from '../pairs/between.ts';
import type { PlanContext } from '../context/plan-context.ts';
import type { Cell } from './cell.ts';
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
/** Less than this share of a bill is not worth an age that the grid has not. */
const LEAST_GAIN = 0.001;
/**
 * Of a bill: by so little is what is billed inside a cell taken to lie below what its corners say, where an allowance or a tier
 * begins there. Enough in every case swept (`tests/core/placement/between-ages.test.ts`), but no bound.
 */
const BENT = 0.002;
/** So many cells are billed: bounds of workloads that allowances pay for leave nearly all. */
const MOST_CELLS = 1000;

export interface BetweenSources extends RefineSources {
  tariffs: PlanTariffs;
  /** Null where no chain has three stores. */
  tables: ChainTables | null;
}

/**
 * The cheapest proven plan between the edges, of all splits and chains, and the cheapest of those that may come to be, of a few of
 * the cheapest listed; each where it is visibly cheaper than `cheapest`, the best of its verdict so far. `listed`: the best plans
 * of the grid, in any order.
 */
export function refinedBest(
  sources: BetweenSources,
  listed: readonly Shown[],
  cheapest: Readonly<Record<'yes' | 'unproven', number>>,
  count?: () => void,
): Refined[] {
  if (!mayRefine(sources.context)) return [];
  const own = (feasible: 'yes' | 'unproven') =>
    listed.filter((one) => one.feasible === feasible && !one.atLeast).toSorted((a, b) => a.cost - b.cost);
  const most = cheapest.yes * (1 - LEAST_GAIN);
  const proven = amongAll(sources, own('yes'), most, count);
  const below = Math.min(cheapest.yes, proven?.better.cost ?? Infinity, cheapest.unproven * (1 - LEAST_GAIN));
  return [proven, amongListed(sources, own('unproven'), below, count)].filter((one) => one !== null);
}

/** Cells in order of what is billed there at the least, each refined until none is left that may cost less. */
function amongAll(
  sources: BetweenSources,
  own: readonly Shown[],
  ceiling: number,
  count?: () => void,
): Refined | null {
  const [best] = own;
  if (!best || ceiling === Infinity) return null;
  const { context, tariffs, exact, judged, tables } = sources;
  // Where no read can be late, bills alone say where a move is best, and they hardly bend between the edges.
  if (judged.requirements.length === 0) return amongListed(sources, own, ceiling, count);
  // What the cheapest come to there makes the rest a short list.
  let found = amongListed(sources, own.slice(0, FIRST_LOOKED_AT), ceiling, count);
  let most = found?.better.cost ?? ceiling;
  const billed = billsAt(exact);
  const cells = [
    ...splitsBetween(context, tariffs, judged, most),
    ...(tables ? chainsBetween(context, judged, tables, most) : []),
  ]
    .sort((a, b) => a.low - b.low)
    .slice(0, MOST_CELLS)
    .map((cell) => ({ cell, least: cell.least(billed(cell)) * (1 - BENT) }))
    .sort((a, b) => a.least - b.least);
  const settled = new Map<string, (readonly number[])[]>();
  for (const { cell, least } of cells) {
    if (least >= most) break;
    const starts = settled.get(cell.kind) ?? [];
    if (starts.some((start) => isBeside(cell, start))) continue;
    const start = startOf(sources, cell);
    if (!start) continue;
    settled.set(cell.kind, [...starts, start.places]);
    const better = refinedAges(sources, start.shown, count);
    if (better.cost >= most) continue;
    most = better.cost;
    found = { grid: start.shown, better, best: best.cost < start.shown.cost ? best : null };
  }
  return found;
}

function amongListed(
  sources: RefineSources,
  own: readonly Shown[],
  most: number,
  count?: () => void,
): Refined | null {
  const [best = null] = own;
  const [first] = own
    .filter((one) => agesOf(one.policy).length > 0)
    .slice(0, LOOKED_AT)
    .map((grid) => ({ grid, better: refinedAges(sources, grid, count), best: best === grid ? null : best }))
    .toSorted((a, b) => a.better.cost - b.better.cost);
  return first && first.better.cost < most ? first : null;
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

/** The cheapest of a cell's corners that is proven. */
function startOf(
  { context, exact, judged }: RefineSources,
  cell: Cell,
): { places: readonly number[]; shown: Shown } | null {
  const { budget = Infinity } = context.scenario.requirements;
  const { edges } = context.workload;
  const corners = cell.places.reduce<number[][]>(
    (all, place) =>
      all.flatMap((before) => [
        [...before, place],
        [...before, place + 1],
      ]),
    [[]],
  );
  let best: { places: readonly number[]; shown: Shown } | null = null;
  for (const places of corners) {
    const ages = places.flatMap((place) => edges[place - 1] ?? []);
    if (ages.length < places.length || ages.some((age, k) => age <= (ages[k - 1] ?? 0))) continue;
    const policy = cell.at(ages);
    const verdict = isChain(policy) ? verdictOfChain(context, judged, policy) : judged.of(policy);
    if (verdict !== 'yes') continue;
    const { total: cost, atLeast } = exact.of(policy);
    if (atLeast || cost > budget || (best && best.shown.cost <= cost)) continue;
    best = { places, shown: { policy, cost, atLeast, feasible: verdict } };
  }
  return best;
}

export function refinedRemark({ stores, workload }: PlanContext, { grid, better, best }: Refined): Finding {
  const before = agesOf(grid.policy);
  const { knots } = workload.curve;
  const reads = workload.months.some(({ population }) => population.reads > 0);
  return {
    code: 'ages-refined',
    id: placementId(better.policy, stores),
    total: better.cost,
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
