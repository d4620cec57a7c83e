/** A cache as data: every object lies in a cold store, and a copy in a hot one for a time (TTL) after each read. Also its id. */
import type { PlanContext } from '../../placement/context/types.ts';
import { formatBytes } from '../../units.ts';

/** Stores are places in the plan's stores; it names the same in every variation of a scenario. */
export interface CachePlacement {
  kind: 'cache';
  hot: number;
  cold: number;
  /** How long a copy waits for its next read. */
  ttlHours: number;
  /** `around`: a write goes to the cold store alone. `through`: it fills the hot one as well. */
  writes: 'around' | 'through';
  /** Size classes that are copied; null: all. The others are always read from the cold store. */
  classes: readonly number[] | null;
}

type Named = Pick<PlanContext, 'stores' | 'workload'>;

/** `cache:HOT@R>COLD@R@12h`, `cache:HOT@R>COLD@R@7d:through,upto-64KiB`. */
export function cacheId(cache: CachePlacement, { stores, workload }: Named): string {
  const { fromBytes, upToBytes } = copiedSizes(cache, workload);
  const more = [
    ...(cache.writes === 'through' ? ['through'] : []),
    ...(upToBytes === null ? [] : [`upto-${sizeCode(upToBytes)}`]),
    ...(fromBytes === null ? [] : [`from-${sizeCode(fromBytes)}`]),
  ];
  const how = more.length > 0 ? `:${more.join()}` : '';
  return `${pairOf(cache, stores)}@${ttlCode(cache.ttlHours)}${how}`;
}

/** The id without its TTL and sizes: what stays when only these change. */
export function cacheArrangement(cache: CachePlacement, { stores }: Named): string {
  return `${pairOf(cache, stores)}${cache.writes === 'through' ? ':through' : ''}`;
}

const pairOf = ({ hot, cold }: CachePlacement, stores: Named['stores']) =>
  `cache:${stores[hot]?.ref ?? ''}>${stores[cold]?.ref ?? ''}`;

/** `7d`, `12h`, `90min`, `20s`: the shortest code that is exact to the second. */
export function ttlCode(hours: number): string {
  const seconds = Math.round(hours * 3600);
  for (const [unit, size] of [
    ['d', 86_400],
    ['h', 3600],
    ['min', 60],
  ] as const)
    if (seconds % size === 0) return `${seconds / size}${unit}`;
  return `${seconds}s`;
}

/** `64KiB`: exact, or in bytes. */
function sizeCode(bytes: number): string {
  const short = formatBytes(bytes).replace(' ', '');
  return short === formatBytes(bytes, 12).replace(' ', '') ? short : `${bytes}B`;
}

/** Sizes of what is copied; null at an end that nothing bounds. */
export function copiedSizes(
  { classes: copied }: Pick<CachePlacement, 'classes'>,
  { classes }: Named['workload'],
): { fromBytes: number | null; upToBytes: number | null } {
  const sizes = (which: (k: number) => boolean) =>
    classes.flatMap(({ sizeBytes, share }, k) => (share > 0 && which(k) ? [sizeBytes] : []));
  const passed = copied ? sizes((k) => !copied.includes(k)) : [];
  if (!copied || passed.length === 0) return { fromBytes: null, upToBytes: null };
  const own = sizes((k) => copied.includes(k));
  return Math.min(...own) < Math.min(...passed)
    ? { fromBytes: null, upToBytes: Math.max(...own) }
    : { fromBytes: Math.min(...own), upToBytes: null };
}

export function isCopied({ classes }: Pick<CachePlacement, 'classes'>, sizeClass: number): boolean {
  return classes === null || classes.includes(sizeClass);
}

/** The same where objects live shorter than it was made for, or none arrive: a copy is gone with its object. */
export function cacheAliveIn(cache: CachePlacement, { workload, stores }: Named): CachePlacement {
  const least = stores[cache.hot]?.edition.rules.storage.minimumHours ?? 0;
  const ttlHours = Math.max(Math.min(cache.ttlHours, workload.lifeDays * 24), least);
  const arrives = workload.months.some(({ population }) => population.arrivals > 0);
  return { ...cache, ttlHours, writes: arrives ? cache.writes : 'around' };
}
