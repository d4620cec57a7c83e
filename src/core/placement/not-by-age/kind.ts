/** A kind of placements that do not go by age: its cheapest, and what any of them costs and meets. */
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Usage } from '../../pricing/bills/usage.ts';
import type { Feasible } from '../../report/verdict.ts';
import type { Month } from '../../workload/months.ts';
import type { Population } from '../../workload/population.ts';
import type { Server } from '../worked/servers.ts';
import type { ExactCost } from '../costs/exact-cost.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { requirementsOf } from '../partitions/judge.ts';
import type { PlanContext } from '../context/types.ts';
import type { Tail } from '../verdicts/tails.ts';
import type { PlanTariffs } from '../costs/tariffs.ts';
import type { AnyPlacement, NotByAge } from './placement.ts';

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

/** One placement of a scenario. */
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

/** One kind of them in a scenario. */
export interface Kind<P extends NotByAge> {
  /** The cheapest that is proven. */
  best(wanted: Wanted): Ranked | null;
  /** Null where the scenario has no such placement. */
  placed(placement: P): Placed | null;
}

export interface GroundSources {
  context: PlanContext;
  grid: LatencyGrid;
  tariffs: PlanTariffs;
  evidence: EvidenceBase;
}
