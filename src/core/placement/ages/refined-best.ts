/** The best plan with its moves between the edges of the grid, where that is worth showing: after the exact search, a few bills. */
import type { Finding } from '../../findings/index.ts';
import { formatMoney } from '../../report/money.ts';
import { placementId } from '../chain.ts';
import type { PlanContext } from '../plan-context.ts';
import { agesOf, mayRefine, refinedAges } from './refined.ts';
import type { RefineSources } from './refined.ts';
import type { Shown } from '../worked-plan.ts';

/** What the grid gave, and the same stores at ages between. */
export interface Refined {
  grid: Shown;
  better: Shown;
  /** The cheapest of all at ages of the grid, where that is another. */
  best: Shown | null;
}

/** Of each verdict, plans looked at between the edges: the cheapest, and those that may come to be. */
const LOOKED_AT = 4;
/** Less than this share of a bill is not worth an age that the grid has not. */
const LEAST_GAIN = 0.001;

/**
 * The cheapest proven plan between the edges, and the cheapest of those that may be; each where it is visibly cheaper than
 * `cheapest`, the best of its verdict so far. `listed`: the best plans of the grid, in any order.
 */
export function refinedBest(
  sources: RefineSources,
  listed: readonly Shown[],
  cheapest: Readonly<Record<'yes' | 'unproven', number>>,
  count?: () => void,
): Refined[] {
  if (!mayRefine(sources.context)) return [];
  const of = (feasible: 'yes' | 'unproven', ceiling: number): Refined | undefined => {
    const own = listed
      .filter((one) => one.feasible === feasible && !one.atLeast)
      .toSorted((a, b) => a.cost - b.cost);
    const [best = null] = own;
    const looked = own
      .filter((one) => agesOf(one.policy).length > 0)
      .slice(0, LOOKED_AT)
      .map((grid) => ({
        grid,
        better: refinedAges(sources, grid, count),
        best: best === grid ? null : best,
      }))
      .toSorted((a, b) => a.better.cost - b.better.cost);
    return looked.find(({ better }) => better.cost < ceiling && isVisible(cheapest[feasible], better.cost));
  };
  const proven = of('yes', Infinity);
  const open = of('unproven', Math.min(cheapest.yes, proven?.better.cost ?? Infinity));
  return [proven, open].filter((one) => one !== undefined);
}

function isVisible(grid: number, better: number): boolean {
  const [before, after] = [grid, better].map((amount) => formatMoney(amount, { style: 'overview' }));
  return before !== after && grid - better >= LEAST_GAIN * grid;
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
