/** How an id says what a cache copies, for how long and by whom. */
import { sizeCode } from '../../placement/context/populations.ts';
import type { PlanContext } from '../../placement/context/types.ts';
import type { Cache } from '../../placement/placement.ts';

type Sized = Pick<PlanContext, 'workload'>;

/** `@12h`, `@7d:through,upto-64KiB`. */
export function cacheCode(cache: Cache, context: Sized): string {
  const { fromBytes, upToBytes } = copiedSizes(cache, context);
  const how = [
    ...(cache.writes === 'through' ? ['through'] : []),
    ...(upToBytes === null ? [] : [`upto-${sizeCode(upToBytes)}`]),
    ...(fromBytes === null ? [] : [`from-${sizeCode(fromBytes)}`]),
  ];
  return `@${ttlCode(cache.ttlHours)}${how.length > 0 ? `:${how.join()}` : ''}`;
}

export const SECONDS = { d: 86_400, h: 3600, min: 60, s: 1 } as const;

/** `7d`, `12h`, `90min`, `20s`: the shortest code that is exact to the second. */
export function ttlCode(hours: number): string {
  const seconds = Math.round(hours * SECONDS.h);
  const unit = (['d', 'h', 'min'] as const).find((one) => seconds % SECONDS[one] === 0) ?? 's';
  return `${seconds / SECONDS[unit]}${unit}`;
}

/** Sizes of what is copied; null at an end that nothing bounds. */
export function copiedSizes(
  cache: Cache,
  { workload: { classes } }: Sized,
): { fromBytes: number | null; upToBytes: number | null } {
  const sizes = (copied: boolean) =>
    classes.flatMap(({ sizeBytes, share }, k) =>
      share > 0 && isCopied(cache, k) === copied ? [sizeBytes] : [],
    );
  const [own, passed] = [sizes(true), sizes(false)];
  if (passed.length === 0) return { fromBytes: null, upToBytes: null };
  return Math.min(...own) < Math.min(...passed)
    ? { fromBytes: null, upToBytes: Math.max(...own) }
    : { fromBytes: Math.min(...own), upToBytes: null };
}

export function isCopied({ classes }: Pick<Cache, 'classes'>, sizeClass: number): boolean {
  return classes === null || classes.includes(sizeClass);
}
