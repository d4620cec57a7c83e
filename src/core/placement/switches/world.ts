/** One scenario, searched over chains of up to three stores: which plan is the proven best, and what any other would cost and meet. */
import { exactCost } from '../exact-cost.ts';
import type { Exact } from '../exact-cost.ts';
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Archive } from '../../pricing/archive.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { latencyGrid } from '../latency-grid.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import { planContext } from '../plan-context.ts';
import type { PlanContext } from '../plan-context.ts';
import { verdictOfChain } from '../chain-judge.ts';
import { chainSearch } from '../chain-search.ts';
import type { ChainSearch } from '../chain-search.ts';
import { chainTables } from '../chain-tables.ts';
import type { ChainTables } from '../chain-tables.ts';
import { isChain, placementId, storesOf } from '../chain.ts';
import type { Placement } from '../chain.ts';
import { byRank } from '../rank.ts';
import { worst } from '../requirements.ts';
import { search } from '../search.ts';
import type { Shown } from '../worked-plan.ts';
import { planTariffs } from '../tariffs.ts';
import type { PlanTariffs } from '../tariffs.ts';
import { verdicts } from '../verdicts.ts';

/** A plan that wins somewhere. Stores are told by their place in the list of candidates, which no input changes. */
export interface Contender {
  id: string;
  /** The id without its ages: what stays when only a move comes earlier or later. */
  arrangement: string;
  placement: Placement;
}

export interface Winner extends Contender {
  total: number;
  atLeast: boolean;
}

export interface World {
  scenario: Scenario;
  context: PlanContext;
  grid: LatencyGrid;
  parts: BilledParts;
  /** The proven best; null where nothing is proven. */
  winner(): Winner | null;
  /** The proven best of those plans that have a store which `placement` has not; null where there is none. */
  rivalOf(placement: Placement): Winner | null;
  /** The cheapest proven plan that has the store; null where none is. */
  bestWith(store: number): Winner | null;
  currency: string;
  /** Null where no such plan can be: a move after the end of life. */
  evaluate(placement: Placement): Shown | null;
}

export interface WorldSources {
  archive: Archive;
  /** The evidence that the scenario may use. */
  evidence: EvidenceBase;
}

/** Splits that are looked through for one of other stores; of three stores there are so many chains, and one more is of others. */
const RIVALS = { splits: 6, chains: 19 };

export interface WorldOptions {
  /** Bills without rounding quanta, piecewise linear in most inputs. */
  unrounded?: boolean;
  /** A world of the same scenario but for one input, and of the same rounding: what the input leaves alone is taken from it. */
  like?: World | undefined;
}

