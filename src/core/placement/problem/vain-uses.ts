/** What a timeline adds at the least to what is late where routers ask other stores first. Bounds know it of each population alone. */
import { itemAt } from '../../at.ts';
import { memo } from '../../memo.ts';
import type { PlanContext } from '../context/types.ts';
import type { Problem, Stage, Use } from '../search/problem.ts';
import { countsVainReads } from '../vain-reads.ts';
import type { LatenessPools } from './lateness-pools.ts';

/** More buckets than these are asked in too many orders. */
const MOST_BUCKETS = 3;

interface Read {
  times: number;
  buckets: readonly number[];
  server: number;
}

export function vainUses(
  context: PlanContext,
  late: LatenessPools,
  sizeClasses: readonly number[],
): Problem['vain'] {
  const { workload, scenario } = context;
  // Keys that tell the age ask nothing in vain.
  if (
    late.meters.length === 0 ||
    !countsVainReads(context) ||
    scenario.workload.objects.keyDate !== undefined
  )
    return undefined;
  const count = late.meters.length;
  const first = late.meter;
  const amounts = memo((key: string): Float64Array | null => {
    const [reader = 0, sizeClass = 0, ...asked] = key.split(' ').map(Number);
    const server = itemAt(asked, asked.length - 1);
    return late.vain(asked.slice(0, -1), server, reader, sizeClass);
  });
  return (kind, stages) => {
    const sums = new Float64Array(count);
    const bucketed = inBuckets(stages);
    for (const [q, { share }] of workload.readers.entries()) {
      if (!(share > 0)) continue;
      const reads = bucketed.map(({ reads: times, bucketOf, holders, servers }): Read => {
        const server = itemAt(servers, q);
        return {
          times: times * share,
          buckets: holders.map(bucketOf),
          server: server < 0 ? -1 : bucketOf(server),
        };
      });
      const least = leastOf(reads, (vain, server) =>
        amounts([q, itemAt(sizeClasses, kind), ...vain, server].join(' ')),
      );
      if (least === null) return null;
      for (let i = 0; i < count; i += 1) sums[i] = sums[i]! + (least[i] ?? 0);
    }
    const use: Use = { meters: Int32Array.from(sums, (_, i) => first + i), amounts: sums };
    return use;
  };
}

/** A rule leaves an object in its bucket. */
function inBuckets(stages: readonly (Stage & { reads: number })[]) {
  const known = new Map<number, number>();
  return stages.map(({ reads, holders, servers, entered }) => {
    for (const { store, how, from } of entered)
      known.set(store, how === 'rule' && from !== null ? (known.get(from) ?? from) : store);
    const now = new Map(known);
    return { reads, holders, servers, bucketOf: (store: number) => now.get(store) ?? store };
  });
}

/** Of all orders in which each server is the first that has the object, the least of each amount; null: there is none. */
function leastOf(
  reads: readonly Read[],
  late: (vain: readonly number[], server: number) => Float64Array | null,
): Float64Array | readonly number[] | null {
  const read = reads.filter(({ times, server }) => times > 0 && server >= 0);
  const buckets = [...new Set(read.flatMap(({ buckets: own }) => own))];
  if (
    new Set(read.map(({ server }) => server)).size < 2 &&
    read.every(({ server, buckets: own }) => own.includes(server))
  )
    return [];
  if (buckets.length > MOST_BUCKETS) return [];
  let least: Float64Array | null = null;
  for (const order of ordersOf(buckets)) {
    const sums = summed(order, read, late);
    if (sums) least = least ? least.map((one, i) => Math.min(one, sums[i]!)) : sums;
  }
  return least;
}

function summed(
  order: readonly number[],
  reads: readonly Read[],
  late: (vain: readonly number[], server: number) => Float64Array | null,
): Float64Array | null {
  let sums: Float64Array | null = null;
  for (const { times, buckets, server } of reads) {
    const found = order.findIndex((bucket) => buckets.includes(bucket));
    if (order[found] !== server) return null;
    const own = late(order.slice(0, found), server);
    if (!own) return null;
    sums ??= new Float64Array(own.length);
    for (let i = 0; i < own.length; i += 1) sums[i] = sums[i]! + times * own[i]!;
  }
  return sums;
}

function ordersOf(buckets: readonly number[]): number[][] {
  return buckets.length < 2
    ? [[...buckets]]
    : buckets.flatMap((one) =>
        ordersOf(buckets.filter((other) => other !== one)).map((rest) => [one, ...rest]),
      );
}
