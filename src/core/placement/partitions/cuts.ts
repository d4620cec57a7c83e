/**
 * Splits by what objects are rather than by their age: the popular and the rest of standing objects, small and large ones.
 * Every object stays whole in one store. Each side is a workload of its own, so usage, bill, limits and latency of a split
 * are those of its sides together.
 */
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Population } from '../../workload/population.ts';
import type { Workload } from '../../workload/workload.ts';
import { formatBytes } from '../../units.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { PlanContext } from '../context/types.ts';
import { shareOf } from './part-of.ts';
import { sideMaker } from './side.ts';
import type { MakeSide, Side } from './side.ts';

/** Where all objects are divided in two, in any variation of the scenario. */
export type CutAt =
  /** A point of the popularity curve, by its place among them. */
  | { by: 'popularity'; point: number }
  /** Size classes of the small side. */
  | { by: 'size'; classes: readonly number[] };

/** One way to divide all objects in two. */
export interface Cut {
  by: 'popularity' | 'size';
  at: CutAt;
  /** `10%` of standing objects, `64KiB`: as in an id. */
  code: string;
  /** Of size: the largest object of the first side. */
  upToBytes: number | null;
  /** The popular or small side first. */
  sides: readonly [Side, Side];
}

export interface Cuts {
  /** By every point of the popularity curve and every boundary between size classes. */
  all(): Cut[];
  /** Null where there is no such cut. */
  of(at: CutAt): Cut | null;
}

export function cutsOf(context: PlanContext, grid: LatencyGrid, evidence: EvidenceBase): Cuts {
  const side = sideMaker(context, grid, evidence);
  const made = new Map<string, Cut | null>();
  const of = (at: CutAt): Cut | null => {
    const key = JSON.stringify(at);
    const known = made.get(key);
    if (known !== undefined) return known;
    const cut = at.by === 'size' ? sizeCut(context, at, side) : popularityCut(context, at, side);
    made.set(key, cut);
    return cut;
  };
  return { of, all: () => [...popularPoints(context), ...sizeBounds(context)].flatMap((at) => of(at) ?? []) };
}

const curveOf = ({ scenario }: Pick<PlanContext, 'scenario'>) => [scenario.workload.reads.skew ?? []].flat();

function popularPoints(context: PlanContext): CutAt[] {
  return curveOf(context).map((_, point) => ({ by: 'popularity', point }));
}

/**
 * The curve is piecewise linear through (0, 0), the points of `skew` and (1, 1): between two points all objects are alike,
 * so on linear prices a cut between them never beats both, and only the points are tried. Arriving objects and those with
 * an age stay with the rest.
 */
function popularityCut(context: PlanContext, at: CutAt & { by: 'popularity' }, side: MakeSide): Cut | null {
  const { workload } = context;
  const { objects = 0, reads = 0 } = curveOf(context)[at.point] ?? {};
  if (!(objects > 0 && objects < 1 && reads > 0)) return null;
  if (!workload.months.some(({ population }) => population.standing.objects > 0)) return null;
  const all = workload.classes.map((_, k) => k);
  return {
    by: 'popularity',
    at,
    code: popularityCode(context, at),
    upToBytes: null,
    sides: [
      side(all, (population) => popular(population, objects, reads), 'operations'),
      side(all, (population) => unpopular(population, objects, reads), 'jobs'),
    ],
  };
}

/** `10%`: of standing objects, as in an id. */
export function popularityCode(
  { scenario }: Pick<PlanContext, 'scenario'>,
  { point }: CutAt & { by: 'popularity' },
): string {
  return `${Number(((curveOf({ scenario })[point]?.objects ?? 0) * 100).toPrecision(6))}%`;
}

function popular(population: Population, objects: number, reads: number): Population {
  return {
    ...population,
    arrivals: 0,
    objectDaysBelow: () => 0,
    reaching: () => 0,
    reads: population.reads * population.standing.readShare * reads,
    readShareBelow: () => 0,
    standing: { objects: population.standing.objects * objects, readShare: 1 },
  };
}

function unpopular(population: Population, objects: number, reads: number): Population {
  const { standing } = population;
  const left = 1 - standing.readShare * reads;
  const share = (of: number) => (left > 0 ? of / left : 0);
  return {
    ...population,
    reads: population.reads * left,
    readShareBelow: (age) => share(population.readShareBelow(age)),
    standing: {
      objects: standing.objects * (1 - objects),
      readShare: share(standing.readShare * (1 - reads)),
    },
  };
}

/** Those that any object has, the smallest first. */
export function classesBySize({ classes }: Pick<Workload, 'classes'>): number[] {
  const sizeOf = (k: number) => classes[k]?.sizeBytes ?? 0;
  return classes
    .map((_, k) => k)
    .filter((k) => (classes[k]?.share ?? 0) > 0)
    .sort((a, b) => sizeOf(a) - sizeOf(b));
}

function sizeBounds({ workload }: PlanContext): CutAt[] {
  const { classes } = workload;
  const bySize = classesBySize(workload);
  return bySize
    .slice(1)
    .flatMap((next, i): CutAt[] =>
      classes[next]?.sizeBytes === classes[bySize[i] ?? 0]?.sizeBytes
        ? []
        : [{ by: 'size', classes: bySize.slice(0, i + 1) }],
    );
}

function sizeCut({ workload }: PlanContext, at: CutAt & { by: 'size' }, side: MakeSide): Cut | null {
  const { classes } = workload;
  const rest = classesBySize(workload).filter((k) => !at.classes.includes(k));
  if (rest.length === 0) return null;
  const part = (own: readonly number[], holds: 'operations' | 'jobs') => {
    const share = own.reduce((sum, k) => sum + (classes[k]?.share ?? 0), 0);
    return side(own, (population) => shareOf(population, share), holds);
  };
  const upToBytes = Math.max(...at.classes.map((k) => classes[k]?.sizeBytes ?? 0));
  return {
    by: 'size',
    at,
    code: sizeCode(upToBytes),
    upToBytes,
    sides: [part(at.classes, 'operations'), part(rest, 'jobs')],
  };
}

/** `64KiB`: exact, or in bytes. */
export function sizeCode(bytes: number): string {
  const short = formatBytes(bytes).replace(' ', '');
  return short === formatBytes(bytes, 12).replace(' ', '') ? short : `${bytes}B`;
}
