/** A placement as which stores hold an object at which age: what a move from one to another is worked out from. */
import { itemAt } from '../at.ts';
import type { PlacedStore } from '../placement/context/types.ts';
import type { Workload } from '../workload/workload.ts';

export interface Span {
  fromDays: number;
  toDays: number;
  holders: readonly PlacedStore[];
}

/** What a move goes through object by object: those of one population. */
export interface Parcel {
  workload: Workload;
  /** At the start. */
  standing: number;
  arrivalsPerDay: number;
  from: readonly Span[];
  to: readonly Span[];
}

/** Holders at an age; past the last span, its own. */
export function holdersAt(spans: readonly Span[], ageDays: number): readonly PlacedStore[] {
  return (spans.find(({ toDays }) => ageDays < toDays) ?? spans.at(-1))?.holders ?? [];
}

export function holds(holders: readonly PlacedStore[], store: PlacedStore): boolean {
  return holders.some(({ ref }) => ref === store.ref);
}

/** Ages between which a store holds an object without a break, around an age at which it does. */
export function stayAround(
  spans: readonly Span[],
  store: PlacedStore,
  ageDays: number,
): { fromDays: number; toDays: number } {
  const at = spans.findIndex(({ toDays }) => ageDays < toDays);
  let [first, last] = [at, at];
  while (first > 0 && holds(spans[first - 1]?.holders ?? [], store)) first -= 1;
  while (last + 1 < spans.length && holds(spans[last + 1]?.holders ?? [], store)) last += 1;
  return { fromDays: itemAt(spans, first).fromDays, toDays: itemAt(spans, last).toDays };
}
