/** A scenario's workload in base units: size classes, places, life, and the population of each month that is billed. */
import { itemAt } from '../at.ts';
import { DAYS_PER_MONTH } from '../units.ts';
import { currentParts } from '../scenario/current.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { ageEdges } from './age-edges.ts';
import { monthlyRates } from './monthly-rates.ts';
import type { MonthRates } from './monthly-rates.ts';
import { monthsFrom, monthsIn } from './months.ts';
import type { Month } from './months.ts';
import { growingPopulations, laggedPopulations, steadyPopulation } from './population.ts';
import type { Population } from './population.ts';
import { readCurve } from './read-curve.ts';
import type { ReadCurve } from './read-curve.ts';

export interface SizeClass {
  share: number;
  sizeBytes: number;
  /** Body bytes of one read. */
  readBytes: number;
  /** Requests that write one object, with the body bytes of each. */
  put: { operation: string; count: number; bytesEach: number }[];
}

export interface Reader {
  place: string;
  share: number;
  via?: string;
  /** Share of reads that its CDN answers; 0 where there is none. */
  hitRatio: number;
  /** What a hit of the CDN takes; 0 where there is none. */
  edgeMs: number;
  /** Stated by the user: what the reader's access network adds to one read. */
  lastMileMs?: number;
}

/** Share of reads that no CDN answers. */
export const missedShare = (readers: readonly Pick<Reader, 'share' | 'hitRatio'>[]): number =>
  readers.reduce((sum, { share, hitRatio }) => sum + share * (1 - hitRatio), 0);

export interface Job {
  name: string;
  at: string;
  /** Objects read in one run. */
  reads: number;
  sizeBytes: number;
  concurrency: number;
  /** Bytes a second that the client's network carries; null where the scenario says nothing. */
  networkBytesPerSecond: number | null;
  /** Requests in parallel that one object is read with. */
  ranges: number;
  perMonth: number;
}

export interface Workload {
  classes: SizeClass[];
  meanSizeBytes: number;
  readers: Reader[];
  writer: string;
  /** Age at which objects expire; null: never. */
  expiryDays: number | null;
  /** The longest life that is planned for: the retention, or the horizon. */
  lifeDays: number;
  curve: ReadCurve;
  /** Ages at which a plan may move objects. */
  edges: number[];
  /** From 0 to the end of life: between two of them reads are spread evenly by age. */
  ages: number[];
  /** Months whose exact bills make the monthly cost (their mean). */
  months: { month: Month; population: Population }[];
  /** Months to show, where they differ or were asked for. */
  timeline: { month: Month; population: Population }[];
  /** Every month of the horizon. */
  horizon: { month: Month; population: Population }[];
  /** Arrivals and reads a day in each of them. */
  rates: MonthRates[];
  /** They follow a timeline or a season, and the stock of each age with them. */
  isStaged: boolean;
  operationsPerDay: { operation: string; perDay: number }[];
  fanOut: number;
  peak: number;
  /** Batch runs that read objects, whose duration matters. */
  jobs: Job[];
}

/**
 * Months whose bills make the monthly cost: by the design the first, or all where objects are kept for ever. A list is the time of a
 * trace: nothing but what stands is there at its start, rates stay, and its last span is billed.
 */
export type BilledMonths = 'usual' | 'horizon' | 'last' | readonly Month[];

