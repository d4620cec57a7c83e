/** The scenario: workload, requirements, candidate stores and pins (design §4). Authored text in, `Scenario` out. */
import * as z from 'zod';
import { IsoDate } from '../pricing/edition.ts';
import { parseDays } from '../units.ts';
import { BytesEstimate, Bytes, Count, CountEstimate, Days, DaysEstimate, GrowthEstimate, Milliseconds, PerDay, PerDayEstimate, Share, ShareEstimate, SizeEstimate } from './quantity.ts';

const sumsToOne = (shares: readonly number[]) => Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-6;
const total = (shares: readonly number[]) => Number(shares.reduce((sum, share) => sum + share, 0).toPrecision(6));

/** `aws/s3-standard`, or with a region `aws/s3-standard@us-east-1`. */
export const StoreRef = z.string().max(120).regex(/^[a-z0-9-]+\/[a-z0-9-]+(@[A-Za-z0-9+-]+)?$/, 'a store is written provider/store or provider/store@region, e.g. aws/s3-standard@us-east-1');
export const PlaceRef = z.string().max(120).regex(/^[A-Za-z0-9-]+(\/[A-Za-z0-9-]+){1,2}$/, 'a place is written aws/us-east-1, cloudflare/weur, internet/europe or internet/DE');

const SizeClasses = z.union([
  SizeEstimate.transform((size) => [{ share: 1, size }]),
  z.array(z.strictObject({ share: Share, size: SizeEstimate })).min(1).max(24)
    .refine((classes) => sumsToOne(classes.map((one) => one.share)), { error: (issue) => `shares of objects must sum to 1; these sum to ${total((issue.input as { share: number }[]).map((one) => one.share))}` }),
]);

const ReadsByAge = z.record(z.string().max(40), Share)
  .transform((points, context) => {
    const parsed: { ageDays: number; share: number }[] = [];
    for (const [age, share] of Object.entries(points)) {
      try {
        parsed.push({ ageDays: parseDays(age), share });
      } catch {
        context.addIssue({ code: 'custom', message: `"${age}" is not an age; try "7 days"`, input: age });
      }
    }
    parsed.sort((a, b) => a.ageDays - b.ageDays);
    for (const [i, point] of parsed.entries()) {
      if (i > 0 && point.share < parsed[i - 1]!.share) context.addIssue({ code: 'custom', message: `cumulative shares must not fall: ${point.share} follows ${parsed[i - 1]!.share}`, input: points });
    }
    return parsed;
  });

const Objects = z.strictObject({
  size: SizeClasses,
  arrivals: PerDayEstimate.optional(),
  standing: BytesEstimate.optional(),
  retention: z.union([z.literal('forever'), DaysEstimate]).default('forever'),
  growth: GrowthEstimate.default({ value: 0 }),
}).refine((objects) => objects.arrivals !== undefined || objects.standing !== undefined, { message: 'say how objects come about: arrivals (e.g. 12M/day), standing (e.g. 10 PB), or both' });

const Reads = z.strictObject({
  rate: PerDayEstimate,
  /** Bytes each read asks for: the whole object, or a range of this size. */
  bytes: z.union([z.literal('whole'), Bytes]).default('whole'),
  byAge: ReadsByAge.optional(),
  skew: z.strictObject({ objects: Share, reads: Share }).optional(),
  fanOut: z.number().int().min(1).max(10_000).default(1),
});

const Reader = z.strictObject({ at: PlaceRef, share: Share, via: StoreRef.optional(), hitRatio: ShareEstimate.optional() });

const Workload = z.strictObject({
  objects: Objects,
  writes: z.strictObject({ partSize: Bytes.optional() }).default({}),
  reads: Reads.default({ rate: { value: 0 }, bytes: 'whole', fanOut: 1 }),
  operations: z.record(z.string().max(60), z.union([PerDay, z.literal(0)])).default({}),
  readers: z.array(Reader).min(1).max(64)
    .refine((readers) => sumsToOne(readers.map((one) => one.share)), { error: (issue) => `shares of readers must sum to 1; these sum to ${total((issue.input as { share: number }[]).map((one) => one.share))}` }),
  writer: PlaceRef,
  peak: z.number().min(1).max(10_000).default(1),
});

const Job = z.strictObject({ name: z.string().max(80), at: PlaceRef, read: Count.optional(), write: Count.optional(), size: Bytes, concurrency: z.number().int().min(1).max(1_000_000).default(1), perMonth: z.number().nonnegative().max(1e6).default(1) });

export const Requirements = z.strictObject({
  readP99: Milliseconds.optional(),
  firstByteP99: Milliseconds.optional(),
  zones: z.number().int().min(1).max(9).default(1),
  jurisdiction: z.string().max(40).default('any'),
  /** Providers or stores that may not be used. */
  exclude: z.array(z.string().max(120)).max(200).default([]),
  budget: z.number().nonnegative().optional(),
});

const Assumed = z.partialRecord(z.enum(['GET', 'PUT']), z.record(z.string().regex(/^p\d{1,4}$/, 'quantiles are written p50, p99, p999'), Milliseconds));

export const ScenarioFile = z.strictObject({
  stowage: z.literal(1),
  name: z.string().max(200).default('Untitled'),
  asOf: IsoDate,
  /** Editions recorded after this date are ignored. */
  knownOn: IsoDate.optional(),
  month: z.union([z.literal('calendar'), z.string().regex(/^\d{1,4} h$/, 'calendar, or hours such as "730 h"')]).default('calendar'),
  horizon: Days.optional(),
  workload: Workload,
  jobs: z.array(Job).max(50).default([]),
  requirements: Requirements.default({ zones: 1, jurisdiction: 'any', exclude: [] }),
  stores: z.union([z.literal('all'), z.array(StoreRef).min(1).max(400)]).default('all'),
  assume: z.record(StoreRef, Assumed).default({}),
  discounts: z.record(z.string().max(120), Share).default({}),
  copies: z.array(StoreRef).max(20).default([]),
  current: z.union([z.null(), StoreRef]).default(null),
  account: z.record(z.string().max(60), z.strictObject({ internetEgress: Bytes.optional(), stored: Bytes.optional() })).default({}),
  fx: z.record(z.string().max(10), z.union([z.number().positive(), IsoDate])).optional(),
  /** Dataset id → content hash; an old link keeps the evidence it was made with. Claimed datasets serve only when listed. */
  datasets: z.union([z.record(z.string().max(120), z.string().max(64)), z.array(z.string().max(120)).max(100)]).optional(),
  /** Version of the formulas. */
  model: z.literal(1).default(1),
});

/** As authored: what YAML, JSON and permalinks carry. */
export type ScenarioText = z.input<typeof ScenarioFile>;
/** As computed with: every quantity in base units. */
export type Scenario = z.output<typeof ScenarioFile>;
