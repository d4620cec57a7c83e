/** Splits by size and by popularity. */
import { partitionBilling, partitionUsages } from '../partitions/billing.ts';
import type { PartitionBilling } from '../partitions/billing.ts';
import { partitionJudge, partitionTail, sideTail } from '../partitions/judge.ts';
import { partitionSearch } from '../partitions/search.ts';
import { cutsOf } from '../partitions/cuts.ts';
import { sharesOf } from '../partitions/side.ts';
import type { Cuts } from '../partitions/cuts.ts';
import type { PlanContext } from '../context/types.ts';
import { singleStore } from '../policy.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';
import { splitPlacement } from './placement.ts';
import type { SplitPlacement } from './placement.ts';
import type { GroundSources, Kind } from './kind.ts';

export interface SplitGround {
  cuts: Cuts;
  billing: PartitionBilling;
}

const BEST = { yes: 1, unproven: 0, no: 0 };

export function splitGround({ context, grid, tariffs, evidence }: GroundSources): SplitGround {
  return { cuts: cutsOf(context, grid, evidence), billing: partitionBilling(context, tariffs) };
}

export function splitsIn(
  { cuts, billing }: SplitGround,
  context: PlanContext,
  judged: Verdicts,
): Kind<SplitPlacement> {
  const judge = partitionJudge(context, judged);
  return {
    best(wanted) {
      const [found] = partitionSearch({ context, billing, judge }, cuts.all(), { ...wanted, count: BEST });
      if (!found) return null;
      const { cost, atLeast, feasible } = found;
      return { placement: splitPlacement(found), cost, atLeast, feasible };
    },
    placed({ at, stores }) {
      const cut = cuts.of(at);
      if (!cut) return null;
      const partition = { cut, stores };
      const { workload } = context;
      return {
        feasible: () => judge(partition),
        months: () => billing.each(partition),
        usages: (month, population) => partitionUsages(partition, month, population),
        isLeast: stores.some((s) => context.stores[s]?.parts.isLeast),
        tail: ({ requirement, nodesMs }) =>
          partitionTail(workload, requirement, partition, nodesMs, sideTail(requirement, nodesMs)),
        withinLimits: () =>
          cut.sides.every((side, i) =>
            side.context.limits.within(singleStore(stores[i] ?? 0, workload.readers.length)),
          ),
        servers: () =>
          cut.sides.flatMap((side, i) =>
            side.reads > 0
              ? [{ store: stores[i] ?? 0, second: -1, share: side.reads, classes: sharesOf(side, context) }]
              : [],
          ),
      };
    },
  };
}
