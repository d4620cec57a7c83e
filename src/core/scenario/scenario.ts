/** The scenario: workload, requirements, candidate stores and pins (design §4). Authored text in, `Scenario` out. */
import * as z from 'zod/mini';
import { ISO_DATE, ISO_DATE_WORDS, isDay, noSuchDay } from '../iso-date.ts';
import { quantileOf } from '../evidence/statistic.ts';
import { parseDays, parseMs } from '../units.ts';
import type { Estimate } from '../units.ts';
import {
  Bytes,
  BytesPerSecond,
  Count,
  CountEstimate,
  Days,
  DaysEstimate,
  GrowthEstimate,
  Milliseconds,
  MillisecondsEstimate,
  PerDay,
  PerDayEstimate,
  QUANTITIES,
  Share,
  ShareEstimate,
  SizeEstimate,
  StoredEstimate,
} from './quantity.ts';
import { MODEL } from './model.ts';
import { CurrentText, Migration, Season, Timeline } from './over-time.ts';
import { PlaceRef, StoreRef } from './refs.ts';
import { DEFAULT_EFFORT, Effort, Requirements } from './requirements.ts';
import { Rereads } from './rereads.ts';

/** Milliseconds of a CDN's hit, where the scenario says nothing. */
const EDGE_MS = 60;

const text = (longest: number) => z.string().check(z.maxLength(longest));
const whole = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most));
const IsoDate = z.string().check(
  z.regex(ISO_DATE, ISO_DATE_WORDS),
  z.refine((day) => !ISO_DATE.test(day) || isDay(day), { error: (issue) => noSuchDay(issue.input) }),
);

const sumsToOne = (shares: readonly number[]) =>
  Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-6;
const total = (shares: readonly number[]) =>
  Number(shares.reduce((sum, share) => sum + share, 0).toPrecision(6));

/** Below one half: where more fails, no number of requests makes a service. */
const FailingShare = Share.check(z.refine((share) => share < 0.5, 'write a share of errors below 50 %'));

const sharesSumToOne = (what: string) =>
  z.refine<{ share: number }[]>((parts) => sumsToOne(parts.map((one) => one.share)), {
    error: (issue) =>
      `shares of ${what} must sum to 1; these sum to ${total((issue.input as { share: number }[]).map((one) => one.share))}`,
  });

const SizeClasses = z.union([
  z.pipe(
    SizeEstimate,
    z.transform((size) => [{ share: 1, size }]),
  ),
  z
    .array(z.strictObject({ share: Share, size: SizeEstimate }))
    .check(z.minLength(1), z.maxLength(24), sharesSumToOne('objects')),
]);

const ReadsByAge = z.pipe(
  z.record(text(40), Share),
  z.transform((points: Record<string, number>, context) => {
    const parsed: { ageDays: number; share: number }[] = [];
    for (const [age, share] of Object.entries(points)) {
      try {
        parsed.push({ ageDays: parseDays(age), share });
      } catch {
        context.issues.push({ code: 'custom', message: `"${age}" is not an age; try "7 days"`, input: age });
      }
    }
    parsed.sort((a, b) => a.ageDays - b.ageDays);
    // Nothing is read before it is there.
    let before = { ageDays: 0, share: 0 };
    for (const point of parsed) {
      const { ageDays, share } = point;
      if (share < before.share || (share > 0 && ageDays <= before.ageDays))
        context.issues.push({
          code: 'custom',
          message: `cumulative shares must not fall, and each age above 0 stands once: ${share} by ${ageDays} days follows ${before.share} by ${before.ageDays} days`,
          input: points,
        });
      before = point;
    }
    return parsed;
  }),
);

const ObjectsText = z
  .strictObject({
    size: SizeClasses,
    arrivals: z.optional(PerDayEstimate),
    standing: z.optional(StoredEstimate),
    /** Standing objects by their number. */
    count: z.optional(CountEstimate),
    retention: z._default(z.union([z.literal('forever'), DaysEstimate]), 'forever'),
    growth: z._default(GrowthEstimate, { value: 0 }),
    /** They can be made again, so that a store of one zone may be the only one that holds them. */
    reproducible: z._default(z.boolean(), false),
  })
  .check(
    z.refine(
      ({ arrivals, standing, count }) => [arrivals, standing, count].some((one) => one !== undefined),
      {
        error:
          'say how objects come about: arrivals (e.g. 12M/day), standing (e.g. 10 PB) or count (e.g. 10M), or both',
      },
    ),
    z.refine(({ standing, count }) => standing === undefined || count === undefined, {
      error: 'standing (bytes) and count (objects) say the same; keep one',
    }),
    z.refine(
      ({ size, count }) => count === undefined || size.every((one) => one.size.interval === undefined),
      {
        error: 'count needs sizes that are no ranges; with a range write standing, such as 10 TB to 50 TB',
      },
    ),
  );

