/** Caches of one's own as contenders beside the placements of the search: billed, judged and weighed by the same rule. */
import type { Usage } from '../../pricing/bills/usage.ts';
import type { CacheDesk } from '../../rereads/caches/cache-desk-types.ts';
import { cacheDesk } from '../../rereads/caches/cache-desk.ts';
import type { CachePlacement } from '../../rereads/caches/cache-placement.ts';
import type { FullDesk } from '../desk.ts';
import type { CandidateLatency } from '../judge/latency.ts';
import { effortOf } from './effort.ts';
import type { Contender } from './cards.ts';

/** Of each level of sureness. */
const MOST = 2;
const LIKELY = 0.5;

const desks = new WeakMap<FullDesk, CacheDesk | null>();

/** Null where the scenario does not say how objects are read again. */
export function cachesIn(desk: FullDesk): CacheDesk | null {
  const known = desks.get(desk);
  if (known !== undefined) return known;
  const [room] = desk.rooms;
  const isAsked = desk.scenario.workload.reads.rereads !== undefined;
  const made = room && isAsked ? cacheDesk(room.context, room.grid, room.lateness) : null;
  desks.set(desk, made);
  return made;
}

const known = new WeakMap<FullDesk, Map<string, CachePlacement>>();

/** Of a cache that the answer shows, what it uses in each month of the horizon; null for any other id. */
export function cacheUsages(desk: FullDesk, id: string): Usage[][] | null {
  const cache = known.get(desk)?.get(id);
  return (cache && cachesIn(desk)?.usages(cache, 'horizon')) ?? null;
}

/** The cheapest that are sure enough, and the cheapest that are likely. */
export function cacheContenders(desk: FullDesk, latency: CandidateLatency): Contender[] {
  const caches = cachesIn(desk);
  if (!caches) return [];
  const levels = [...new Set([desk.asked ?? 1, LIKELY])];
  const found = levels.flatMap((level) =>
    caches.best({
      level,
      below: Infinity,
      effort: (hot, cold) => effortOfCache(desk, hot, cold).total,
      most: MOST,
    }),
  );
  known.set(desk, new Map(found.map(({ cache }) => [caches.id(cache), cache])));
  const contenders = found.map(({ cache }) => contenderOf(desk, caches, cache, latency));
  return [...new Map(contenders.map((one) => [one.id, one])).values()];
}

function contenderOf(
  desk: FullDesk,
  caches: CacheDesk,
  cache: CachePlacement,
  latency: CandidateLatency,
): Contender {
  const effort = effortOfCache(desk, cache.hot, cache.cold);
  const judged = desk.weigh(caches.judge(cache), effort.total);
  return {
    id: caches.id(cache),
    placement: null,
    judged,
    p99Ms: () => caches.p99Ms(cache, latency),
    candidate: () => ({
      ...caches.candidate(cache, { feasible: judged.feasible, effort, latency }),
      card: null,
    }),
  };
}

/** A router, and a further account or a second store in one. */
function effortOfCache({ context: { stores }, prices }: FullDesk, hot: number, cold: number) {
  const account = (s: number) => `${stores[s]?.site.provider}@${stores[s]?.region}`;
  const isApart = account(hot) !== account(cold);
  return effortOf({ account: isApart ? 1 : 0, rule: isApart ? 0 : 1, router: 1, cdn: 0 }, prices());
}
