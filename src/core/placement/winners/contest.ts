/**
 * The contest of all placements of a scenario, by age and not: the cheapest that is proven, and the cost and verdict of any. What
 * is asked beside a plan asks it of this, so that it compares what the plan compares.
 */
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Feasible } from '../../report/verdict.ts';
import type { Among } from '../ages/cell.ts';
import { agesOf, mayRefine } from '../ages/refined.ts';
import { atBestAges, refinedBest } from '../ages/refined-best.ts';
import { verdictOfChain } from '../chains/judge.ts';
import { chainSearch } from '../chains/search.ts';
import type { ChainSearch } from '../chains/search.ts';
import { chainTables } from '../chains/tables.ts';
import type { ChainTables } from '../chains/tables.ts';
import { isChain } from '../chain.ts';
import { copiesForLife } from './copies-for-life.ts';
import { exactCost, meanOf } from '../costs/exact-cost.ts';
import type { Exact, ExactCost } from '../costs/exact-cost.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import { endsInLife, isByAge, storesOfAny } from '../not-by-age/placement.ts';
import type { AnyPlacement } from '../not-by-age/placement.ts';
import { notByAge, notByAgeGround } from '../not-by-age/kinds.ts';
import type { NotByAgeGround, NotByAgeKinds } from '../not-by-age/kinds.ts';
import type { PlanContext } from '../context/types.ts';
import { byRank } from './rank.ts';
import { worst } from '../verdicts/requirements.ts';
import { search } from '../pairs/search.ts';
import { planTariffs } from '../costs/tariffs.ts';
import type { PlanTariffs } from '../costs/tariffs.ts';
import { verdicts } from '../verdicts/verdicts.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';
import type { Shown } from '../worked/worked-plan.ts';
import type { Ranked } from '../not-by-age/kind.ts';

/** What bills alone make: requirements change none of it. */
export interface ContestGround {
  context: PlanContext;
  tariffs: PlanTariffs;
  exact: Exact;
  tables(): ChainTables | null;
  notByAge: NotByAgeGround;
}

export interface Contest {
  judged: Verdicts;
  /** Null where nothing is proven. */
  winner(): Ranked | null;
  /** The proven best of those placements that have a store which `placement` has not; null where there is none. */
  rivalOf(placement: AnyPlacement): Ranked | null;
  /** The cheapest proven placement that has the store; null where none is. */
  bestWith(store: number): Ranked | null;
  /** Null where the scenario has no such placement: a move or a copy past the end of life. */
  evaluate(placement: AnyPlacement): Ranked | null;
  /** The same with its moves at the best ages near its own, where they may lie between the edges of the grid. */
  atBestAges(placement: AnyPlacement): Ranked | null;
  /** The mean of the exact totals of the billed months. Null where there is no such placement. */
  bill(placement: AnyPlacement): ExactCost | null;
  /** On everything but the budget. */
  verdict(placement: AnyPlacement): Feasible;
  notByAge: NotByAgeKinds;
}

/** By age, of which one may be the best between the edges of the grid: as many as the plan lists. */
const LISTED = { splits: 6, chains: 3 };
/** Splits that are looked through for one of other stores; of three stores there are so many chains, and one more is of others. */
const RIVALS = { splits: 6, chains: 19 };
/** Sums of costs in another order may differ by so much: what is cheaper by less is no cheaper. */
const ROUNDING = 1 - 1e-9;

export function contestGround(
  context: PlanContext,
  grid: LatencyGrid,
  evidence: EvidenceBase,
): ContestGround {
  const tariffs = planTariffs(context);
  const exact = exactCost(context, tariffs);
  let tables: ChainTables | null | undefined;
  return {
    context,
    tariffs,
    exact,
    tables: () => (tables === undefined ? (tables = chainTables(context, tariffs, exact)) : tables),
    notByAge: notByAgeGround({ context, grid, tariffs, evidence }),
  };
}

export interface ContestOptions {
  /** Moves come at ages of the grid alone, also where they might come between. */
  onGrid?: boolean;
}

