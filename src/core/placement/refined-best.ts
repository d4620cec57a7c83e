/** Which plans are shown between the edges of the grid: after the exact search, the best of its verdict and the runner-up. */
import type { Finding } from '../findings/index.ts';
import { formatMoney } from '../report/money.ts';
import type { BestAges } from './best-ages.ts';
import { placementId, storesOf } from './chain.ts';
import type { PlanContext } from './plan-context.ts';
import { agesOf } from './refined-ages.ts';
import type { Shown } from './worked-plan.ts';

/** What the grid gave, and the same stores at ages between. */
export interface Refined {
  grid: Shown;
  better: Shown;
  /** The cheapest of all at ages of the grid, where that is another; null of a runner-up. */
  best: Shown | null;
  isBest: boolean;
}

/** Of what may come to be, plans looked at between the edges. */
const LOOKED_AT_OPEN = 4;
/** Less than this share of a bill is not worth a sentence. */
const LEAST_GAIN = 0.001;

/**
 * The cheapest proven plan and its runner-up, and the cheapest of those that may be where none proven is cheaper: those of them whose
 * best ages are between the edges. `looked`: the proven ones whose ages are looked at; `all`: every plan of the grid that is known.
 */
export function refinedBest(
  ages: BestAges,
  looked: readonly Shown[],
  all: readonly Shown[],
  budget: number,
): Refined[] {
  if (!ages.isAsked) return [];
  const of = (feasible: Shown['feasible']) =>
    all.filter((one) => one.feasible === feasible && !one.atLeast).toSorted((a, b) => a.cost - b.cost);
  const refine = (one: Shown, gridBest: Shown | undefined): Refined => ({
    grid: one,
    better: ages.of(one),
    best: gridBest && gridBest !== one ? gridBest : null,
    isBest: true,
  });
  const [proven, open] = [of('yes'), of('unproven')];
  const seen = new Set(looked);
  const ranked = [
    ...looked.filter(({ feasible }) => feasible === 'yes').map((one) => refine(one, proven[0])),
    ...proven
      .filter((one) => !seen.has(one))
      .map((one): Refined => ({ grid: one, better: one, best: null, isBest: true })),
  ].toSorted((a, b) => a.better.cost - b.better.cost);
  const [best] = ranked;
  const own = best ? storesOf(best.better.policy) : [];
  const runnerUp = ranked.find(({ better }) => {
    const its = storesOf(better.policy);
    return !own.every((store) => its.includes(store));
  });
  const opened = open
    .slice(0, LOOKED_AT_OPEN)
    .map((one) => refine(one, open[0]))
    .toSorted((a, b) => a.better.cost - b.better.cost)
    .find(({ better }) => better.cost < (best?.better.cost ?? Infinity));
  const wanted = [best, runnerUp && { ...runnerUp, isBest: false }, opened];
  return wanted.filter(
    (one): one is Refined => one !== undefined && one.better !== one.grid && one.better.cost <= budget,
  );
}

/** Null where the sentence would not be worth reading. */
export function refinedRemark(
  { stores, workload }: PlanContext,
  { grid, better, best, isBest }: Refined,
): Finding | null {
  const saved = Math.min(grid.cost, best?.cost ?? Infinity) - better.cost;
  if (!isBest || !isVisible(better.cost + saved, better.cost)) return null;
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

function isVisible(grid: number, better: number): boolean {
  const [before, after] = [grid, better].map((amount) => formatMoney(amount, { style: 'overview' }));
  return before !== after && grid - better >= LEAST_GAIN * grid;
}
