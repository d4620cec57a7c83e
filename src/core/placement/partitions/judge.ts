/** Whether a split by size or popularity meets the requirements, its cost apart: the tails of its two sides together. */
import { memo } from '../../memo.ts';
import type { Feasible } from '../../report/verdict.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { LatencyRequirement } from '../judge/latency-requirements.ts';
import type { Partition } from './billing.ts';
import type { Side } from './side.ts';
import type { PlanContext } from '../context/types.ts';
import { singleStore } from '../policy.ts';
import { chainZones } from '../chains/tail.ts';
import { chainOf } from '../chain.ts';
import { holdersVerdict, verdict, worst } from '../verdicts/requirements.ts';
import { actionTail, readersTail, tailOf, writeTail } from '../verdicts/tails.ts';
import type { Tail } from '../verdicts/tails.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';

/** What one side's store adds to what a requirement sums, by reader; null: by the writer. */
export type SideTail = (side: Side, store: number, reader: number | null) => Tail;

/** What a requirement comes to over both sides. */
export function partitionTail(
  { fanOut }: PlanContext['workload'],
  requirement: LatencyRequirement,
  { cut, stores }: Partition,
  nodesMs: Float64Array | undefined,
  tailAt: SideTail,
): Tail {
  const at = (reader: number | null) =>
    cut.sides.map((side, i) => ({
      share: reader === null ? side.arrivals : side.reads,
      tail: tailAt(side, stores[i] ?? 0, reader),
    }));
  if (requirement.of === 'write') return actionTail(requirement, 1, at(null));
  return readersTail(requirement, fanOut, at, nodesMs);
}

/** As the grid of each side has it. */
export function sideTail(
  requirement: LatencyRequirement,
  nodesMs: Float64Array | undefined,
  gridOf: (side: Side) => LatencyGrid = ({ grid }) => grid,
): SideTail {
  return (side, store, reader) =>
    reader === null
      ? writeTail(side.context, gridOf(side), requirement, [store])
      : tailOf(side.context, gridOf(side), requirement, store, reader, nodesMs);
}

/** `sideTail`, worked out once for each side, store and reader. */
export function knownSideTail(requirement: LatencyRequirement, nodesMs: Float64Array | undefined): SideTail {
  const tailAt = sideTail(requirement, nodesMs);
  const known = memo((side: Side) =>
    memo((store: number) => memo((reader: number | null) => tailAt(side, store, reader))),
  );
  return (side, store, reader) => known(side)(store)(reader);
}

/** Of the requirements that `judged` asks for: of reads, then of writes. */
export function requirementsOf({ requirements, nodesMs, writes }: Verdicts) {
  return [
    ...requirements.map((requirement, r) => ({ requirement, nodesMs: nodesMs[r] })),
    ...writes.map(({ requirement }) => ({ requirement, nodesMs: undefined })),
  ];
}

export function partitionJudge(context: PlanContext, judged: Verdicts): (partition: Partition) => Feasible {
  const alone = memo((s: number) => singleStore(s, context.workload.readers.length));
  const place = memo((s: number) => chainZones(context, chainOf(alone(s))));
  const asked = requirementsOf(judged).map(({ requirement, nodesMs }) => {
    const tail = knownSideTail(requirement, nodesMs);
    return (partition: Partition) =>
      verdict(partitionTail(context.workload, requirement, partition, nodesMs, tail), requirement);
  });
  return (partition) => {
    const { sides } = partition.cut;
    const verdicts: Feasible[] = partition.stores.map(place);
    for (const [i, s] of partition.stores.entries()) {
      const own = sides[i]?.context;
      verdicts.push(own?.limits.within(alone(s)) ? holdersVerdict(own, [s]) : 'no');
    }
    for (const verdictOf of asked) {
      if (verdicts.includes('no')) return 'no';
      verdicts.push(verdictOf(partition));
    }
    return worst(verdicts);
  };
}