/** `context`: of the ground, or of another scenario that differs in what it requires alone. */
export function contestOf(
  ground: ContestGround,
  context: PlanContext,
  grid: LatencyGrid,
  { onGrid: isOnGrid = false }: ContestOptions = {},
): Contest {
  const { tariffs, exact, tables } = ground;
  const judged = verdicts(context, grid);
  const found = search(context, tariffs, exact, judged);
  const others = notByAge(ground.notByAge, context, judged);
  let chained: ChainSearch | undefined;
  /** The best chains of three that cost less than what two stores do. */
  const chains = (ofTwo: Shown | undefined, count: number, having?: number): Shown[] => {
    chained ??= chainSearch(context, tariffs, exact, judged, tables());
    const ceiling = ofTwo?.feasible === 'yes' && !ofTwo.atLeast ? ofTwo.cost : Infinity;
    return chained
      .best({ yes: ceiling, unproven: -Infinity }, { yes: count, unproven: 0 }, having)
      .map(({ chain, cost, feasible }) => ({ policy: chain, cost, atLeast: false, feasible }));
  };
  const proven = (one: Shown | undefined): Ranked | null =>
    one?.feasible === 'yes'
      ? { placement: one.policy, cost: one.cost, atLeast: one.atLeast, feasible: 'yes' }
      : null;
  /** The better of the best by age and of all others. */
  const orOther = (byAge: Ranked | null, among?: Among): Ranked | null => {
    const below = byAge && !byAge.atLeast ? byAge.cost * ROUNDING : Infinity;
    const other = others.best({ below, ...(among ? { among } : {}) });
    if (!other || !byAge) return other ?? byAge;
    if (other.atLeast !== byAge.atLeast) return other.atLeast ? byAge : other;
    return other.cost < byAge.cost * ROUNDING ? other : byAge;
  };
  const copies = copiesForLife(context, tariffs, exact, judged);
  const ranked = (splits: number) => {
    const count = { yes: splits, unproven: 0, no: 0 };
    return context.stores.length === 0
      ? []
      : [...found.singles(), ...found.bestSplits(count), ...(copies?.bestSplits(count) ?? [])].sort(
          byRank(context),
        );
  };
  const refines = !isOnGrid && mayRefine(context) && !grid.hedgesToOther;
  /** Of splits in order of rank, of chains that are cheaper and of all that goes not by age; at any ages where these may be refined. */
  const bestOf = (splits: readonly Shown[], cheaper: readonly Shown[], among?: Among): Ranked | null => {
    const onGrid = orOther(proven(cheaper[0] ?? splits[0]), among);
    if (!refines || !onGrid || onGrid.atLeast) return onGrid;
    const [refined] = refinedBest(
      { context, tariffs, exact, judged, tables: tables() },
      [...cheaper, ...splits],
      { yes: onGrid.cost, unproven: -Infinity },
      among,
    );
    return proven(refined?.better) ?? onGrid;
  };
  let first: { is: Ranked | null } | undefined;
  const verdict = (placement: AnyPlacement): Feasible => {
    if (!isByAge(placement)) return others.placed(placement)?.feasible() ?? 'no';
    return isChain(placement) ? verdictOfChain(context, judged, placement) : judged.of(placement);
  };
  const bill = (placement: AnyPlacement): ExactCost | null => {
    if (isByAge(placement)) return exact.of(placement);
    const placed = others.placed(placement);
    return placed && meanOf(placed.months());
  };
  const evaluate = (placement: AnyPlacement): Ranked | null => {
    const billed = endsInLife(placement, context.workload.lifeDays) ? bill(placement) : null;
    if (!billed) return null;
    const { total: cost, atLeast } = billed;
    const { budget } = context.scenario.requirements;
    const affordable: Feasible =
      budget === undefined ? 'yes' : cost > budget ? 'no' : atLeast ? 'unproven' : 'yes';
    return {
      placement,
      cost,
      atLeast,
      feasible: affordable === 'no' ? 'no' : worst([affordable, verdict(placement)]),
    };
  };
  return {
    judged,
    notByAge: others,
    winner() {
      if (!first) {
        const splits = ranked(refines ? LISTED.splits : 1);
        first = { is: bestOf(splits, chains(splits[0], refines ? LISTED.chains : 1)) };
      }
      return first.is;
    },
    rivalOf(placement) {
      const own = storesOfAny(placement);
      const isOther = (stores: readonly number[]) => stores.some((store) => !own.includes(store));
      const ofOthers = (list: readonly Shown[]) => list.filter(({ policy }) => isOther(storesOfAny(policy)));
      const splits = ofOthers(ranked(RIVALS.splits));
      return bestOf(splits, ofOthers(chains(splits[0], RIVALS.chains)), isOther);
    },
    bestWith(store) {
      const pairs = context.stores.flatMap((_, other) =>
        other === store || context.workload.edges.length === 0
          ? []
          : (['tier', 'dual'] as const).flatMap((entry) => [
              found.bestOfPair(store, other, entry) ?? [],
              found.bestOfPair(other, store, entry) ?? [],
              entry === 'dual' ? (copies?.bestOfPair(store, other, entry) ?? []) : [],
              entry === 'dual' ? (copies?.bestOfPair(other, store, entry) ?? []) : [],
            ]),
      );
      const splits = [found.singles()[store] ?? [], ...pairs].flat().sort(byRank(context));
      return bestOf(splits, chains(splits[0], 1, store), (stores) => stores.includes(store));
    },
    bill,
    verdict,
    evaluate,
    atBestAges(placement) {
      if (!refines || !isByAge(placement) || agesOf(placement).length === 0) return evaluate(placement);
      return proven(atBestAges({ context, exact, judged }, placement) ?? undefined);
    },
  };
}
