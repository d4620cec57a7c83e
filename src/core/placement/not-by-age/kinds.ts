/** Placements of a scenario that do not go by age: the cheapest of them, and the cost, verdict and latency of any. */
import type { Feasible } from '../../report/verdict.ts';
import { requirementsOf } from '../partitions/judge.ts';
import type { PlanContext } from '../context/types.ts';
import { verdict, worst } from '../verdicts/requirements.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';
import { mayBeCached, mayBeSplit } from '../worked/worked-plan.ts';
import { cacheGround, cachesIn } from './caches.ts';
import type { CacheGround } from './caches.ts';
import type { NotByAge } from './placement.ts';
import { splitGround, splitsIn } from './splits.ts';
import type { SplitGround } from './splits.ts';
import type { Ranked, Wanted, Placed, GroundSources } from './kind.ts';

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

export interface NotByAgeKinds {
  /** The cheapest of all that is proven. */
  best(wanted?: Wanted): Ranked | null;
  /** Null where the scenario has no such placement. */
  placed(placement: NotByAge): Placed | null;
  /** The verdict on each latency requirement, by its name. */
  each(placed: Placed): ReadonlyMap<string, Feasible>;
}

/** `context`: of the ground, or of another scenario that differs in what it requires alone. */
export function notByAge(ground: NotByAgeGround, context: PlanContext, judged: Verdicts): NotByAgeKinds {
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
