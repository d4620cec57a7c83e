/** The limits of a cache's two stores against what it asks of them. */
import { loadOn } from '../../latency/load/load.ts';
import type { LatencyFinding } from '../../findings/latency-findings.ts';
import { memo } from '../../memo.ts';
import type { Violation } from '../../report/verdict.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';
import { busiest, useViolations } from '../verdicts/passed-limits.ts';
import type { RateLimit } from '../verdicts/passed-limits.ts';
import { holdsObject, largestOf, sizeViolations } from '../judge/object-size.ts';
import type { Cache, CacheCut } from './cache.ts';
import { askedOf, internetOf, putsOf } from './demand.ts';
import type { Asked } from './demand.ts';
import type { CacheFlows } from './flows.ts';
import { readAgainShare } from './usage.ts';

type Role = 'hot' | 'cold';

export interface CacheLimits {
  violations(cache: Cache): Violation[];
  findings(cache: Cache): LatencyFinding[];
  subscriptions(cache: Cache, role: Role): number;
}

interface Passed {
  loads: readonly RateLimit[];
  violations: readonly Violation[];
}

const SLACK = 1 + 1e-9;
const ROLES: readonly Role[] = ['hot', 'cold'];
const NOTHING: Passed = { loads: [], violations: [] };

export function cacheLimits(context: PlanContext, flows: CacheFlows): CacheLimits {
  const free = context.stores.map((store) => !mayPass(context, store));
  const byCut = memo((_cut: CacheCut) => new Map<string, Passed>());
  // Caches that differ in the other store alone often ask the same of one.
  const passedBy = (cache: Cache, role: Role): Passed => {
    const store = context.stores[cache[role]];
    if (!store || free[cache[role]]) return NOTHING;
    const known = byCut(cache.cut);
    const key = `${role} ${cache[role]} ${cache.ttlHours} ${cache.writes} ${role === 'cold' ? copied(cache) : ''}`;
    const passed = known.get(key) ?? passedIn(context, store, cache, role, flows);
    known.set(key, passed);
    return passed;
  };
  return {
    findings: (cache) => ROLES.flatMap((role) => passedBy(cache, role).loads),
    violations: (cache) => ROLES.flatMap((role) => passedBy(cache, role).violations),
    subscriptions: (cache, role) =>
      Math.max(
        1,
        ...passedBy(cache, role).loads.map(({ scope, units }) =>
          scope === 'subscription' ? (units ?? 1) : 1,
        ),
      ),
  };
}

/** What a fill asks of the cold store. */
function copied({ cut, hot, cold }: Cache): string {
  const { stores } = cut.cached.context;
  const [to, from] = [stores[hot], stores[cold]];
  return to && from ? `${readAgainShare(cut.cached.context, to)} ${internetOf(from.parts.copyOut(to))}` : '';
}

function passedIn(
  context: PlanContext,
  store: PlacedStore,
  cache: Cache,
  role: Role,
  flows: CacheFlows,
): Passed {
  const { limits, rules } = store.edition;
  const months = askedOf(cache, role, flows);
  const reached = context.limits.opsShare(store.store);
  const loads = busiest(months.flatMap((asked) => loadOn(store.ref, limits, asked, reached).findings));
  const { workload } = role === 'hot' ? cache.cut.cached.context : context;
  const over = Math.max(0, ...months.map(sentTimesStored));
  const allowed = rules.egress?.fairUseTimesStored;
  return {
    loads,
    violations: [
      ...sizeViolations([store], workload),
      ...useViolations(store, allowed !== undefined && over > allowed * SLACK ? over : null, loads),
    ],
  };
}

const sentTimesStored = ({ internetBytes, storedBytes }: Asked) =>
  storedBytes > 0 ? internetBytes / storedBytes : internetBytes > 0 ? Infinity : 0;

/** Whether a cache could pass a limit: it asks at most two reads of a store, and a fill, for each read, and all that is written. */
function mayPass({ workload, limits }: PlanContext, store: PlacedStore): boolean {
  const { edition, ref, parts } = store;
  const { classes, months, meanSizeBytes, peak, operationsPerDay } = workload;
  if (edition.rules.egress?.fairUseTimesStored !== undefined) return true;
  if (holdsObject(store, largestOf(workload)) === 'no') return true;
  const asked = Math.max(1, ...parts.repeats.map(({ requests, bytes }) => Math.max(requests, bytes)));
  return months.some(({ month, population }) => {
    const perSecond = peak / (month.days * 86_400);
    const reads = population.reads * (asked + 1);
    const operations = operationsPerDay.reduce((sum, one) => sum + one.perDay, 0) * month.days;
    const writes = population.arrivals + population.reads;
    const most = {
      readsPerSecond: (reads + operations) * perSecond,
      writesPerSecond: writes * putsOf(classes) * perSecond,
      readBytesPerSecond: reads * meanSizeBytes * perSecond,
      writeBytesPerSecond: writes * meanSizeBytes * perSecond,
    };
    return loadOn(ref, edition.limits, most, limits.opsShare(store.store)).findings.length > 0;
  });
}
