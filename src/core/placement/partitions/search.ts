/**
 * The cheapest splits by popularity and size: every cut by every ordered pair of stores, bounded from below and billed
 * exactly in order of the bound until nothing cheaper can remain.
 */
import { keepBest } from '../winners/rank.ts';
import type { Feasible } from '../../report/verdict.ts';
import { pricedPartition } from './billing.ts';
import type { FoundPartition, Partition, PartitionBilling } from './billing.ts';
import type { Cut } from './cuts.ts';
import type { PlanContext } from '../context/types.ts';
import type { Evaluated } from '../pairs/search.ts';
import { VERDICTS } from '../verdicts/verdicts.ts';

interface PartitionSearchSources {
  context: PlanContext;
  billing: PartitionBilling;
  /** Everything but the budget. */
  judge(partition: Partition): Feasible;
}

interface PartitionsWanted {
  /** Of each verdict. */
  count: Readonly<Record<Feasible, number>>;
  /** Left out is what one of its two stores alone does as well. */
  singles?: readonly Evaluated[];
  /** Only what costs less. */
  below?: number;
  /** Only of such stores. */
  among?: (stores: readonly [number, number]) => boolean;
}

/** Sums of costs in another order may differ by so much: what is cheaper by less is no cheaper. */
const ROUNDING = 1 - 1e-9;

/** Best of each pair of stores and kind, until as many of each verdict are found as are wanted. */
export function partitionSearch(
  { context, billing, judge }: PartitionSearchSources,
  cuts: readonly Cut[],
  { count, singles = [], below = Infinity, among = () => true }: PartitionsWanted,
): FoundPartition[] {
  const rivals: (Partition & { least: number })[] = [];
  for (const cut of cuts)
    for (const a of context.stores.keys())
      for (const b of context.stores.keys())
        if (a !== b && among([a, b]))
          rivals.push({ cut, stores: [a, b], least: billing.least({ cut, stores: [a, b] }) });
  rivals.sort((a, b) => a.least - b.least);

  const kept = new Map<Feasible, FoundPartition[]>(VERDICTS.map((feasible) => [feasible, []]));
  const ceiling = (feasible: Feasible) => {
    const own = kept.get(feasible) ?? [];
    return own.length < count[feasible]
      ? count[feasible] > 0
        ? below
        : -Infinity
      : Math.min(below, own.at(-1)?.cost ?? Infinity);
  };
  const aloneFrom = ({ stores }: Partition, feasible: Feasible) =>
    Math.min(
      Infinity,
      ...stores.flatMap((s) => {
        const one = singles[s];
        const asGood = one && !one.atLeast && VERDICTS.indexOf(one.feasible) <= VERDICTS.indexOf(feasible);
        return asGood ? [one.cost * ROUNDING] : [];
      }),
    );
  for (const rival of rivals) {
    if (VERDICTS.every((feasible) => rival.least >= ceiling(feasible))) break;
    const before = judge(rival);
    if (rival.least >= Math.min(ceiling(before), aloneFrom(rival, before))) continue;
    const found = pricedPartition(context, rival, before, billing.of(rival));
    if (found.cost >= Math.min(ceiling(found.feasible), aloneFrom(found, found.feasible))) continue;
    keepBest(
      kept.get(found.feasible) ?? [],
      found,
      count[found.feasible],
      ({ cut, stores }) => cut.by === found.cut.by && stores.every((s, i) => s === found.stores[i]),
    );
  }
  return [...kept.values()].flat();
}
