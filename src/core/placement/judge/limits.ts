/**
 * Limits that a store's buckets or a provider's accounts keep to, as the search and the judge count them: operations and bytes a second,
 * and how much may be sent for what is stored.
 */
import type { Limit } from '../../pricing/editions/edition.ts';
import { grantedAt } from '../../latency/load/load.ts';
import { memoWith } from '../../memo.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';

/** One limit and the stores that keep to it together. */
export interface RateLimit {
  limit: Limit;
  /** Places in the plan's stores, then its copies. */
  stores: readonly number[];
  /** A second, as published, and as the provider may grant it; both as far as they were reached where that was measured. */
  published: number;
  granted: number;
}

export interface FairUse {
  provider: string;
  stores: readonly number[];
  timesStored: number;
}

export interface Limits {
  rates: readonly RateLimit[];
  fairUse: readonly FairUse[];
  /** What is asked has to stay so many times below a limit. */
  headroom: number;
}

/** Remembered with the context. */
export const limitsOf = memoWith((context: PlanContext): Limits => {
  const held = [...context.stores, ...context.copies];
  const rates = new Map<string, RateLimit & { stores: number[] }>();
  const fairUse = new Map<string, FairUse & { stores: number[] }>();
  for (const [s, store] of held.entries()) {
    const { provider } = store.site;
    for (const limit of fixedLimits(store)) {
      const { scope, quantity, applies, value } = limit;
      const key = `${scope === 'account' ? provider : s} ${quantity} ${applies} ${value}`;
      const reached = quantity === 'operations' ? context.opsShare(store.store) : 1;
      const one = rates.get(key) ?? {
        limit,
        stores: [],
        published: value * reached,
        granted: limit.onRequest === 'any' ? Infinity : grantedAt(limit) * reached,
      };
      one.stores.push(s);
      rates.set(key, one);
    }
    const timesStored = store.edition.rules.egress?.fairUseTimesStored;
    if (timesStored === undefined) continue;
    const key = `${provider} ${timesStored}`;
    const one = fairUse.get(key) ?? { provider, stores: [], timesStored };
    one.stores.push(s);
    fairUse.set(key, one);
  }
  return {
    rates: [...rates.values()],
    fairUse: [...fairUse.values()],
    headroom: context.scenario.headroom,
  };
});

/** Those that more prefixes or subscriptions do not raise. */
function fixedLimits({ edition }: PlacedStore): Limit[] {
  return edition.limits.filter(
    ({ quantity, scope }) => quantity !== 'object-size' && (scope === 'bucket' || scope === 'account'),
  );
}
