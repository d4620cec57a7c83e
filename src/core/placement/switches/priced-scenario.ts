/** One scenario, searched over all placements: which is the proven best, and what any other would cost and meet. */
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Archive } from '../../pricing/archive.ts';
import type { Sources } from '../../sources.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { contestGround, contestOf } from '../winners/contest.ts';
import type { Contest, ContestGround, ContestOptions } from '../winners/contest.ts';
import type { Ranked } from '../not-by-age/kind.ts';
import { latencyGrid } from '../latency-grid.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import { anyId, arrangementOf, keyOf } from '../not-by-age/placement.ts';
import type { AnyPlacement } from '../not-by-age/placement.ts';
import { planContext } from '../context/plan-context.ts';
import type { PlanContext } from '../context/types.ts';

/** A plan that wins somewhere. Stores are told by their place in the list of candidates, which no input changes. */
export interface Contender {
  /** As it is named in that scenario. */
  id: string;
  /** What tells it from others in every variation of the scenario. */
  key: string;
  /** The id without its ages and bounds: what stays when only a move comes earlier or later. */
  arrangement: string;
  placement: AnyPlacement;
}

export interface Winner extends Contender {
  total: number;
  atLeast: boolean;
}

export interface PricedScenario {
  scenario: Scenario;
  context: PlanContext;
  grid: LatencyGrid;
  ground: ContestGround;
  contest: Contest;
  /** The proven best; null where nothing is proven. */
  winner(): Winner | null;
  /** As in `Contest`. */
  rivalOf(placement: AnyPlacement): Winner | null;
  bestWith(store: number): Winner | null;
  evaluate(placement: AnyPlacement): Ranked | null;
  atBestAges(placement: AnyPlacement): Ranked | null;
  currency: string;
}

interface PricedScenarioOptions extends ContestOptions {
  /** Bills without rounding quanta, piecewise linear in most inputs. */
  unrounded?: boolean;
  /** The same scenario but for one input, and of the same rounding: what the input leaves alone is taken from it. */
  like?: PricedScenario | undefined;
}

/** `sources`: a question, of which the scenario is a variation. Throws `RangeError` as `workloadOf` does. */
export function pricedScenario(
  scenario: Scenario,
  { archive, evidence }: Sources,
  { unrounded = false, like, onGrid = false }: PricedScenarioOptions = {},
): PricedScenario {
  const { workload, discounts } = scenario;
  const sameBills = like?.scenario.workload === workload && like.scenario.discounts === discounts;
  const kept = sameBills ? like : undefined;
  const context = kept ? { ...kept.context, scenario } : contextOf(scenario, archive, evidence, unrounded);
  const grid = like && sameReads(like.scenario, scenario) ? like.grid : latencyGrid(context, evidence);
  const ground = kept?.ground ?? contestGround(context, grid, evidence);
  const contest = contestOf(ground, context, grid, { onGrid });
  const named = (one: Ranked | null): Winner | null =>
    one && { ...contenderOf(context, one.placement), total: one.cost, atLeast: one.atLeast };
  return {
    scenario,
    context,
    grid,
    ground,
    contest,
    currency: ground.tariffs.book.currency,
    winner: () => named(contest.winner()),
    rivalOf: (placement) => named(contest.rivalOf(placement)),
    bestWith: (store) => named(contest.bestWith(store)),
    evaluate: contest.evaluate,
    atBestAges: contest.atBestAges,
  };
}

function contextOf(
  scenario: Scenario,
  archive: Archive,
  evidence: EvidenceBase,
  unrounded: boolean,
): PlanContext {
  const context = planContext(scenario, archive, evidence);
  return unrounded ? { ...context, billing: { ...context.billing, unrounded } } : context;
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

export function contenderOf(context: PlanContext, placement: AnyPlacement): Contender {
  return {
    id: anyId(placement, context),
    key: keyOf(placement, context),
    arrangement: arrangementOf(placement, context),
    placement,
  };
}

/**
 * As `Course.compare`: proven before what is not, known before lower bounds, then the cheaper, each at its best ages near its own
 * unless these alone set them apart. Null is that nothing is proven.
 */
export function compareIn(priced: PricedScenario, a: Contender | null, b: Contender | null): number {
  const found = a?.arrangement === b?.arrangement ? priced.evaluate : priced.atBestAges;
  const [one, two] = [a, b].map((contender) => {
    const ranked = contender && found(contender.placement);
    return ranked?.feasible === 'yes' ? ranked : null;
  });
  if (!one || !two) {
    if (!one && !two) return a === null ? -Infinity : b === null ? Infinity : 0;
    return one ? -Infinity : Infinity;
  }
  if (one.atLeast !== two.atLeast) return one.atLeast ? Infinity : -Infinity;
  return one.cost - two.cost;
}
