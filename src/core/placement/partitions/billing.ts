/** What a split by size or popularity costs: a lower bound, and the exact bill of its two sides together. */
import { memo } from '../../memo.ts';
import type { Usage } from '../../pricing/bills/usage.ts';
import type { Feasible } from '../../report/verdict.ts';
import type { Month } from '../../workload/months.ts';
import type { Population } from '../../workload/population.ts';
import { meanOf } from '../costs/exact-cost.ts';
import type { ExactCost } from '../costs/exact-cost.ts';
import { mergedUsages } from '../costs/monthly-cost.ts';
import type { Cut } from './cuts.ts';
import type { Side } from './side.ts';
import type { PlanContext } from '../context/types.ts';
import { singleStore } from '../policy.ts';
import { worst } from '../verdicts/requirements.ts';
import type { PlanTariffs, Vector } from '../costs/tariffs.ts';
import { usagesOf } from '../costs/usages.ts';
import { writerPaysEgress } from '../costs/writer-egress.ts';
import { dot } from '../../dot.ts';

/** A cut with the store of each side. */
export interface Partition {
  cut: Cut;
  stores: readonly [number, number];
}

export interface FoundPartition extends Partition {
  cost: number;
  atLeast: boolean;
  feasible: Feasible;
}

/** What a side uses in one store: by billed month, quantities by tariff of the book. */
type Sums = ReadonlyMap<number, Vector>[];

interface Lying {
  sums: Sums;
  /** A lower bound on what it adds to any total. */
  least: number;
}

export interface PartitionBilling {
  /** A lower bound on any bill of it. */
  least(partition: Partition): number;
  /** The exact mean total of the billed months. */
  of(partition: Partition): ExactCost;
  /** The exact total of each. */
  each(partition: Partition): ExactCost[];
}

export function partitionBilling(context: PlanContext, tariffs: PlanTariffs): PartitionBilling {
  const lies = memo((side: Side) => memo((s: number) => lyingIn(side, s, context, tariffs)));
  const each = (partition: Partition): ExactCost[] => {
    const held = partition.cut.sides.map((side, i) => lies(side)(partition.stores[i] ?? 0).sums);
    const written = partition.cut.sides.flatMap(({ arrivals }, i) =>
      arrivals > 0 ? (context.stores[partition.stores[i] ?? -1] ?? []) : [],
    );
    const unknown =
      tariffs.cdnUnknown ||
      partition.stores.some((s) => context.stores[s]?.parts.isLeast) ||
      (context.writer.egress === 'unknown' &&
        [...written, ...context.copies].some((store) => writerPaysEgress(context, store)));
    return tariffs.months.map(({ month }, m) => {
      const merged = new Map<number, Vector>();
      for (const sums of held)
        for (const [index, vector] of sums[m] ?? []) {
          const before = merged.get(index);
          merged.set(index, before ? before.map((value, i) => value + (vector[i] ?? 0)) : vector);
        }
      const [indexes, quantities] = [[...merged.keys()], [...merged.values()]];
      return {
        total: tariffs.book.total(indexes, quantities, month.days),
        atLeast: unknown || tariffs.book.atLeast(indexes, quantities, month.days),
      };
    });
  };
  return {
    least: ({ cut: { sides }, stores: [a, b] }) => lies(sides[0])(a).least + lies(sides[1])(b).least,
    of: (partition) => meanOf(each(partition)),
    each,
  };
}

/** The exact usage in a month. `population`: of all objects. */
export function partitionUsages({ cut, stores }: Partition, month: Month, population: Population): Usage[] {
  return mergedUsages(
    cut.sides.flatMap((side, i) => {
      const alone = singleStore(stores[i] ?? 0, side.context.workload.readers.length);
      return usagesOf(side.context, alone, month, side.of(population));
    }),
  );
}

/** With its bill, and whether the budget allows it. */
export function pricedPartition(
  { scenario }: Pick<PlanContext, 'scenario'>,
  partition: Partition,
  feasible: Feasible,
  { total: cost, atLeast }: ExactCost,
): FoundPartition {
  const { budget } = scenario.requirements;
  const affordable: Feasible =
    budget === undefined ? 'yes' : cost > budget ? 'no' : atLeast ? 'unproven' : 'yes';
  return { ...partition, cost, atLeast, feasible: worst([feasible, affordable]) };
}

function lyingIn({ context }: Side, s: number, whole: PlanContext, tariffs: PlanTariffs): Lying {
  const { book } = tariffs;
  const indexOf = (store: string, region: string | undefined) =>
    book.tariffs.findIndex((one) => one.store === store && one.region === region);
  const alone = singleStore(s, context.workload.readers.length);
  const sums: Map<number, Vector>[] = context.workload.months.map(({ month, population }) => {
    const own = new Map<number, Vector>();
    for (const usage of usagesOf(context, alone, month, population)) {
      const index = indexOf(usage.store, usage.region);
      const tariff = book.tariffs[index];
      if (!tariff) continue;
      const vector = Float64Array.from(tariff.quantities(usage));
      const slot = tariff.meters.indexOf('extra-subscriptions');
      if (slot >= 0 && usage.subscriptions !== undefined) vector[slot] = usage.subscriptions - 1;
      const before = own.get(index);
      own.set(index, before ? vector.map((value, i) => value + (before[i] ?? 0)) : vector);
    }
    return own;
  });
  let least = 0;
  for (const month of sums)
    for (const [index, vector] of month) {
      const { perUnit, credit } = book.tariffs[index]?.underestimate ?? { perUnit: vector, credit: 0 };
      least += (dot(perUnit, vector) - credit) / whole.workload.months.length;
    }
  return { sums, least };
}
