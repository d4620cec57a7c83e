/**
 * The objects of a plan in parts that are placed independently: new and standing ones, by size, and standing ones by popularity. Every
 * sum over the parts is that of the whole workload.
 */
import { itemAt } from '../../at.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { formatBytes, parseBytes } from '../../units.ts';
import type { Population } from '../../workload/population.ts';
import type { SizeClass, Workload } from '../../workload/workload.ts';

/** Objects that are placed alike. */
export interface PlacedPopulation {
  /** `new`, `old`; `new.128KiB` where sizes differ, `old.128KiB.10%` where standing objects have a skew: up to which share of them. */
  name: string;
  stream: 'new' | 'old';
  /** Index of the whole workload's class; the first of those of its size. */
  sizeClass: number;
  /** Of standing objects with a skew: which part of the popularity curve, the most popular first. Null: all are alike. */
  slice: number | null;
  /** Share of all standing objects that are at least so popular; 1 where they are alike, and of new ones. */
  upTo: number;
  /** Of these objects alone: one class with share 1. What else the scenario asks (jobs, other operations) belongs to no population. */
  workload: Workload;
  /** Shares in all objects, bytes and reads of the billed months. */
  objects: number;
  bytes: number;
  reads: number;
}

/** Part of the standing objects, by popularity: between two points of the curve they are alike. */
interface Slice {
  objects: number;
  reads: number;
  /** Share of standing objects up to its end. */
  upTo: number;
}

type Restrict = (population: Population) => Population;

/** New ones first, then standing ones, each in the order of the classes. One at least, though nothing arrives or stands. */
export function populationsOf(workload: Workload, scenario: Scenario): PlacedPopulation[] {
  const classes = sizeClasses(workload);
  const all = workload.horizon.map(({ population }) => population);
  const stands = all.some(({ standing }) => standing.objects > 0);
  const arrives = all.some((one) => one.arrivals > 0 || one.objectDaysBelow(workload.lifeDays) > 0);
  const slices = slicesOf(scenario);
  const totals = sumsOf(workload, workload.meanSizeBytes);
  const sized = (one: SizeClass) => (classes.length > 1 ? `.${sizeCode(one.sizeBytes)}` : '');
  const make = (
    stream: PlacedPopulation['stream'],
    { sizeClass, own }: (typeof classes)[number],
    of: Restrict,
    slice: number | null = null,
  ): PlacedPopulation => {
    const restricted = restrictedTo(workload, own, stream, of);
    const sums = sumsOf(restricted, own.sizeBytes);
    const upTo = slice === null ? 1 : itemAt(slices, slice).upTo;
    const end = slice === null ? '' : `.${shareCode(upTo)}`;
    return {
      name: `${stream}${sized(own)}${end}`,
      stream,
      sizeClass,
      slice,
      upTo,
      workload: restricted,
      objects: share(sums.objectDays, totals.objectDays),
      bytes: share(sums.byteDays, totals.byteDays),
      reads: share(sums.reads, totals.reads),
    };
  };
  return [
    ...(arrives || !stands ? classes.map((one) => make('new', one, arriving(one.own.share))) : []),
    ...(stands
      ? classes.flatMap((one) =>
          slices.map((slice, i) =>
            make('old', one, standing(one.own.share, slice), slices.length > 1 ? i : null),
          ),
        )
      : []),
  ];
}

/** Classes that any object has; those of one size are one. */
function sizeClasses({ classes }: Workload): { sizeClass: number; own: SizeClass }[] {
  const found: { sizeClass: number; own: SizeClass }[] = [];
  for (const [sizeClass, one] of classes.entries()) {
    if (one.share === 0) continue;
    const like = found.find(({ own }) => own.sizeBytes === one.sizeBytes);
    if (like) like.own = { ...like.own, share: like.own.share + one.share };
    else found.push({ sizeClass, own: one });
  }
  return found;
}

/** The curve is piecewise linear through (0, 0), the points of `skew` and (1, 1). */
function slicesOf({ workload }: Scenario): Slice[] {
  const slices: Slice[] = [];
  let before = { objects: 0, reads: 0 };
  for (const point of [...[workload.reads.skew ?? []].flat(), { objects: 1, reads: 1 }]) {
    if (point.objects === before.objects) continue;
    slices.push({
      objects: point.objects - before.objects,
      reads: point.reads - before.reads,
      upTo: point.objects,
    });
    before = point;
  }
  return slices;
}

/** `10%`, as in an id. */
export function shareCode(share: number): string {
  return `${Number((share * 100).toPrecision(6))}%`;
}

/** `64KiB`: exact, or in bytes. */
export function sizeCode(bytes: number): string {
  const short = formatBytes(bytes).replace(' ', '');
  return parseBytes(short) === bytes ? short : `${bytes}B`;
}

/** Of the objects with an age, so many. */
function arriving(part: number): Restrict {
  return (whole) => {
    // Before the first object arrives where none stands, reads find none of either kind.
    const aged = whole.standing.objects > 0 ? 1 - whole.standing.readShare : 1;
    return {
      arrivals: whole.arrivals * part,
      objectDaysBelow: (age) => whole.objectDaysBelow(age) * part,
      reaching: (age) => whole.reaching(age) * part,
      reads: whole.reads * aged * part,
      readShareBelow: (age) => share(whole.readShareBelow(age), aged),
      standing: { objects: 0, readShare: 0 },
    };
  };
}

function standing(part: number, { objects, reads }: Slice): Restrict {
  return (whole) => ({
    arrivals: 0,
    objectDaysBelow: () => 0,
    reaching: () => 0,
    reads: whole.reads * whole.standing.readShare * part * reads,
    readShareBelow: () => 0,
    standing: { objects: whole.standing.objects * part * objects, readShare: 1 },
  });
}

function restrictedTo(
  workload: Workload,
  own: SizeClass,
  stream: PlacedPopulation['stream'],
  of: Restrict,
): Workload {
  const made = new Map<Population, Population>();
  const once = (population: Population) => {
    const known = made.get(population) ?? of(population);
    made.set(population, known);
    return known;
  };
  const each = (months: Workload['months']) =>
    months.map(({ month, population }) => ({ month, population: once(population) }));
  const horizon = each(workload.horizon);
  return {
    ...workload,
    classes: [{ ...own, share: 1 }],
    meanSizeBytes: own.sizeBytes,
    // What stands has no age and stays.
    ...(stream === 'old' ? { expiryDays: null, edges: [], ages: [0, workload.lifeDays] } : {}),
    months: each(workload.months),
    timeline: each(workload.timeline),
    horizon,
    rates: horizon.map(({ month, population }) => ({
      arrivalsPerDay: population.arrivals / month.days,
      readsPerDay: population.reads / month.days,
    })),
    operationsPerDay: [],
    jobs: [],
  };
}

function sumsOf({ months, lifeDays }: Workload, sizeBytes: number) {
  const sum = (of: (one: Workload['months'][number]) => number) =>
    months.reduce((total, one) => total + of(one), 0);
  const objectDays = sum(
    ({ month, population }) =>
      population.objectDaysBelow(lifeDays) + population.standing.objects * month.days,
  );
  return { objectDays, byteDays: objectDays * sizeBytes, reads: sum(({ population }) => population.reads) };
}

function share(part: number, of: number): number {
  return of > 0 ? part / of : 0;
}
