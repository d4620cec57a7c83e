/** Which single stores and splits by age a plan shows in full. */
import { assignmentsOf } from '../context/assignments.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { PlanContext } from '../context/types.ts';
import { policyId } from '../policy.ts';
import type { Policy } from '../policy.ts';
import { best, byRank } from './rank.ts';
import type { Evaluated, Search } from '../pairs/search.ts';

/** Splits by age shown in full besides every single store, by verdict. */
const SHOWN_SPLITS = { yes: 6, unproven: 4, no: 0 };

/** A policy the caller wants worked out whatever its rank, such as the one a reader's hand is dragging to. */
export interface WantedPolicy {
  hot: string;
  cold: string;
  thresholdDays: number;
  entry: 'tier' | 'dual';
}

/** Every single store, the best splits, those out of the fastest store and those wanted: in rank order, each id once. */
export function shortlist(
  context: PlanContext,
  grid: LatencyGrid,
  found: Search,
  also: readonly WantedPolicy[] = [],
): Evaluated[] {
  const wanted = also.flatMap((one) => wantedPlacement(context, found, one) ?? []);
  const all = [
    ...found.singles(),
    ...found.bestSplits(SHOWN_SPLITS),
    ...fastSplits(context, grid, found),
    ...wanted,
  ];
  const kept = new Map<string, Evaluated>();
  for (const one of all.sort(byRank(context))) {
    const id = policyId(one.policy, (store) => context.stores[store]?.ref ?? '');
    if (!kept.has(id)) kept.set(id, one);
  }
  return [...kept.values()];
}

/** A wanted policy with its readers divided as is best; undefined where these stores or this age cannot be. */
export function wantedPlacement(
  context: PlanContext,
  found: Search,
  wanted: WantedPolicy,
): Evaluated | undefined {
  return best(context, wantedPolicies(context, wanted).map(found.evaluate));
}

/** Out of the fastest store into each measured store of another provider: the hot/cold splits that people ask about. */
function fastSplits(context: PlanContext, grid: LatencyGrid, found: Search): Evaluated[] {
  if (context.workload.edges.length === 0) return [];
  const medians = context.stores.map((_, s) =>
    Math.min(
      ...context.workload.readers.map(
        (_reader, q) => grid.read(s, q, 0, 'total')?.best.quantile(0.5) ?? Infinity,
      ),
    ),
  );
  const hot = medians.indexOf(Math.min(...medians));
  const provider = context.stores[hot]?.site.provider;
  return context.stores.flatMap((store, cold) =>
    medians[cold] === Infinity || medians[hot] === Infinity || store.site.provider === provider
      ? []
      : (['tier', 'dual'] as const).flatMap((entry) => found.bestOfPair(hot, cold, entry) ?? []),
  );
}

function wantedPolicies(context: PlanContext, wanted: WantedPolicy): Policy[] {
  const [hot, cold] = [wanted.hot, wanted.cold].map((ref) =>
    context.stores.findIndex((store) => store.ref === ref),
  );
  if (
    hot === undefined ||
    cold === undefined ||
    hot < 0 ||
    cold < 0 ||
    hot === cold ||
    !(wanted.thresholdDays > 0) ||
    wanted.thresholdDays >= context.workload.lifeDays
  )
    return [];
  const assignments = assignmentsOf(context.workload.readers.length);
  const usable = wanted.entry === 'tier' ? assignments.slice(0, 1) : assignments;
  const { thresholdDays, entry } = wanted;
  return usable.map(({ coldServes }) => ({ hot, cold, thresholdDays, entry, coldServes }));
}
