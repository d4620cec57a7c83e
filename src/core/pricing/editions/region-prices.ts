/** What each meter of a store costs in one region. */
import * as z from 'zod';
import { IsoDate } from '../ids.ts';
import { Pool } from './meter-rules.ts';
import { PrintedRate } from './printed-rate.ts';
import { Confidence } from './provenance.ts';

/** One price, or graduated tiers whose last has no `upTo`. `upTo` is in the meter's unit, counted from zero. */
export const Price = z.union([
  PrintedRate,
  z
    .array(z.strictObject({ upTo: z.number().positive().optional(), price: PrintedRate }))
    .min(1)
    .refine(
      (tiers) =>
        tiers.every((tier, i) =>
          i === tiers.length - 1
            ? tier.upTo === undefined
            : tier.upTo !== undefined && tier.upTo > (tiers[i - 1]?.upTo ?? 0),
        ),
      { message: 'tiers rise, and only the last has no upTo' },
    ),
]);
export type Price = z.infer<typeof Price>;

/** Destinations of egress. `transfer`: billed by the provider's transfer table, which several stores share. */
export const EgressPrices = z.union([
  z.literal('transfer'),
  z.strictObject({
    internet: Price,
    'same-region': Price.optional(),
    'other-region': Price.optional(),
    'other-zone': Price.optional(),
    cdn: Price.optional(),
    partner: Price.optional(),
  }),
]);

const Amount = z.number().nonnegative();

export const Subscription = z.strictObject({
  price: PrintedRate,
  /** Of less than a month, fee and units are its share of it. */
  prorated: z.boolean().optional(),
  /** Over what one subscription reaches; without a pool, the store in its region. */
  pool: Pool.optional(),
  /** Units the fee includes, by meter. */
  includes: z.record(z.string(), Amount).default({}),
});

/** What a monthly bill is topped up to, and the meters that count towards it. Without a pool, over the store's regions. */
export const MinimumCharge = z.strictObject({
  price: PrintedRate,
  pool: Pool.optional(),
  counts: z.array(z.string()).min(1),
});

/** What another source gives for some of a region's prices, where sources disagree. */
const OtherFigures = z.strictObject({
  source: z.string(),
  storage: Price.optional(),
  requests: z.record(z.string(), Price).default({}),
  upload: Price.optional(),
  retrieval: Price.optional(),
  egress: EgressPrices.optional(),
  transition: Price.optional(),
  monitoring: Price.optional(),
  replication: Price.optional(),
});

export const RegionPrices = z.strictObject({
  /** Readers of the internet whom a CDN answers from here: `internet/FR`, `internet/europe`. */
  serves: z.array(z.string()).default([]),
  /** Every store has one; a CDN and an add-on have none. */
  storage: Price.optional(),
  /** Storage in the tiers that unread objects reach, by name. */
  accessTiers: z.record(z.string(), Price).default({}),
  requests: z.record(z.string(), Price).default({}),
  upload: Price.optional(),
  retrieval: Price.optional(),
  egress: EgressPrices,
  transition: Price.optional(),
  monitoring: Price.optional(),
  segments: Price.optional(),
  /** Per bucket a month; usage that states no buckets is billed none. */
  buckets: Price.optional(),
  /** Per replicated GB, besides the copies' storage and requests. */
  replication: Price.optional(),
  subscription: Subscription.optional(),
  minimum: MinimumCharge.optional(),
  /** Copies that are billed of every byte and of the requests in the class of `PutObject` (Tigris dual-region: 2). */
  billedCopies: z.number().int().positive().default(1),
  /** Copies that are billed of those requests, where they are not as many (Google dual-region: 1). */
  billedWrites: z.number().int().positive().optional(),
  /** Id of the source of these prices; default: the edition's first. */
  source: z.string().optional(),
  confidence: Confidence.optional(),
  conflict: OtherFigures.optional(),
  /** Last date this region's prices were seen unchanged, where that differs from the edition's. */
  confirmed: z.optional(IsoDate),
  zones: z.array(z.string()).optional(),
});
export type RegionPrices = z.infer<typeof RegionPrices>;
