import { gapHistogram } from '#core/rereads/gaps.ts';
import type { Gaps } from '#core/rereads/gaps.ts';

/** Single gaps, in any order: the turns are their lengths. */
export function observedGaps(hours: readonly number[]): Gaps {
  const counts = new Map<number, number>();
  for (const one of hours) counts.set(one, (counts.get(one) ?? 0) + 1);
  return gapHistogram([...counts].map(([at, count]) => ({ fromHours: at, toHours: at, count })));
}
