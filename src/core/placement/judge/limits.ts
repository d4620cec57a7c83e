/**
 * Limits that a store's buckets or a provider's accounts keep to, as the search and the judge count them: operations and bytes a second,
 * objects and bytes held at a time, and how much may be sent for what is stored.
 */
import { isOfHeld } from '../../pricing/editions/limit-kinds.ts';
import type { Limit } from '../../pricing/editions/limit.ts';
import { demandFor, grantedAt } from '../../latency/load/load.ts';
import { memoWith } from '../../memo.ts';
import type { StoreDemand } from '../bill/demand.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';

/** One limit and the stores that keep to it together. */
export interface OneLimit {
  limit: Limit;
  /** Places in the plan's stores, then its copies. */
  stores: readonly number[];
  /** As published, and as the provider may grant it, or several buckets hold it; a rate as far as it was reached where that was measured. */
  published: number;
  granted: number;
}

export interface FairUse {
  provider: string;
  stores: readonly number[];
  timesStored: number;
}

export interface Limits {
  fixed: readonly OneLimit[];
  fairUse: readonly FairUse[];
  /** What is asked has to stay so many times below a limit. */
  headroom: number;
}

/** Remembered with the context. */
export const limitsOf = memoWith((context: PlanContext): Limits => {
  const held = [...context.stores, ...context.copies];
  const fixed = new Map<string, OneLimit & { stores: number[] }>();
  const fairUse = new Map<string, FairUse & { stores: number[] }>();
  for (const [s, store] of held.entries()) {
    const { provider } = store.site;
    for (const limit of fixedLimits(store)) {
      const { scope, quantity, applies, value } = limit;
      const key = `${scope === 'account' ? provider : s} ${quantity} ${applies} ${value}`;
      const reached = quantity === 'operations' ? context.opsShare(store.store) : 1;
      const one = fixed.get(key) ?? {
        limit,
        stores: [],
        published: value * reached,
        granted: isOpen(limit) ? Infinity : grantedAt(limit) * reached,
      };
      one.stores.push(s);
      fixed.set(key, one);
    }
    const timesStored = store.edition.rules.egress?.fairUseTimesStored;
    if (timesStored === undefined) continue;
    const key = `${provider} ${timesStored}`;
    const one = fairUse.get(key) ?? { provider, stores: [], timesStored };
    one.stores.push(s);
    fairUse.set(key, one);
  }
  return {
    fixed: [...fixed.values()],
    fairUse: [...fairUse.values()],
    headroom: context.scenario.headroom,
  };
});

/** More is granted without a figure, or held in further buckets. */
const isOpen = (limit: Limit) => limit.onRequest === 'any' || (isOfHeld(limit) && limit.scope === 'bucket');

/** Those that more prefixes or subscriptions do not raise. */
function fixedLimits({ edition }: PlacedStore): Limit[] {
  return edition.limits.filter(
    ({ quantity, scope }) => quantity !== 'object-size' && (scope === 'bucket' || scope === 'account'),
  );
}

/** What a limit counts of what a store is asked in a month. */
export function countedBy(limit: Limit, demand: StoreDemand): number {
  if (limit.quantity === 'stored') return demand.storedBytes;
  return limit.quantity === 'objects' ? demand.objects : demandFor(limit, demand);
}