/** Throws `RangeError` as `workloadOf` does. */
export function worldOf(
  scenario: Scenario,
  { archive, evidence }: WorldSources,
  { unrounded = false, like }: WorldOptions = {},
): World {
  const kept = like?.scenario;
  const sameBills = kept?.workload === scenario.workload && kept.discounts === scenario.discounts;
  const parts = like && sameBills ? like.parts : billed(scenario, archive, evidence, unrounded);
  const context = like && sameBills ? { ...like.context, scenario } : parts.context;
  const grid = like && sameReads(like.scenario, scenario) ? like.grid : latencyGrid(context, evidence);
  const judged = verdicts(context, grid);
  const found = search(context, parts.tariffs, parts.exact, judged);
  let chained: ChainSearch | undefined;
  /** The best chains of three that cost less than what two stores do. */
  const chains = (ofTwo: Shown | undefined, count: number, having?: number): Shown[] => {
    chained ??= chainSearch(context, parts.tariffs, parts.exact, judged, parts.tables());
    const ceiling = ofTwo?.feasible === 'yes' && !ofTwo.atLeast ? ofTwo.cost : Infinity;
    return chained
      .best({ yes: ceiling, unproven: -Infinity }, { yes: count, unproven: 0 }, having)
      .map(({ chain, cost, feasible }) => ({ policy: chain, cost, atLeast: false, feasible }));
  };
  const proven = (one: Shown | undefined): Winner | null =>
    one?.feasible === 'yes'
      ? { ...contenderOf(context, one.policy), total: one.cost, atLeast: one.atLeast }
      : null;
  const ranked = (splits: number) =>
    context.stores.length === 0
      ? []
      : [...found.singles(), ...found.bestSplits({ yes: splits, unproven: 0, no: 0 })].sort(byRank(context));
  let first: { is: Winner | null } | undefined;
  return {
    scenario,
    context,
    grid,
    parts,
    currency: parts.tariffs.book.currency,
    winner() {
      if (!first) {
        const [ofTwo] = ranked(1);
        first = { is: proven(chains(ofTwo, 1)[0] ?? ofTwo) };
      }
      return first.is;
    },
    rivalOf(placement) {
      const own = storesOf(placement);
      const isOther = ({ policy }: Shown) => storesOf(policy).some((store) => !own.includes(store));
      const ofTwo = ranked(RIVALS.splits).find(isOther);
      return proven(chains(ofTwo, RIVALS.chains).find(isOther) ?? ofTwo);
    },
    bestWith(store) {
      const pairs = context.stores.flatMap((_, other) =>
        other === store || context.workload.edges.length === 0
          ? []
          : (['tier', 'dual'] as const).flatMap((entry) => [
              found.bestOfPair(store, other, entry) ?? [],
              found.bestOfPair(other, store, entry) ?? [],
            ]),
      );
      const [ofTwo] = [found.singles()[store] ?? [], ...pairs].flat().sort(byRank(context));
      return proven(chains(ofTwo, 1, store)[0] ?? ofTwo);
    },
    evaluate(placement) {
      if (!isChain(placement))
        return (placement.thresholdDays ?? 0) >= context.workload.lifeDays ? null : found.evaluate(placement);
      if (placement.stays.some(({ toDays }) => (toDays ?? 0) >= context.workload.lifeDays)) return null;
      const { total: cost, atLeast } = parts.exact.of(placement);
      const { budget } = scenario.requirements;
      const affordable = budget === undefined ? 'yes' : cost > budget ? 'no' : atLeast ? 'unproven' : 'yes';
      const feasible = worst([affordable, verdictOfChain(context, judged, placement)]);
      return { policy: placement, cost, atLeast, feasible };
    },
  };
}

interface BilledParts {
  context: PlanContext;
  tariffs: PlanTariffs;
  exact: Exact;
  tables(): ChainTables | null;
}

function billed(
  scenario: Scenario,
  archive: Archive,
  evidence: EvidenceBase,
  unrounded: boolean,
): BilledParts {
  const whole = planContext(scenario, archive, evidence);
  const context = unrounded ? { ...whole, billing: { ...whole.billing, unrounded } } : whole;
  const tariffs = planTariffs(context);
  const exact = exactCost(context, tariffs);
  let tables: ChainTables | null | undefined;
  return {
    context,
    tariffs,
    exact,
    tables: () => (tables === undefined ? (tables = chainTables(context, tariffs, exact)) : tables),
  };
}

/** Whether every read is of the same size and from the same place, so that it takes as long. */
function sameReads(one: Scenario, other: Scenario): boolean {
  const [a, b] = [one.workload, other.workload];
  return (
    a.objects.size === b.objects.size &&
    a.reads.bytes === b.reads.bytes &&
    a.readers.every(({ at, lastMile }, q) => at === b.readers[q]?.at && lastMile === b.readers[q]?.lastMile)
  );
}

export function contenderOf(context: PlanContext, placement: Placement): Contender {
  const id = placementId(placement, context.stores);
  return { id, arrangement: id.replaceAll(AGE_CODE, ''), placement };
}

/** `@7d` of `age:aws/a@x>aws/b@y@7d:tier`, both ages of a chain of three. */
const AGE_CODE = /@\d+(\.\d+)?[dh](?=[:@>]|$)/g;

/** As `Course.compare`: proven before what is not, known before lower bounds, then the cheaper. Null is that nothing is proven. */
export function compareIn(world: World, a: Contender | null, b: Contender | null): number {
  const [one, two] = [a, b].map((contender) => {
    const found = contender && world.evaluate(contender.placement);
    return found?.feasible === 'yes' ? found : null;
  });
  if (!one || !two) {
    if (!one && !two) return a === null ? -Infinity : b === null ? Infinity : 0;
    return one ? -Infinity : Infinity;
  }
  if (one.atLeast !== two.atLeast) return one.atLeast ? Infinity : -Infinity;
  return one.cost - two.cost;
}
