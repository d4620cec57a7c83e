/** Who bills what the writer sends. */
import type { CandidateStore } from '../context/candidate-store.ts';
import type { PlanContext } from '../context/types.ts';

/** Whether the writer pays its own provider for bytes it sends to this store. A provider's inner traffic is free where it has no transfer table. */
export function writerPaysEgress(context: PlanContext, store: CandidateStore): boolean {
  if (context.writer.egress === 'none') return false;
  if (context.writer.site.provider === store.site.provider && context.writer.egress === 'unknown')
    return false;
  return context.writer.site.provider !== store.site.provider || context.writer.site.region !== store.region;
}

/**
 * Whether sending an object to all of these stores costs what nobody knows where a plan could do without: such a plan has no upper
 * price. What every plan of these stores has to send sets none apart.
 */
export function isSentAtOpenPrice(context: PlanContext, entered: readonly number[]): boolean {
  const { writer, workload, stores } = context;
  if (writer.egress !== 'unknown' || workload.months.every(({ population }) => population.arrivals === 0))
    return false;
  const paid = stores.filter((store, s) => entered.includes(s) && writerPaysEgress(context, store));
  return paid.length > (writer.mayStay ? 0 : 1);
}

/** Pseudo-store that bills a provider's data transfer alone. */
export function transferStore(provider: string): string {
  return `${provider}/transfer`;
}
