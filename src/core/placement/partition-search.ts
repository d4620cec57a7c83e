/**
 * The cheapest splits by popularity and size: every cut by every ordered pair of stores, bounded from below and billed
 * exactly in order of the bound until nothing cheaper can remain.
 */
import { memo } from '../memo.ts';
import type { Feasible } from '../report/plan-types.ts';
import { jurisdictionVerdict, verdict, worst, zonesVerdict } from './requirements.ts';
import type { Cut, Side } from './partition.ts';
import { writerPaysEgress } from './writer-egress.ts';
import type { PlanContext } from './plan-context.ts';
import { singleStore } from './policy.ts';
import type { Evaluated } from './search.ts';
import type { LatencyGrid } from './latency-grid.ts';
import type { LatencyRequirement } from './latency-requirements.ts';
import { actionTail, tailOf, writeTail } from './tails.ts';
import type { Tail } from './tails.ts';
import type { PlanTariffs, Vector } from './tariffs.ts';
import { usagesOf } from './usages.ts';
import { VERDICTS } from './verdicts.ts';
import type { Verdicts } from './verdicts.ts';

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

/** Best of each pair of stores and kind, until `count` of each verdict are found. Left out is what one of its two stores alone does as well. */
export function partitionSearch(
  context: PlanContext,
  cuts: readonly Cut[],
  tariffs: PlanTariffs,
  judged: Verdicts,
  singles: readonly Evaluated[],
  count: Readonly<Record<Feasible, number>>,
): FoundPartition[] {
  const lying = new Map<Side, (store: number) => Lying>();
  for (const side of cuts.flatMap(({ sides }) => sides))
    lying.set(
      side,
      memo((s: number) => lyingIn(side, s, context, tariffs)),
    );
  const lies = (side: Side, s: number) => lying.get(side)?.(s) ?? { sums: [], least: -Infinity };

  const rivals: (Partition & { least: number })[] = [];
  for (const cut of cuts)
    for (const a of context.stores.keys())
      for (const b of context.stores.keys())
        if (a !== b)
          rivals.push({
            cut,
            stores: [a, b],
            least: lies(cut.sides[0], a).least + lies(cut.sides[1], b).least,
          });
  rivals.sort((a, b) => a.least - b.least);

  const judge = partitionJudge(context, judged);
  const kept = new Map<Feasible, FoundPartition[]>(VERDICTS.map((feasible) => [feasible, []]));
  const ceiling = (feasible: Feasible) => {
    const own = kept.get(feasible) ?? [];
    return own.length < count[feasible]
      ? count[feasible] > 0
        ? Infinity
        : -Infinity
      : (own.at(-1)?.cost ?? Infinity);
  };
  const aloneFrom = ({ stores }: Partition, feasible: Feasible) =>
    Math.min(
      Infinity,
      ...stores.flatMap((s) => {
        const one = singles[s];
        const asGood = one && !one.atLeast && VERDICTS.indexOf(one.feasible) <= VERDICTS.indexOf(feasible);
        return asGood ? [one.cost] : [];
      }),
    );
  for (const rival of rivals) {
    if (VERDICTS.every((feasible) => rival.least >= ceiling(feasible))) break;
    const before = judge(rival);
    if (rival.least >= Math.min(ceiling(before), aloneFrom(rival, before))) continue;
    const found = priced(rival, before, lies, context, tariffs);
    if (found.cost >= Math.min(ceiling(found.feasible), aloneFrom(found, found.feasible))) continue;
    keep(kept.get(found.feasible) ?? [], found, count[found.feasible]);
  }
  return [...kept.values()].flat();
}

function keep(kept: FoundPartition[], found: FoundPartition, count: number): void {
  const twin = kept.findIndex(
    ({ cut, stores }) => cut.by === found.cut.by && stores.every((s, i) => s === found.stores[i]),
  );
  if (twin >= 0 && (kept[twin]?.cost ?? Infinity) <= found.cost) return;
  if (twin >= 0) kept.splice(twin, 1);
  kept.push(found);
  kept.sort((a, b) => Number(a.atLeast) - Number(b.atLeast) || a.cost - b.cost);
  kept.length = Math.min(kept.length, count);
}

