/**
 * Placements that go by what an object is, or by when it was last read, as data: they name the same thing in every variation of a
 * scenario, whatever its sizes and rates are there.
 */
import { isChain, placementId, storesOf, chainOfSteps } from '../chain.ts';
import type { Placement, Chain, Step } from '../chain.ts';
import { cacheId } from '../cache/cache.ts';
import type { Cache } from '../cache/cache.ts';
import type { Partition } from '../partitions/billing.ts';
import { classesBySize, popularityCode, sizeCode } from '../partitions/cuts.ts';
import type { CutAt } from '../partitions/cuts.ts';
import type { PlanContext } from '../context/types.ts';
import { singleStore } from '../policy.ts';

/** Objects up to a size, or the popular ones, in the first store; the others in the second. */
export interface SplitPlacement {
  kind: 'split';
  at: CutAt;
  stores: readonly [number, number];
}

/** Everything in the cold store, and copies by re-read in the hot one. */
export interface CachePlacement extends Pick<Cache, 'hot' | 'cold' | 'ttlHours' | 'writes'> {
  kind: 'cache';
  /** Size classes that are copied; null: all. */
  classes: readonly number[] | null;
}

export type NotByAge = SplitPlacement | CachePlacement;

/** Any placement that a plan may recommend. */
export type AnyPlacement = Placement | NotByAge;

export function splitPlacement({ cut, stores }: Partition): SplitPlacement {
  return { kind: 'split', at: cut.at, stores };
}

export function cachePlacement({ cut, hot, cold, ttlHours, writes }: Cache): CachePlacement {
  return { kind: 'cache', hot, cold, ttlHours, writes, classes: cut.passed ? cut.cached.classes : null };
}

export function isByAge(placement: AnyPlacement): placement is Placement {
  return !('kind' in placement);
}

/** Store indexes, hot, small or popular first. */
export function storesOfAny(placement: AnyPlacement): readonly number[] {
  if (isByAge(placement)) return storesOf(placement);
  return placement.kind === 'split' ? placement.stores : [placement.hot, placement.cold];
}

/** As its candidate is named where the scenario is that of `context`. */
export function anyId(
  placement: AnyPlacement,
  context: Pick<PlanContext, 'stores' | 'workload' | 'scenario'>,
): string {
  if (isByAge(placement)) return placementId(placement, context.stores);
  if (placement.kind === 'cache')
    return cacheId({ ...placement, cut: copiedSizes(placement, context) }, context);
  const [a, b] = placement.stores.map((s) => context.stores[s]?.ref ?? '');
  const { at } = placement;
  return at.by === 'popularity'
    ? `popular:${a}>${b}@${popularityCode(context, at)}`
    : `size:${a}>${b}@${sizeCode(largestOf(at.classes, context))}`;
}

/** The id without its ages, its TTL and where it cuts: what stays when only these change. */
export function arrangementOf(placement: AnyPlacement, context: Parameters<typeof anyId>[1]): string {
  const ref = (s: number) => context.stores[s]?.ref ?? '';
  if (isByAge(placement)) return placementId(placement, context.stores).replaceAll(AGE_CODE, '');
  const [a = -1, b = -1] = storesOfAny(placement);
  const pair = `${ref(a)}>${ref(b)}`;
  if (placement.kind === 'cache') return `cache:${pair}${placement.writes === 'through' ? ':through' : ''}`;
  return `${placement.at.by === 'size' ? 'size' : 'popular'}:${pair}`;
}

/** `@7d` of `age:aws/a@x>aws/b@y@7d:tier`, both ages of a chain of three. */
const AGE_CODE = /@\d+(\.\d+)?[dh](?=[:@>]|$)/g;