/** Standing objects in bytes, however they were written. */
const Objects = z.pipe(
  ObjectsText,
  z.transform(({ count, ...objects }: z.output<typeof ObjectsText>) => {
    if (count === undefined) return objects;
    const each = objects.size.reduce((sum, { share, size }) => sum + share * size.value, 0);
    const standing: Estimate = { value: count.value * each };
    if (count.interval) {
      const { low, high, mid } = count.interval;
      standing.interval = { low: low * each, high: high * each, mid: mid * each };
    }
    return { ...objects, standing };
  }),
);

/** When a second request is sent: after a time, or after the quantile of the read's own latency. */
const HedgeDelay = z
  .pipe(
    z.union([z.string().check(z.maxLength(40)), z.number()]),
    z.transform((text: string | number, context): { ms: number } | { p: number } => {
      const p = typeof text === 'string' ? quantileOf(text) : null;
      if (p !== null) return { p };
      const read = Milliseconds.safeParse(text);
      if (read.success) return { ms: read.data };
      const message = `"${text}" is no delay; write a time such as "50 ms", or a quantile of the read such as p95`;
      context.issues.push({ code: 'custom', message, input: text });
      return { p: 0.5 };
    }),
  )
  .register(QUANTITIES, { parse: parseMs, example: '50 ms', bare: 'ms' });

const Hedge = z.union([
  z.pipe(
    HedgeDelay,
    z.transform((after) => ({ after, to: 'same' as 'same' | 'other' })),
  ),
  z.strictObject({ after: HedgeDelay, to: z._default(z.enum(['same', 'other']), 'same') }),
]);

const SkewPoint = z.strictObject({ objects: Share, reads: Share });

const Reads = z.strictObject({
  rate: PerDayEstimate,
  /** Bytes each read asks for: the whole object, or a range of this size. */
  bytes: z._default(z.union([z.literal('whole'), Bytes]), 'whole'),
  byAge: z.optional(ReadsByAge),
  /** The share of reads on the most popular share of standing objects: one point of that curve, or several. */
  skew: z.optional(z.union([SkewPoint, z.array(SkewPoint).check(z.minLength(1), z.maxLength(24))])),
  /** How soon objects are read again: what a copy kept for some time after each read depends on. */
  rereads: z.optional(Rereads),
  fanOut: z._default(whole(1, 10_000), 1),
  /** Whether a read finds a connection open (the default), opens one, or that share of reads opens one. */
  connections: z.optional(z.union([z.enum(['warm', 'cold']), z.strictObject({ coldShare: Share })])),
  /** A second request where the first has not answered, to the store that answers or to the other that holds the object. */
  hedge: z.optional(Hedge),
  /** A read that fails is asked again after this long. `errors`: the share that fails, where no dataset measured it. */
  retry: z.optional(z.strictObject({ after: Milliseconds, errors: z.optional(FailingShare) })),
});

const ReaderText = z
  .strictObject({
    at: PlaceRef,
    share: Share,
    /** The CDN that these readers use; or `any`, or a list: one of these where it pays. */
    via: z.optional(
      z.union([z.literal('any'), StoreRef, z.array(StoreRef).check(z.minLength(1), z.maxLength(8))]),
    ),
    hitRatio: z.optional(ShareEstimate),
    /** What a hit of the CDN takes. */
    edge: z.optional(Milliseconds),
    /** What the reader's own access network adds to one read; no benchmark has it. */
    lastMile: z.optional(MillisecondsEstimate),
  })
  .check(
    z.refine(({ via, hitRatio }) => via !== undefined || hitRatio === undefined, {
      error: 'hits of which CDN? Add via: aws/cloudfront, or leave out hitRatio',
    }),
    z.refine(({ via, edge }) => via !== undefined || edge === undefined, {
      error: 'the edge of which CDN? Add via: aws/cloudfront, or leave out edge',
    }),
  );
type ReaderText = z.output<typeof ReaderText>;

interface Reader extends Omit<ReaderText, 'via'> {
  via?: string;
  /** A CDN may be chosen: of any, or of these. Then there is no `via`. */
  viaAny?: 'any' | string[];
  /** Milliseconds of a hit; where there is a CDN or a choice of one. */
  edge?: number;
}

