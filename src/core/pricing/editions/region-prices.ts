/** What each meter of a store costs in one region. */
import * as z from 'zod/mini';
import { IsoDate } from '../ids.ts';
import { Pool } from './meter-rules.ts';
import { Confidence } from './provenance.ts';
import { isPrintedRate } from './rate.ts';

/** A price in a YAML edition: the printed text, or `unknown` where no source gives it (never zero). */
const PrintedRate = z.string().check(
  z.refine((text) => text === 'unknown' || isPrintedRate(text), {
    error: 'a price is written "0.005 per 1000 requests", "6.95 per TB-month", or unknown',
  }),
);

/** One price, or graduated tiers whose last has no `upTo`. `upTo` is in the meter's unit, counted from zero. */
export const Price = z.union([
  PrintedRate,
  z.array(z.strictObject({ upTo: z.optional(z.number().check(z.positive())), price: PrintedRate })).check(
    z.minLength(1),
    z.refine(
      (tiers) =>
        tiers.every((tier, i) =>
          i === tiers.length - 1
            ? tier.upTo === undefined
            : tier.upTo !== undefined && tier.upTo > (tiers[i - 1]?.upTo ?? 0),
        ),
      { message: 'tiers rise, and only the last has no upTo' },
    ),
  ),
]);
export type Price = z.infer<typeof Price>;

/** Destinations of egress. `transfer`: billed by the provider's transfer table, which several stores share. */
export const EgressPrices = z.union([
  z.literal('transfer'),
  z.strictObject({
    internet: Price,
    'same-region': z.optional(Price),
    'other-region': z.optional(Price),
    'other-zone': z.optional(Price),
    cdn: z.optional(Price),
    partner: z.optional(Price),
  }),
]);

const Amount = z.number().check(z.nonnegative());

export const Subscription = z.strictObject({
  /** Over what one subscription reaches; without a pool, the store in its region. */
  pool: z.optional(Pool),
  price: PrintedRate,
  /** Of less than a month, fee and units are its share of it. */
  prorated: z.optional(z.boolean()),
  /** Units the fee includes, by meter. */
  includes: z._default(z.record(z.string(), Amount), {}),
});

/** What a monthly bill is topped up to, and the meters that count towards it. Without a pool, over the store's regions. */
export const MinimumCharge = z.strictObject({
  pool: z.optional(Pool),
  price: PrintedRate,
  counts: z.array(z.string()).check(z.minLength(1)),
});

/** What another source gives for some of a region's prices, where sources disagree. */
const OtherFigures = z.strictObject({
  storage: z.optional(Price),
  requests: z._default(z.record(z.string(), Price), {}),
  upload: z.optional(Price),
  retrieval: z.optional(Price),
  egress: z.optional(EgressPrices),
  transition: z.optional(Price),
  monitoring: z.optional(Price),
  replication: z.optional(Price),
  source: z.string(),
});

export const RegionPrices = z.strictObject({
  /** Last date this region's prices were seen unchanged, where that differs from the edition's. */
  confirmed: z.optional(IsoDate),
  confidence: z.optional(Confidence),
  /** Last day on which the provider's list did not have the region. */
  absentOn: z.optional(IsoDate),
  zones: z.optional(z.array(z.string())),
  /** Readers of the internet whom a CDN answers from here: `internet/FR`, `internet/europe`. */
  serves: z._default(z.array(z.string()), []),
  /** Every store has one; a CDN and an add-on have none. */
  storage: z.optional(Price),
  /** Storage in the tiers that unread objects reach, by name. */
  accessTiers: z._default(z.record(z.string(), Price), {}),
  requests: z._default(z.record(z.string(), Price), {}),
  upload: z.optional(Price),
  retrieval: z.optional(Price),
  /** Per restored GB, by tier. */
  restore: z._default(z.record(z.string(), Price), {}),
  /** What an archive keeps online: a part of each object, and restored copies. */
  online: z.optional(Price),
  egress: EgressPrices,
  transition: z.optional(Price),
  monitoring: z.optional(Price),
  segments: z.optional(Price),
  /** Per bucket a month; usage that states no buckets is billed none. */
  buckets: z.optional(Price),
  /** Per replicated GB, besides the copies' storage and requests. */
  replication: z.optional(Price),
  subscription: z.optional(Subscription),
  minimum: z.optional(MinimumCharge),
  /** Copies that are billed of every byte and of the requests in the class of `PutObject` (Tigris dual-region: 2). */
  billedCopies: z._default(z.int().check(z.positive()), 1),
  /** Copies that are billed of those requests, where they are not as many (Google dual-region: 1). */
  billedWrites: z.optional(z.int().check(z.positive())),
  conflict: z.optional(OtherFigures),
  /** Id of the source of these prices; default: the edition's first. */
  source: z.optional(z.string()),
});
export type RegionPrices = z.infer<typeof RegionPrices>;
