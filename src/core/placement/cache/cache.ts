/**
 * Copies by re-read: every object lies in a cold store, and a copy in a hot one for a time (TTL) after each read. A read that
 * finds no copy is answered by the cold store, and fills the hot one. Objects of some sizes may pass the cache by.
 */
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Population } from '../../workload/population.ts';
import type { Workload } from '../../workload/workload.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import { memo } from '../../memo.ts';
import { classesBySize, sizeCode } from '../partitions/cuts.ts';
import { partOf, shareOf } from '../partitions/part-of.ts';
import type { Side } from '../partitions/side.ts';
import type { PlanContext } from '../context/types.ts';

/** Which objects are cached. */
export interface CacheCut {
  /** Sizes of what is cached; null at an end that nothing bounds. */
  fromBytes: number | null;
  upToBytes: number | null;
  cached: Side;
  /** What is always read from the cold store; null where everything is cached. */
  passed: Side | null;
}

export interface Cache {
  cut: CacheCut;
  hot: number;
  cold: number;
  /** How long a copy waits for its next read, in hours. */
  ttlHours: number;
  /** `around`: a write goes to the cold store alone. `through`: it fills the hot one as well. */
  writes: 'around' | 'through';
}

/** `cache:HOT@R>COLD@R@12h`, `cache:HOT@R>COLD@R@7d:through,upto-64KiB`. */
export function cacheId(
  {
    cut,
    hot,
    cold,
    ttlHours,
    writes,
  }: Omit<Cache, 'cut'> & { cut: Pick<CacheCut, 'fromBytes' | 'upToBytes'> },
  { stores }: Pick<PlanContext, 'stores'>,
): string {
  const ref = (s: number) => stores[s]?.ref ?? '';
  const more = [
    ...(writes === 'through' ? ['through'] : []),
    ...(cut.upToBytes === null ? [] : [`upto-${sizeCode(cut.upToBytes)}`]),
    ...(cut.fromBytes === null ? [] : [`from-${sizeCode(cut.fromBytes)}`]),
  ];
  const how = more.length > 0 ? `:${more.join()}` : '';
  return `cache:${ref(hot)}>${ref(cold)}@${ttlCode(ttlHours)}${how}`;
}

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

export interface CacheCuts {
  /** Everything, the small objects alone, or the large ones alone: cut at every boundary between sizes. */
  all(): CacheCut[];
  /** Only these size classes are cached; null: all. */
  of(classes: readonly number[] | null): CacheCut;
}

export function cacheCuts(context: PlanContext, grid: LatencyGrid, evidence: EvidenceBase): CacheCuts {
  const { classes } = context.workload;
  const bySize = classesBySize(context.workload);
  const sizeOf = (k: number) => classes[k]?.sizeBytes ?? 0;
  const side = sideMaker(context, grid, evidence);
  const sides = memo((code: string) => {
    const own = code.split(' ').map(Number);
    return side(
      own,
      own.length === classes.length ? 'both' : own.includes(bySize[0] ?? 0) ? 'operations' : 'jobs',
    );
  });
  const cut = memo((code: string): CacheCut => {
    const cached = sides(code);
    const rest = bySize.filter((k) => !cached.classes.includes(k));
    const sizes = cached.classes.map(sizeOf);
    const small = cached.classes.includes(bySize[0] ?? 0);
    return {
      fromBytes: rest.length === 0 || small ? null : Math.min(...sizes),
      upToBytes: rest.length === 0 || !small ? null : Math.max(...sizes),
      cached,
      passed: rest.length === 0 ? null : sides(rest.join(' ')),
    };
  });
  const of = (own: readonly number[] | null) => cut((own ?? classes.map((_, k) => k)).join(' '));
  return {
    of,
    all: () => [
      of(null),
      ...bySize
        .slice(1)
        .flatMap((next, i): CacheCut[] =>
          sizeOf(next) === sizeOf(bySize[i] ?? 0)
            ? []
            : [of(bySize.slice(0, i + 1)), of(bySize.slice(i + 1))],
        ),
    ],
  };
}

function sideMaker(context: PlanContext, grid: LatencyGrid, evidence: EvidenceBase) {
  const { classes, meanSizeBytes } = context.workload;
  return (own: readonly number[], holds: 'operations' | 'jobs' | 'both'): Side => {
    const share = own.reduce((sum, k) => sum + (classes[k]?.share ?? 0), 0);
    const whole = own.length === classes.length;
    const of = (population: Population) => (whole ? population : shareOf(population, share));
    const part = whole ? { context, grid } : partOf(context, grid, evidence, { classes: own, of, holds });
    const bytes = (part.context.workload.meanSizeBytes * share) / meanSizeBytes;
    return { ...part, of, classes: own, objects: share, bytes, reads: share, arrivals: share };
  };
}

/** Whether one read brings the whole object, as a fill needs it. */
export function readsWhole({ classes }: Pick<Workload, 'classes'>): boolean {
  return classes.every(({ readBytes, sizeBytes }) => readBytes >= sizeBytes);
}