/** Whether nothing moves, and no copy is kept, past the end of life. */
export function endsInLife(placement: AnyPlacement, lifeDays: number): boolean {
  if (!isByAge(placement)) return placement.kind === 'split' || placement.ttlHours <= lifeDays * 24 * SLACK;
  if (isChain(placement)) return placement.stays.every(({ toDays }) => (toDays ?? 0) < lifeDays);
  const { thresholdDays, entry } = placement;
  // Two copies may both be kept to the end.
  return (thresholdDays ?? 0) < lifeDays || (entry === 'dual' && (thresholdDays ?? 0) <= lifeDays * SLACK);
}

const SLACK = 1 + 1e-9;

/** What tells it from any other, in every variation of the scenario. */
export function keyOf(placement: AnyPlacement, context: Parameters<typeof anyId>[1]): string {
  return isByAge(placement) ? placementId(placement, context.stores) : JSON.stringify(placement);
}

/** Sizes that a cache copies: an end that nothing bounds is null. */
export function copiedSizes(
  { classes }: Pick<CachePlacement, 'classes'>,
  { workload }: Pick<PlanContext, 'workload'>,
): { fromBytes: number | null; upToBytes: number | null } {
  const sorted = classesBySize(workload);
  if (!classes || classes.length >= sorted.length) return { fromBytes: null, upToBytes: null };
  const sizes = classes.map((k) => workload.classes[k]?.sizeBytes ?? 0);
  return classes.includes(sorted[0] ?? 0)
    ? { fromBytes: null, upToBytes: Math.max(...sizes) }
    : { fromBytes: Math.min(...sizes), upToBytes: null };
}

/** The largest object of the small side. */
export function largestOf(classes: readonly number[], { workload }: Pick<PlanContext, 'workload'>): number {
  return Math.max(...classes.map((k) => workload.classes[k]?.sizeBytes ?? 0));
}

/** The same where objects live shorter than it was made for, or none stand or arrive: a copy is gone with its object. */
export function aliveIn(
  placement: AnyPlacement,
  { workload, stores }: Pick<PlanContext, 'workload' | 'stores'>,
): AnyPlacement {
  if (isByAge(placement)) return withinLife(placement, workload.lifeDays);
  const { months, readers } = workload;
  if (placement.kind === 'split')
    return placement.at.by === 'popularity' &&
      !months.some(({ population }) => population.standing.objects > 0)
      ? singleStore(placement.stores[1], readers.length)
      : placement;
  const least = stores[placement.hot]?.edition.rules.storage.minimumHours ?? 0;
  const ttlHours = Math.max(Math.min(placement.ttlHours, workload.lifeDays * 24), least);
  const arrives = months.some(({ population }) => population.arrivals > 0);
  return { ...placement, ttlHours, writes: arrives ? placement.writes : 'around' };
}

/** A move at an age that no object reaches does not happen; a copy dropped then is kept for life. */
function withinLife(placement: Placement, lifeDays: number): Placement {
  if (isChain(placement)) return chainWithinLife(placement, lifeDays);
  if (placement.thresholdDays === null || placement.thresholdDays < lifeDays) return placement;
  return placement.entry === 'dual'
    ? { ...placement, thresholdDays: lifeDays }
    : singleStore(placement.hot, placement.coldServes.length);
}

function chainWithinLife(chain: Chain, lifeDays: number): Chain {
  const { stays, stretches } = chain;
  if (stays.every(({ toDays }) => toDays === null || toDays < lifeDays)) return chain;
  const kept = [0];
  const steps: Step[] = [];
  for (const [i, { fromDays }] of stays.entries()) {
    if (i === 0 || fromDays >= lifeDays) continue;
    const thresholdDays = Math.min(stays[kept.at(-1) ?? 0]?.toDays ?? lifeDays, lifeDays);
    steps.push({ thresholdDays, entry: fromDays === 0 ? 'dual' : 'tier' });
    kept.push(i);
  }
  return chainOfSteps(
    kept.flatMap((i) => stays[i]?.store ?? []),
    steps,
    (k) => (stretches[k]?.servers ?? []).map((stay) => kept.indexOf(stay)),
  );
}
