import type { Feasible } from '../../report/verdict.ts';
import type { PlacedStore } from '../context/types.ts';

/**
 * Whether a holder stands in so many zones, together with the copies of the same store in the same region: a copy beside its
 * original in a store of one zone is a second bucket in another zone.
 */
export function zonesOfHolder(
  store: PlacedStore | undefined,
  copies: readonly PlacedStore[],
  wanted: number,
): Feasible {
  if (!store || store.edition.zones === null) return 'unproven';
  const buckets = 1 + copies.filter((copy) => copy !== store && copy.ref === store.ref).length;
  return store.edition.zones * buckets >= wanted ? 'yes' : 'no';
}