const Reader = z.pipe(
  ReaderText,
  z.transform(({ via, edge = EDGE_MS, ...reader }: ReaderText): Reader => {
    if (via === undefined) return reader;
    const isOpen = via === 'any' || typeof via !== 'string';
    return isOpen ? { ...reader, viaAny: via, edge } : { ...reader, via, edge };
  }),
);

const Workload = z.strictObject({
  objects: Objects,
  writes: z._default(z.strictObject({ partSize: z.optional(Bytes) }), {}),
  reads: z._default(Reads, { rate: { value: 0 }, bytes: 'whole', fanOut: 1 }),
  operations: z._default(z.record(text(60), z.union([PerDay, z.literal(0)])), {}),
  readers: z.array(Reader).check(z.minLength(1), z.maxLength(64), sharesSumToOne('readers')),
  writer: PlaceRef,
  peak: z._default(z.number().check(z.gte(1), z.lte(10_000)), 1),
  /** Rates from some months on; `growth` and `season` multiply them. */
  timeline: z.optional(Timeline),
  season: z.optional(Season),
});

const Job = z.strictObject({
  name: text(80),
  at: PlaceRef,
  /** Objects read in one run, each of `size`. */
  read: Count,
  size: Bytes,
  concurrency: z._default(whole(1, 1_000_000), 1),
  /** Bytes a second that the client's network carries. */
  network: z.optional(BytesPerSecond),
  /** Requests in parallel that one object is read with, a range each. */
  ranges: z._default(whole(1, 1000), 1),
  perMonth: z._default(z.number().check(z.gte(0), z.lte(1e6)), 1),
});

const Assumed = z.partialRecord(
  z.enum(['GET', 'PUT']),
  z.record(
    z.string().check(z.refine((name) => quantileOf(name) !== null, 'quantiles are written p50, p99, p999')),
    Milliseconds,
  ),
);

export const ScenarioFile = z.strictObject({
  stowage: z.literal(1),
  name: z._default(text(200), 'Untitled'),
  asOf: IsoDate,
  /** Editions recorded after this date are ignored. */
  knownOn: z.optional(IsoDate),
  month: z._default(
    z.union([
      z.literal('calendar'),
      z.string().check(z.regex(/^(?!0+ )\d{1,4} h$/, 'calendar, or hours such as "730 h"')),
    ]),
    'calendar',
  ),
  horizon: z.optional(Days),
  workload: Workload,
  jobs: z._default(z.array(Job).check(z.maxLength(50)), []),
  requirements: z._default(Requirements, { sureness: 0.9, jurisdiction: 'any', exclude: [] }),
  /** What each mechanism beyond one store must save. */
  effort: z._default(Effort, DEFAULT_EFFORT),
  /** Whether a plan that is less sure than asked is recommended with its doubt priced, or not at all. */
  doubt: z._default(z.enum(['priced', 'none']), 'priced'),
  /** Kept free below limits that throttle or void a contract. */
  headroom: z._default(Share, 0.2),
  stores: z._default(
    z.union([z.literal('all'), z.array(StoreRef).check(z.minLength(1), z.maxLength(400))]),
    'all',
  ),
  assume: z._default(z.record(StoreRef, Assumed), {}),
  discounts: z._default(z.record(text(120), Share), {}),
  copies: z._default(z.array(StoreRef).check(z.maxLength(20)), []),
  /** Today's placement: what a move costs is counted from it. */
  current: z._default(CurrentText, null),
  migration: z.optional(Migration),
  account: z._default(
    z.record(text(60), z.strictObject({ internetEgress: z.optional(Bytes), stored: z.optional(Bytes) })),
    {},
  ),
  fx: z.optional(z.record(text(10), z.union([z.number().check(z.positive()), IsoDate]))),
  /** Dataset id → content hash; an old link keeps the evidence it was made with. Or a list: what is listed is used first, a claimed dataset only then; `not ID` leaves one out. */
  datasets: z.optional(z.union([z.record(text(120), text(64)), z.array(text(120)).check(z.maxLength(100))])),
  /** Version of the formulas and of the rule that recommends; links made before say 1. */
  model: z._default(z.literal([1, MODEL]), MODEL),
});

/** As authored: what YAML, JSON and permalinks carry. */
export type ScenarioText = z.input<typeof ScenarioFile>;
/** As computed with: every quantity in base units. */
export type Scenario = z.output<typeof ScenarioFile>;

/** Both: an answer repeats what was authored. */
export interface ReadScenario {
  text: ScenarioText;
  scenario: Scenario;
}
