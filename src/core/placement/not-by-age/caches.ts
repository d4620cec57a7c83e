/** Copies by re-read. */
import { cacheBilling } from '../cache/billing.ts';
import type { CacheBilling } from '../cache/billing.ts';
import { cacheCuts } from '../cache/cache.ts';
import type { Cache, CacheCuts } from '../cache/cache.ts';
import { cacheFlows } from '../cache/flows.ts';
import type { CacheFlows } from '../cache/flows.ts';
import { cacheJudge, cacheServers, cacheTail, hitShare } from '../cache/judge.ts';
import { cacheLimits } from '../cache/limits.ts';
import type { CacheLimits } from '../cache/limits.ts';
import { cacheSearch } from '../cache/search.ts';
import { cacheUsages } from '../cache/usage.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { PlanContext } from '../context/types.ts';
import type { PlanTariffs } from '../costs/tariffs.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';
import { cachePlacement } from './placement.ts';
import type { CachePlacement } from './placement.ts';
import type { GroundSources, Kind } from './kind.ts';

export interface CacheGround {
  tariffs: PlanTariffs;
  grid: LatencyGrid;
  flows: CacheFlows;
  limits: CacheLimits;
  cuts: CacheCuts;
  billing: CacheBilling;
}

const BEST = { yes: 1, unproven: 0 };

/** Null where copies cannot be: behind a CDN. */
export function cacheGround({ context, grid, tariffs, evidence }: GroundSources): CacheGround | null {
  const flows = cacheFlows(context);
  if (!flows) return null;
  const limits = cacheLimits(context, flows);
  const billing = cacheBilling({ context, tariffs, flows, limits });
  return { tariffs, grid, flows, limits, cuts: cacheCuts(context, grid, evidence), billing };
}

export function cachesIn(
  { tariffs, grid, flows, limits, cuts, billing }: CacheGround,
  context: PlanContext,
  judged: Verdicts,
): Kind<CachePlacement> {
  const judge = cacheJudge(context, grid, judged, flows, limits);
  const sources = { context, tariffs, flows, limits, billing, judge };
  return {
    best(wanted) {
      const [found] = cacheSearch(sources, cuts.all(), { ...wanted, count: BEST });
      if (!found) return null;
      const { cost, atLeast, feasible } = found;
      return { placement: cachePlacement(found), cost, atLeast, feasible };
    },
    placed({ hot, cold, ttlHours, writes, classes }) {
      if (!flows.writes.includes(writes)) return null;
      const cache: Cache = { cut: cuts.of(classes), hot, cold, ttlHours, writes };
      const hits = hitShare(cache, flows);
      return {
        feasible: () => judge(cache),
        months: () => billing.each(cache),
        usages: (month, population) =>
          cacheUsages(context, flows, cache, { month, population }, limits.subscriptions),
        isLeast: [hot, cold].some((s) => context.stores[s]?.parts.isLeast),
        tail: ({ requirement, nodesMs }) => cacheTail(context, grid, requirement, cache, hits, nodesMs),
        withinLimits: () => limits.violations(cache).length === 0,
        servers: () => cacheServers(cache, hits, context),
      };
    },
  };
}
