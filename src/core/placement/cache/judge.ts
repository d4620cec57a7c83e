/** Whether a cache meets the requirements: hits and misses as a mixture, the cold store as the keeper. */
import { memo } from '../../memo.ts';
import type { Feasible } from '../../report/verdict.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { LatencyRequirement } from '../judge/latency-requirements.ts';
import { knownSideTail, requirementsOf, sideTail } from '../partitions/judge.ts';
import type { SideTail } from '../partitions/judge.ts';
import { sharesOf } from '../partitions/side.ts';
import type { Side } from '../partitions/side.ts';
import type { Server } from '../worked/servers.ts';
import type { PlanContext } from '../context/types.ts';
import { singleStore } from '../policy.ts';
import { chainZones } from '../chains/tail.ts';
import { chainOf } from '../chain.ts';
import { holdersVerdict, verdict, worst } from '../verdicts/requirements.ts';
import { readersTail, writeTail } from '../verdicts/tails.ts';
import type { Tail } from '../verdicts/tails.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';
import type { Cache } from './cache.ts';
import type { CacheFlows } from './flows.ts';
import type { CacheLimits } from './limits.ts';

/** Share of the cached objects' reads that find a copy, over the billed months. */
export function hitShare(cache: Cache, flows: CacheFlows): number {
  const { months, lifeDays } = cache.cut.cached.context.workload;
  let [reads, hits] = [0, 0];
  for (const { month, population } of months) {
    const flow = flows.of(cache, month, population, lifeDays);
    reads += flow.reads;
    hits += flow.hits;
  }
  return reads > 0 ? hits / reads : 0;
}

/** Who answers reads: objects of a side, from a store, with their share of all reads. */
export interface Answering {
  side: Side;
  store: number;
  share: number;
}

export function answering({ cut, hot, cold }: Cache, hits: number): Answering[] {
  const { cached, passed } = cut;
  return [
    { side: cached, store: hot, share: cached.reads * hits },
    { side: cached, store: cold, share: cached.reads * (1 - hits) },
    ...(passed ? [{ side: passed, store: cold, share: passed.reads }] : []),
  ].filter(({ share }) => share > 0);
}

/** Which store serves which share of the reads, and of which sizes. */
export function cacheServers(cache: Cache, hits: number, context: PlanContext): Server[] {
  return answering(cache, hits).map(({ side, store, share }) => ({
    store,
    second: -1,
    share,
    ...(side.context === context ? {} : { classes: sharesOf(side, context) }),
  }));
}

/** Stores that a write waits for. */
export const writtenTo = ({ writes, hot, cold }: Cache) => (writes === 'through' ? [hot, cold] : [cold]);

/** What a requirement sums over a cache's reads, or its writes. */
export function cacheTail(
  context: PlanContext,
  grid: LatencyGrid,
  requirement: LatencyRequirement,
  cache: Cache,
  hits: number,
  nodesMs: Float64Array | undefined,
  tailAt: SideTail = sideTail(requirement, nodesMs),
): Tail {
  if (requirement.of === 'write') return writeTail(context, grid, requirement, writtenTo(cache));
  const parts = answering(cache, hits);
  const partsOf = (q: number) =>
    parts.map(({ side, store, share }) => ({ share, tail: tailAt(side, store, q) }));
  return readersTail(requirement, context.workload.fanOut, partsOf, nodesMs);
}

/** Verdicts of caches, their cost apart. */
export function cacheJudge(
  context: PlanContext,
  grid: LatencyGrid,
  judged: Verdicts,
  flows: CacheFlows,
  limits: CacheLimits,
): (cache: Cache) => Feasible {
  const alone = (s: number) => singleStore(s, context.workload.readers.length);
  const zones = memo((s: number) => chainZones(context, chainOf(alone(s))));
  const asked = requirementsOf(judged).map((one) => ({
    ...one,
    tail: knownSideTail(one.requirement, one.nodesMs),
  }));
  return (cache) => {
    const found: Feasible[] = [
      zones(cache.cold),
      holdersVerdict(context, [cache.cold]),
      holdersVerdict(cache.cut.cached.context, [cache.hot]),
    ];
    if (limits.violations(cache).length > 0) return 'no';
    const hits = hitShare(cache, flows);
    for (const { requirement, nodesMs, tail } of asked) {
      if (found.includes('no')) return 'no';
      found.push(verdict(cacheTail(context, grid, requirement, cache, hits, nodesMs, tail), requirement));
    }
    return worst(found);
  };
}
