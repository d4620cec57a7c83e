/** Placements that do not go by age in one world: the cheapest of them, and the cost, verdict and latency of any. */
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Usage } from '../../pricing/bills/usage.ts';
import type { Feasible } from '../../report/plan-types.ts';
import type { Month } from '../../workload/months.ts';
import type { Population } from '../../workload/population.ts';
import type { Server } from '../worked/servers.ts';
import type { ExactCost } from '../costs/exact-cost.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import { requirementsOf } from '../partitions/judge.ts';
import type { PlanContext } from '../context/plan-context.ts';
import { verdict, worst } from '../verdicts/requirements.ts';
import type { Tail } from '../verdicts/tails.ts';
import type { PlanTariffs } from '../costs/tariffs.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';
import { mayBeCached, mayBeSplit } from '../worked/worked-plan.ts';
import { cacheGround, cachesIn } from './caches.ts';
import type { CacheGround } from './caches.ts';
import type { AnyPlacement, NotByAge } from './placement.ts';
import { splitGround, splitsIn } from './splits.ts';
import type { SplitGround } from './splits.ts';

/** A placement with its cost and verdict. */
export interface Ranked {
  placement: AnyPlacement;
  cost: number;
  atLeast: boolean;
  feasible: Feasible;
}

export interface Wanted {
  /** Only what costs less. */
  below?: number;
  /** Only of such stores. */
  among?: (stores: readonly [number, number]) => boolean;
}

export type Asked = ReturnType<typeof requirementsOf>[number];

/** One placement in one world. */
export interface Placed {
  /** Everything but the budget. */
  feasible(): Feasible;
  /** The exact total of each billed month. */
  months(): ExactCost[];
  usages(month: Month, population: Population): Usage[];
  /** Whether more may be used than that: how often reads are asked twice rests on a latency that nobody measured. */
  isLeast: boolean;
  /** What a requirement sums. */
  tail(asked: Asked): Tail;
  /** Whether its stores keep to the limits that they publish. */
  withinLimits(): boolean;
  /** The stores that serve each reader. */
  servers(): Server[];
}

/** One kind of them in one world. */
export interface Kind<P extends NotByAge> {
  /** The cheapest that is proven. */
  best(wanted: Wanted): Ranked | null;
  /** Null where there is no such placement in this world. */
  placed(placement: P): Placed | null;
}

export interface GroundSources {
  context: PlanContext;
  grid: LatencyGrid;
  tariffs: PlanTariffs;
  evidence: EvidenceBase;
}

/** What of them no requirement changes; null where the scenario has none of the kind. */
export interface NotByAgeGround {
  splits: SplitGround | null;
  caches: CacheGround | null;
}

export function notByAgeGround(sources: GroundSources): NotByAgeGround {
  const { scenario } = sources.context;
  return {
    splits: mayBeSplit(scenario) ? splitGround(sources) : null,
    caches: mayBeCached(scenario) ? cacheGround(sources) : null,
  };
}

export interface NotByAgeWorld {
  /** The cheapest of all that is proven. */
  best(wanted?: Wanted): Ranked | null;
  /** Null where there is no such placement in this world. */
  placed(placement: NotByAge): Placed | null;
  /** The verdict on each latency requirement, by its name. */
  each(placed: Placed): ReadonlyMap<string, Feasible>;
}

/** `context`: of the ground, or of another scenario that differs in what it requires alone. */
export function notByAge(ground: NotByAgeGround, context: PlanContext, judged: Verdicts): NotByAgeWorld {
  const splits = ground.splits && splitsIn(ground.splits, context, judged);
  const caches = ground.caches && cachesIn(ground.caches, context, judged);
  const placed = (placement: NotByAge): Placed | null =>
    placement.kind === 'split' ? (splits?.placed(placement) ?? null) : (caches?.placed(placement) ?? null);
  return {
    placed,
    best(wanted = {}) {
      const found = splits?.best(wanted) ?? null;
      const below = found && !found.atLeast ? found.cost : (wanted.below ?? Infinity);
      return caches?.best({ ...wanted, below }) ?? found;
    },
    each({ tail }) {
      const found = new Map<string, Feasible>();
      for (const asked of requirementsOf(judged)) {
        const { name } = asked.requirement;
        found.set(name, worst([found.get(name) ?? 'yes', verdict(tail(asked), asked.requirement)]));
      }
      return found;
    },
  };
}