/** Throws `RangeError` where a point of `reads.byAge` lies past the retention. */
export function workloadOf(scenario: Scenario, billed: BilledMonths = 'usual'): Workload {
  const { objects, reads, writes, readers, writer, operations, peak } = scenario.workload;
  const classes = objects.size.map(({ share, size }): SizeClass => {
    const sizeBytes = size.value;
    return {
      share,
      sizeBytes,
      readBytes: reads.bytes === 'whole' ? sizeBytes : Math.min(reads.bytes, sizeBytes),
      put: putRequests(sizeBytes, writes.partSize),
    };
  });
  const meanSizeBytes = classes.reduce((sum, one) => sum + one.share * one.sizeBytes, 0);
  const expiryDays = objects.retention === 'forever' ? null : objects.retention.value;
  const spans = typeof billed === 'string' ? null : billed;
  const months = spans ?? monthsFrom(scenario.asOf, scenario.month, monthsIn(scenario.horizon));
  const last = months[months.length - 1] ?? { startDay: 0, days: 0 };
  const lifeDays = expiryDays ?? last.startDay + last.days;
  const points = reads.byAge ?? [];
  const curve = readCurve(points, expiryDays ?? Math.max(lifeDays, ...points.map((point) => point.ageDays)));
  const growth = objects.growth.value;
  const { timeline: stages, season } = scenario.workload;
  const standingObjects = (objects.standing?.value ?? 0) / meanSizeBytes;
  const monthly = monthlyRates(
    {
      arrivalsPerDay: objects.arrivals?.value ?? 0,
      readsPerDay: objects.arrivals?.value || objects.standing?.value || stages ? reads.rate.value : 0,
    },
    {
      growth,
      timeline: stages,
      season,
      perMonth: { arrivals: objects.arrivals?.perMonth ?? false, reads: reads.rate.perMonth ?? false },
      ...(spans ? {} : { days: months.map(({ days }) => days) }),
    },
    scenario.asOf,
    months.length,
  );
  const rates = spans ? monthly.map(() => itemAt(monthly, 0)) : monthly;
  const isStaged = stages !== undefined || season !== undefined;
  const populations =
    expiryDays === null || spans
      ? growingPopulations(standingObjects, rates, curve, months, expiryDays ?? Infinity)
      : isStaged
        ? laggedPopulations(standingObjects, rates, expiryDays, curve, months)
        : months.flatMap((month, m) =>
            rates[m] ? [steadyPopulation({ ...rates[m], standingObjects }, expiryDays, curve, month)] : [],
          );
  const horizon = populations.flatMap((population, m) =>
    months[m] ? [{ month: months[m], population }] : [],
  );
  const today = currentParts(scenario.current).flatMap(({ split }) => split?.afterDays ?? []);
  const arrives = rates.some(({ arrivalsPerDay }) => arrivalsPerDay > 0);
  const edges = arrives ? ageEdges(lifeDays, curve.knots, today) : [];
  const inside = [...curve.knots, ...edges].filter((age) => age > 0 && age < lifeDays);
  const billedMonths =
    billed === 'last' || spans
      ? horizon.slice(-1)
      : billed === 'horizon' || expiryDays === null
        ? horizon
        : horizon.slice(0, 1);
  const meanDays = billedMonths.reduce((sum, { month }) => sum + month.days, 0) / billedMonths.length;
  return {
    classes,
    meanSizeBytes,
    readers: readers.map((reader) => ({
      place: reader.at,
      share: reader.share,
      hitRatio: reader.via ? (reader.hitRatio?.value ?? 0) : 0,
      edgeMs: reader.edge ?? 0,
      ...(reader.via ? { via: reader.via } : {}),
      ...(reader.lastMile ? { lastMileMs: reader.lastMile.value } : {}),
    })),
    writer,
    expiryDays,
    lifeDays,
    curve,
    edges,
    ages: [0, ...new Set(inside.sort((a, b) => a - b)), lifeDays],
    months: billedMonths,
    timeline:
      expiryDays === null || growth !== 0 || isStaged || scenario.horizon !== undefined
        ? horizon
        : horizon.slice(0, 1),
    horizon,
    rates,
    isStaged,
    operationsPerDay: Object.entries(operations).map(([operation, { value, perMonth }]) => ({
      operation,
      // Of the mean of the months that are billed, so that their mean is what was written.
      perDay: perMonth ? (value * DAYS_PER_MONTH) / meanDays : value,
    })),
    fanOut: reads.fanOut,
    peak,
    jobs: scenario.jobs.map(({ name, at, read, size, concurrency, network, ranges, perMonth }) => ({
      name,
      at,
      reads: read,
      sizeBytes: size,
      concurrency,
      networkBytesPerSecond: network ?? null,
      ranges,
      perMonth,
    })),
  };
}

/** One PUT, or an upload in parts: create, n parts, complete. */
export function putRequests(sizeBytes: number, partSize: number | undefined): SizeClass['put'] {
  if (!partSize || sizeBytes <= partSize) return [{ operation: 'PutObject', count: 1, bytesEach: sizeBytes }];
  const whole = Math.floor(sizeBytes / partSize);
  const rest = sizeBytes - whole * partSize;
  return [
    { operation: 'CreateMultipartUpload', count: 1, bytesEach: 0 },
    { operation: 'UploadPart', count: whole, bytesEach: partSize },
    ...(rest > 0 ? [{ operation: 'UploadPart', count: 1, bytesEach: rest }] : []),
    { operation: 'CompleteMultipartUpload', count: 1, bytesEach: 0 },
  ];
}
