/** What a timeline adds at the least to what is late where routers ask other stores first. Bounds know it of each population alone. */
import { itemAt } from '../../at.ts';
import { memo } from '../../memo.ts';
import type { PlanContext } from '../context/types.ts';
import type { Problem, Stage, Vain } from '../search/problem.ts';
import { countsVainReads } from '../vain-reads.ts';
import type { LatenessPools } from './lateness-pools.ts';

/** More buckets than these are asked in too many orders. */
const MOST_BUCKETS = 3;

/** An order in which a reader's buckets are asked: by stage, what one read adds to each pool; null: another than its server has the object. */
type Order = readonly (Float64Array | null)[];

/** `pool`: place of the first pool of lateness. */
export function vainUses(
  context: PlanContext,
  late: LatenessPools,
  sizeClasses: readonly number[],
  pool: number,
): Problem['vain'] {
  const { workload, scenario } = context;
  // Keys that tell the age ask nothing in vain.
  const isTold = scenario.workload.objects.keyDate !== undefined;
  if (late.pools.length === 0 || !countsVainReads(context) || isTold) return undefined;
  const pools = Int32Array.from(late.pools, (_, i) => pool + i);
  const nothing = new Float64Array(pools.length);
  const added = memo((key: string): Float64Array | null => {
    const [reader = 0, sizeClass = 0, server = 0, ...asked] = key.split(' ').map(Number);
    return late.vain(asked, server, reader, sizeClass);
  });
  const of = (kind: number, stages: readonly Stage[]): Vain | null => {
    const bucketed = inBuckets(stages);
    const sizeClass = itemAt(sizeClasses, kind);
    const readers = workload.readers.flatMap(({ share }, q) => {
      const own = bucketed.map(({ buckets, servers }) => ({ buckets, server: itemAt(servers, q) }));
      const all = [...new Set(own.flatMap(({ buckets }) => buckets))];
      const isOne = own.every(
        ({ buckets, server }) => server < 0 || (server === own[0]?.server && buckets.includes(server)),
      );
      if (share === 0 || isOne || all.length > MOST_BUCKETS) return [];
      const orders = ordersOf(all).map((order): Order =>
        own.map(({ buckets, server }) => {
          if (server < 0) return nothing;
          const found = order.findIndex((bucket) => buckets.includes(bucket));
          if (order[found] !== server) return null;
          return found === 0 ? nothing : added([q, sizeClass, server, ...order.slice(0, found)].join(' '));
        }),
      );
      return [{ share, orders }];
    });
    if (readers.length === 0) return null;
    return (reads) => {
      const sums = new Float64Array(pools.length);
      for (const { share, orders } of readers) {
        const least = new Float64Array(pools.length).fill(Infinity);
        for (const order of orders) takeLess(least, order, reads);
        for (let i = 0; i < sums.length; i += 1) sums[i] = sums[i]! + share * least[i]!;
      }
      return Number.isFinite(sums[0]) ? sums : null;
    };
  };
  return { pools, of };
}

/** Takes what an order adds where that is less; nothing of one in which another than the server would answer some read. */
function takeLess(least: Float64Array, order: Order, reads: readonly number[]): void {
  const sums = new Float64Array(least.length);
  for (const [s, each] of order.entries()) {
    const times = itemAt(reads, s);
    if (times === 0) continue;
    if (each === null) return;
    for (let i = 0; i < sums.length; i += 1) sums[i] = sums[i]! + times * each[i]!;
  }
  for (let i = 0; i < sums.length; i += 1) least[i] = Math.min(least[i]!, sums[i]!);
}

/** A rule leaves an object in its bucket. */
function inBuckets(stages: readonly Stage[]): { buckets: number[]; servers: number[] }[] {
  const known = new Map<number, number>();
  return stages.map(({ holders, servers, entered }) => {
    for (const { store, how, from } of entered)
      known.set(store, how === 'rule' && from !== null ? (known.get(from) ?? from) : store);
    const bucketOf = (store: number) => known.get(store) ?? store;
    return { buckets: holders.map(bucketOf), servers: servers.map(bucketOf) };
  });
}

function ordersOf(buckets: readonly number[]): number[][] {
  return buckets.length < 2
    ? [[...buckets]]
    : buckets.flatMap((one) =>
        ordersOf(buckets.filter((other) => other !== one)).map((rest) => [one, ...rest]),
      );
}
