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

/** Pseudo-store that bills a provider's data transfer alone. */
export function transferStore(provider: string): string {
  return `${provider}/transfer`;
}
