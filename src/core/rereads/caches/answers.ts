/** Who answers the reads of a cache, and what its writes wait for: hits and misses are one mixture. */
import type { PlanContext } from '../../placement/context/types.ts';
import type { Asked } from '../../placement/judge/sureness.ts';
import { isCopied } from './cache-placement.ts';
import type { CachePlacement } from './cache-placement.ts';

/** `hitShare`: of reads of what is copied. `written`: where the writer writes besides. */
export function answersOf(
  { workload: { classes, readers } }: PlanContext,
  cache: CachePlacement,
  hitShare: number,
  written: readonly number[],
): Asked {
  const { hot, cold, writes } = cache;
  const parts = classes.flatMap(({ share }, sizeClass) => {
    const hits = isCopied(cache, sizeClass) ? hitShare : 0;
    return [
      { share: share * hits, store: hot, second: -1, sizeClass },
      { share: share * (1 - hits), store: cold, second: -1, sizeClass },
    ].filter((one) => one.share > 0);
  });
  return {
    reads: readers.map(() => parts),
    writes: classes.map(({ share }, sizeClass) => ({
      share,
      stores: writes === 'through' && isCopied(cache, sizeClass) ? [hot, ...written] : written,
      sizeClass,
    })),
  };
}
