/** What a cache of one's own is billed by: `rereads/caches/units.ts` brings it, behind the page's first answer. */
import type { PlanContext } from '../context/types.ts';
import type { Cache } from '../placement.ts';
import type { Term, Which } from './term.ts';

type CacheTerms = (context: PlanContext, cache: Cache, cold: number, which: Which, m: number) => Term[];

/** Throws where nobody has brought them. */
export const cacheTerms: { of: CacheTerms } = {
  of() {
    throw new Error('a bill with a cache needs rereads/caches/units.ts');
  },
};
