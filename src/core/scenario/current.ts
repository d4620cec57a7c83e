/** Today's placement, whichever way it is written, as a list of parts. */
import type { Scenario } from './scenario.ts';

/** One part of today's placement. */
export interface CurrentPart {
  share: number;
  hot: string;
  /** Null: one store holds it for life. */
  split: { cold: string; afterDays: number; entry: 'tier' | 'dual' } | null;
}

export function currentParts(current: Scenario['current']): CurrentPart[] {
  if (current === null) return [];
  if (typeof current === 'string') return [{ share: 1, hot: current, split: null }];
  if (!Array.isArray(current)) return [partOf(1, current)];
  return current.map((one) =>
    'store' in one ? { share: one.share, hot: one.store, split: null } : partOf(one.share, one),
  );
}

function partOf(
  share: number,
  { hot, cold, after, entry }: { hot: string; cold: string; after: number; entry: 'tier' | 'dual' },
): CurrentPart {
  return { share, hot, split: { cold, afterDays: after, entry } };
}

/** Stores in it, as written. */
export function currentStores(current: Parameters<typeof currentParts>[0]): string[] {
  return currentParts(current).flatMap(({ hot, split }) => (split ? [hot, split.cold] : [hot]));
}
