/** What a cache of one's own is billed by: `certified.ts` brings it, as it does `caches.ts`; apart from that, whose types are made of bills. */
import type { PlanContext } from '../context/types.ts';
import type { Cache } from '../placement.ts';
import type { Term, Which } from './term.ts';

type CacheTerms = (context: PlanContext, cache: Cache, cold: number, which: Which, m: number) => Term[];

/** Throws where nobody has brought them. */
export const cacheTerms: { of: CacheTerms } = {
  of() {
    throw new Error('a bill with a cache needs certified.ts');
  },
};
