/**
 * Price editions: one immutable, dated price table of a store with its regions (design §2). The YAML under
 * `pricing/` is read by these schemas and nothing else; identity (provider, store, date) comes from the path.
 */
import * as z from 'zod';
import { IsoDate, StoreId } from './ids.ts';
import { PrintedRate } from './printed-rate.ts';

export const Source = z.strictObject({
  id: z.string().min(1),
  url: z.string().min(1),
  /** Date of the copy that was read, as exactly as it is known. */
  retrieved: z.string().min(4),
  note: z.string().optional(),
});

export const Confidence = z.enum(['official', 'official-quoted', 'secondary', 'conflicting', 'claimed']);
export type Confidence = z.infer<typeof Confidence>;

/** Where a quantity is summed before tiers, allowance and rounding apply. Without one: the store in its region. */
export const Pool = z.strictObject({
  id: z.string().min(1),
  scope: z.enum(['provider', 'account', 'region-group', 'subscription']),
});
export type Pool = z.infer<typeof Pool>;

const Amount = z.number().nonnegative();

/** The first units that cost nothing. All that are given add up. */
export const Allowance = z.strictObject({
  amount: Amount.optional(),
  /** Allowance that renews daily; a bill grants it for each day of its period. */
  perDay: Amount.optional(),
  /** Of storage, in GB: GB-hours that each hour of the bill's period adds, and that lapse with it (Hetzner: 1000). */
  perHour: Amount.optional(),
  /** Multiple of the average stored bytes (Backblaze: 3). */
  timesStored: z.number().positive().optional(),
  /** Pool the allowance is shared over, where it is wider than the meter's own. */
  pool: Pool.optional(),
  /** Regions it is granted in; default: every one. */
  regions: z.array(z.string()).min(1).optional(),
});

/** How one meter counts, the same in every region of the edition. Amounts are in the meter's unit (GB-month, GB, request …). */
export const MeterRule = z.strictObject({
  pool: Pool.optional(),
  free: Allowance.optional(),
  /** Billable amounts are whole multiples of this, rounded up (R2: 1 000 000 requests, 1 GB-month). */
  quantum: z.number().positive().optional(),
});

/** A cheaper tier that the provider moves objects to which nobody has read for so long; a read moves them back. */
export const AccessTier = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/, 'a tier is named in small letters, e.g. archive-instant'),
  unreadHours: z.number().positive(),
  /** Smaller objects never move. */
  minimumObjectBytes: z.number().int().nonnegative().default(0),
});
export type AccessTier = z.infer<typeof AccessTier>;

export const RequestRule = MeterRule.extend({
  /** A request counts once for every started stretch of this many bytes of its body (Azure's dfs endpoint: 4 MiB). */
  perBytes: z.number().int().positive().optional(),
});

export const StorageRule = MeterRule.extend({
  averaging: z.enum(['byte-hours', 'daily-peak']),
  minimumObjectBytes: z.number().int().nonnegative().default(0),
  overheadBytesPerObject: z.number().int().nonnegative().default(0),
  minimumHours: z.number().nonnegative().default(0),
  /** Exits that bill the rest of the minimum duration. */
  earlyDeleteOn: z.array(z.enum(['delete', 'overwrite', 'transition', 'expiry'])).default([]),
  /** Deleted and replaced objects stay, and bill as live ones, for so long unless that is turned off (Google: 168). */
  softDeleteHours: z.number().positive().optional(),
  /** In the order objects reach them. Objects start in the tier of the `storage` price. */
  accessTiers: z.array(AccessTier).default([]),
});

/** Per-GB charge on request bodies: on every byte, or only on the bytes of each request above a threshold. */
export const ByteRule = MeterRule.extend({
  aboveBytesPerRequest: z.number().int().nonnegative().default(0),
  operations: z.array(z.string()).min(1).optional(),
});

export const ReplicationRule = MeterRule.extend({
  /** Operations whose every byte the provider copies, and bills, by itself (Google's dual- and multi-regions). */
  operations: z.array(z.string()).min(1).optional(),
});

export const EgressRule = MeterRule.extend({
  /** Egress beyond this multiple of the stored bytes breaks the provider's policy; it is not a price. */
  fairUseTimesStored: z.number().positive().optional(),
});

export const MonitoringRule = z.strictObject({
  minimumObjectBytes: z.number().int().nonnegative().default(0),
});

/** Objects are stored in parts of at most this size, each billed by the month (Storj until 2026-07: 64 MB). */
export const SegmentRule = MeterRule.extend({ bytes: z.number().int().positive() });

export const Rules = z.strictObject({
  /** A CDN stores nothing that is billed, and may leave it out. */
  storage: StorageRule.prefault({ averaging: 'byte-hours' }),
  requests: z.record(z.string(), RequestRule).default({}),
  upload: ByteRule.optional(),
  retrieval: ByteRule.optional(),
  egress: EgressRule.optional(),
  /** Objects a lifecycle rule moves in. A pool shared with a request class makes them count as its requests (R2). */
  transition: MeterRule.optional(),
  monitoring: MonitoringRule.optional(),
  segments: SegmentRule.optional(),
  buckets: MeterRule.optional(),
  replication: ReplicationRule.optional(),
});

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

/** An HTTP answer that is no success, or a class of them. */
const Answer = z.string().regex(/^[345](\d\d|xx)$/, 'an answer is written 404, or 4xx for all of its kind');

/** Whether a request that fails is billed. A number counts before its kind; an answer in neither list is billed, with a finding. */
export const FailedAnswers = z.strictObject({
  billed: z.array(Answer).default([]),
  free: z.array(Answer).default([]),
});

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

