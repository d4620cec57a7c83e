/** Whether a price is unknown of what a chain uses: the same at all ages. */
import type { ChainCode } from './class.ts';
import { entersByLifecycle } from '../chain.ts';
import type { Chain } from '../chain.ts';
import type { Exact } from '../costs/exact-cost.ts';
import { planParts } from '../costs/most-used.ts';
import type { PlanContext } from '../context/types.ts';
import type { PlanTariffs } from '../costs/tariffs.ts';

/** The bill of such a chain is a lower bound. */
type IsLeast = (code: ChainCode, chain: Chain) => boolean;

export function chainPrices(context: PlanContext, tariffs: PlanTariffs, exact: Exact): IsLeast {
  const { stores, writer } = context;
  const { known } = planParts(context, tariffs);
  const own = stores.map((store, s) => known[s] === true && !store.parts.isLeast);
  // What is billed besides: copies, the writer's transfer, CDNs.
  const rest =
    !tariffs.cdnUnknown && writer.egress !== 'unknown' && known.slice(stores.length).every(Boolean);
  const asked = new Map<string, boolean>();
  return (code, chain) => {
    if (rest && code.stores.every((s) => own[s])) return false;
    const moved = chain.stays.map((_, i) => entersByLifecycle(stores, chain, i));
    const key = [...code.stores, code.shape, ...code.olderServes, ...moved].join();
    const before = asked.get(key) ?? exact.of(chain).atLeast;
    asked.set(key, before);
    return before;
  };
}
