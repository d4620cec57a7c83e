/** What plans with caches of one's own need alone: the page's first answer comes before it. `certified.ts` brings it. */
import type { cacheFigures, cachePart } from '../rereads/caches/figures.ts';
import type { cacheSearch } from '../rereads/caches/search.ts';

interface Caches {
  search: typeof cacheSearch;
  figures: typeof cacheFigures;
  part: typeof cachePart;
}

let brought: Caches | null = null;

export function bringCaches(all: Caches): void {
  brought = all;
}

/** Throws where nobody has brought them. */
export function caches(): Caches {
  if (!brought) throw new Error('a plan with caches needs certified.ts');
  return brought;
}
