/** Caches of one's own for a scenario that states how objects are re-read: the cheapest, and what any of them costs and meets. */
import { memo } from '../../memo.ts';
import type { PlanContext } from '../../placement/context/types.ts';
import { judgeUses } from '../../placement/judge/facts.ts';
import type { Lateness } from '../../placement/judge/lateness.ts';
import { isMet, surenessOfAsked } from '../../placement/judge/sureness.ts';
import type { LatencyGrid } from '../../placement/latency-grid.ts';
import { answersOf } from './answers.ts';
import { cacheBills } from './cache-bills.ts';
import { cacheCandidate } from './candidate.ts';
import type { CacheDesk } from './cache-desk-types.ts';
import { cacheArrangement, cacheId, isCopied } from './cache-placement.ts';
import type { CachePlacement } from './cache-placement.ts';
import { singlePlacement } from '../../placement/ids.ts';
import { cacheFlows, hitShare } from './flows.ts';
import { cacheSearch } from './search.ts';
import { cacheTerms } from './terms.ts';

/** Null where the scenario states no re-reads, or a CDN answers reads before any store sees them. */
export function cacheDesk(context: PlanContext, grid: LatencyGrid, lateness: Lateness): CacheDesk | null {
  const flows = cacheFlows(context);
  if (!flows) return null;
  const terms = cacheTerms(context);
  const bills = cacheBills(context, flows, terms);
  const sureness = surenessOfAsked(context, lateness);
  const facts = judgeUses(context);
  const copies = context.copies.map((_, c) => context.stores.length + c);
  const writtenAlone = memo((cold: number) => {
    const { timelines } = singlePlacement(context, cold);
    const entered = timelines[0]?.[0]?.entered ?? [];
    return entered.flatMap(({ store, how }) => (how === 'write' ? store : []));
  });
  const answers = (cache: CachePlacement) =>
    answersOf(context, cache, hitShare(flows.mean(cache)), writtenAlone(cache.cold));
  const meets = (cache: CachePlacement, level: number) => {
    const asked = answers(cache);
    return lateness.requirements.every((_, r) => isMet(lateness, r, level, asked));
  };
  // The cold store keeps what the hot one may lose.
  const factsOf = (cache: CachePlacement) => {
    const sizes = context.workload.classes.filter(({ share }) => share > 0);
    return facts({
      keepers: sizes.map(({ sizeBytes }) => ({ sizeBytes, holders: [cache.cold, ...copies] })),
      besides: sizes
        .filter((one) => isCopied(cache, context.workload.classes.indexOf(one)))
        .map(({ sizeBytes }) => ({ sizeBytes, holders: [cache.hot] })),
      used: new Set([cache.hot, cache.cold, ...copies]),
      demand: () => bills.demand(cache),
    });
  };
  const search = cacheSearch(context, flows, terms, bills);
  const judge: CacheDesk['judge'] = (cache) => {
    const { level, notMeasured } = sureness(answers(cache));
    const { violations, conditions, keeps } = factsOf(cache);
    return { ...bills.of(cache), sureness: level, notMeasured, violations, conditions, keeps };
  };
  return {
    id: (cache) => cacheId(cache, context),
    arrangement: (cache) => cacheArrangement(cache, context),
    bill: bills.of,
    usages: bills.usages,
    p99Ms: (cache, latency) => latency.p99OfReads(answers(cache).reads),
    judge,
    best: ({ level, strict = true, ...wanted }) =>
      search(wanted, (cache) => {
        if (!meets(cache, level)) return false;
        const { violations, conditions } = factsOf(cache);
        return violations.length === 0 && (!strict || conditions.length === 0);
      }),
    candidate(cache, rule) {
      const [judged, asked] = [judge(cache), answers(cache)];
      return cacheCandidate({ context, grid, lateness, bills, flows, judged, asked }, cache, rule);
    },
  };
}