function priced(
  partition: Partition,
  feasible: Feasible,
  lies: (side: Side, store: number) => Lying,
  context: PlanContext,
  tariffs: PlanTariffs,
): FoundPartition {
  const { budget } = context.scenario.requirements;
  const held = partition.cut.sides.map((side, i) => lies(side, partition.stores[i] ?? 0).sums);
  const written = partition.cut.sides.flatMap(({ arrivals }, i) =>
    arrivals > 0 ? (context.stores[partition.stores[i] ?? -1] ?? []) : [],
  );
  let atLeast =
    tariffs.cdnUnknown ||
    partition.stores.some((s) => context.stores[s]?.parts.isLeast) ||
    (context.writer.egress === 'unknown' &&
      [...written, ...context.copies].some((store) => writerPaysEgress(context, store)));
  let total = 0;
  for (const [m, { month }] of tariffs.months.entries()) {
    const merged = new Map<number, Vector>();
    for (const sums of held)
      for (const [index, vector] of sums[m] ?? []) {
        const before = merged.get(index);
        merged.set(index, before ? before.map((value, i) => value + (vector[i] ?? 0)) : vector);
      }
    const [indexes, quantities] = [[...merged.keys()], [...merged.values()]];
    total += tariffs.book.total(indexes, quantities, month.days);
    atLeast ||= tariffs.book.atLeast(indexes, quantities, month.days);
  }
  const cost = total / tariffs.months.length;
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

function dot(a: Vector, b: Vector): number {
  let total = 0;
  for (let i = 0; i < a.length; i += 1) total += (a[i] ?? 0) * (b[i] ?? 0);
  return total;
}

/** What one side's store adds to what a requirement sums, by reader; null: by the writer. */
export type SideTail = (side: Side, store: number, reader: number | null) => Tail;

/** What a requirement comes to over both sides. */
export function partitionTail(
  { readers, fanOut }: PlanContext['workload'],
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
  let [low, high] = [0, 0];
  for (const q of readers.keys()) {
    const weight = requirement.weights[q] ?? 0;
    if (weight === 0) continue;
    const own = actionTail(requirement, fanOut, at(q), nodesMs);
    low += weight * own.low;
    high += weight * own.high;
  }
  return { low, high };
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

/** Of the requirements that `judged` asks for: of reads, then of writes. */
export function requirementsOf({ requirements, nodesMs, writes }: Verdicts) {
  return [
    ...requirements.map((requirement, r) => ({ requirement, nodesMs: nodesMs[r] })),
    ...writes.map(({ requirement }) => ({ requirement, nodesMs: undefined })),
  ];
}

function partitionJudge(context: PlanContext, judged: Verdicts): (partition: Partition) => Feasible {
  const alone = memo((s: number) => singleStore(s, context.workload.readers.length));
  const place = memo((s: number) =>
    worst([zonesVerdict(context, alone(s)), jurisdictionVerdict(context, alone(s))]),
  );
  const asked = requirementsOf(judged).map(({ requirement, nodesMs }) => {
    const tailAt = sideTail(requirement, nodesMs);
    const known = memo((side: Side) =>
      memo((store: number) => memo((reader: number | null) => tailAt(side, store, reader))),
    );
    const tail: SideTail = (side, store, reader) => known(side)(store)(reader);
    return (partition: Partition) =>
      verdict(partitionTail(context.workload, requirement, partition, nodesMs, tail), requirement);
  });
  return (partition) => {
    const { sides } = partition.cut;
    const verdicts: Feasible[] = partition.stores.map(place);
    for (const [i, s] of partition.stores.entries())
      if (!sides[i]?.context.limits.within(alone(s))) verdicts.push('no');
    for (const verdictOf of asked) {
      if (verdicts.includes('no')) return 'no';
      verdicts.push(verdictOf(partition));
    }
    return worst(verdicts);
  };
}