export const Limit = z.strictObject({
  quantity: z.enum(['operations', 'bytes', 'object-size']),
  applies: z.enum(['read', 'write', 'any']),
  /** Per second, or bytes for `object-size`. */
  value: z.number().positive(),
  /** What the provider grants on request, where it says so. */
  onRequest: z.number().positive().optional(),
  scope: z.enum(['prefix', 'bucket', 'subscription', 'account']),
  source: z.string().optional(),
  confidence: Confidence.optional(),
  note: z.string().optional(),
});
export type Limit = z.infer<typeof Limit>;

const Provenance = {
  currency: z.enum(['USD', 'EUR']),
  /** Bytes of the provider's "GB". */
  gigabyte: z.union([z.literal(1_000_000_000), z.literal(1_073_741_824)]),
  /** How well the file name dates the price: the day it took effect, a bound, or the first day it was seen. */
  precision: z.enum(['day', 'bounded', 'observed']),
  /** First day on which nobody is billed by these prices any more, where nothing replaces them. */
  until: z.optional(IsoDate),
  /** Last date the prices were seen unchanged. */
  confirmed: IsoDate,
  /** When the edition entered this archive. */
  recorded: IsoDate,
  supersedes: z.string().optional(),
  confidence: Confidence,
  sources: z.array(Source).min(1),
  notes: z.array(z.string()).default([]),
};

export const EditionFile = z.strictObject({
  title: z.string().min(1),
  /**
   * A CDN holds no objects: readers come through it, and its regions are where its edges are. An add-on is what a provider asks
   * for something that is done with what its stores hold.
   */
  kind: z.enum(['store', 'cdn', 'add-on']).default('store'),
  ...Provenance,
  month: z.enum(['calendar', '730 h', '720 h']),
  /** Zones each object is stored in; with one, a zone's loss loses access to it. */
  zones: z.number().int().positive().nullable(),
  durability: z.string().optional(),
  sla: z.string().optional(),
  /** Class of each API operation. An operation in no list takes the dearest class, with a finding. */
  operations: z.strictObject({
    classes: z.record(z.string(), z.array(z.string()).min(1)).default({}),
    free: z.array(z.string()).default([]),
    failed: FailedAnswers.optional(),
  }),
  rules: Rules,
  /** Objects have to be restored before a read, which takes up to so many hours; null where no source says how long. */
  restoreHours: z.number().positive().nullable().optional(),
  limits: z.array(Limit).default([]),
  /** Lifecycle transitions the provider allows from this class, by target store. */
  transitionsTo: z.array(StoreId).default([]),
  /** Youngest age at which those transitions are allowed, for all or by target store; a younger object has to be copied. */
  transitionAfterDays: z
    .union([z.number().nonnegative(), z.record(StoreId, z.number().nonnegative())])
    .default(0),
  /** Smaller objects stay behind, unless the lifecycle rule asks for them by size (AWS: 131072). */
  transitionFromBytes: z.number().int().nonnegative().default(0),
  /** Places this store can be in when one price list (`everywhere`) covers them. */
  places: z.array(z.string()).default([]),
  /** How the store places objects when no region is asked for (R2: a hint; Tigris: near each reader). */
  placement: z.enum(['region', 'hint', 'near-reader']).default('region'),
  /** A variant that nobody gets without asking: `stores: all` leaves it out. */
  byNameOnly: z.boolean().default(false),
  regions: z.record(z.string(), RegionPrices),
});
export type EditionFile = z.infer<typeof EditionFile>;

/** An edition with the identity its path gives. */
export interface Edition extends EditionFile {
  /** `aws/s3-express-one-zone` */
  store: string;
  provider: string;
  /** First known date of the prices. */
  date: string;
  /** `aws/s3-express-one-zone/2025-04-10` */
  id: string;
}

const InternetTransfer = z.strictObject({
  tiers: Price,
  /** Regions of one group fill the same bands. */
  group: z.string(),
});

const InternetDestination = z.strictObject({
  /** Places of the internet: `internet/AU`, `internet/asia`. */
  places: z.array(z.string()).min(1),
  tiers: Price,
  free: Allowance.optional(),
});

export const TransferRegion = z.strictObject({
  internet: InternetTransfer,
  'same-region': Price,
  'other-zone': Price.optional(),
  cdn: Price.optional(),
  /** `except`: by region, or by one of the table's areas. */
  'other-region': z.strictObject({ default: Price, except: z.record(z.string(), Price).default({}) }),
  source: z.string().optional(),
  confidence: Confidence.optional(),
  confirmed: z.optional(IsoDate),
});

/** `pricing/<provider>/transfer/<date>.yaml`: data transfer out, shared by the provider's stores. */
export const TransferFile = z.strictObject({
  title: z.string().min(1),
  ...Provenance,
  free: z.strictObject({ internet: Allowance.optional() }).default({}),
  /** Scope in which the bands of one group fill. */
  pool: Pool.optional(),
  /** Internet readers priced apart wherever the bytes come from, in bands of their own. */
  destinations: z.record(z.string(), InternetDestination).default({}),
  /** Regions that prices to another region name together. */
  areas: z.record(z.string(), z.array(z.string()).min(1)).default({}),
  regions: z.record(z.string(), TransferRegion),
});
export type TransferFile = z.infer<typeof TransferFile>;

export interface TransferEdition extends TransferFile {
  provider: string;
  date: string;
  id: string;
}
