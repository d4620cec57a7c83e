/** How meters count, the same in every region of an edition: what is free, rounded, pooled, or billed as more than it is. */
import * as z from 'zod/mini';
import { Limit } from './limit.ts';

/** Where a quantity is summed before tiers, allowance and rounding apply. Without one: the store in its region. */
export const Pool = z.strictObject({
  id: z.string().check(z.minLength(1)),
  scope: z.enum(['provider', 'account', 'region-group', 'subscription']),
});
export type Pool = z.infer<typeof Pool>;

const Amount = z.number().check(z.nonnegative());

/** The first units that cost nothing. All that are given add up. */
export const Allowance = z.strictObject({
  /** Pool the allowance is shared over, where it is wider than the meter's own. */
  pool: z.optional(Pool),
  amount: z.optional(Amount),
  /** Allowance that renews daily; a bill grants it for each day of its period. */
  perDay: z.optional(Amount),
  /** Of storage, in GB: GB-hours that each hour of the bill's period adds, and that lapse with it (Hetzner: 1000). */
  perHour: z.optional(Amount),
  /** Multiple of the average stored bytes (Backblaze: 3). */
  timesStored: z.optional(z.number().check(z.positive())),
  /** Regions it is granted in; default: every one. */
  regions: z.optional(z.array(z.string()).check(z.minLength(1))),
});

/** How one meter counts, the same in every region of the edition. Amounts are in the meter's unit (GB-month, GB, request …). */
export const MeterRule = z.strictObject({
  pool: z.optional(Pool),
  /** Billable amounts are whole multiples of this, rounded up (R2: 1 000 000 requests, 1 GB-month). */
  quantum: z.optional(z.number().check(z.positive())),
  free: z.optional(Allowance),
});
const { pool, quantum, free } = MeterRule.shape;

/** A cheaper tier that the provider moves objects to which nobody has read for so long; a read moves them back. */
export const AccessTier = z.strictObject({
  name: z
    .string()
    .check(z.regex(/^[a-z][a-z0-9-]*$/, 'a tier is named in small letters, e.g. archive-instant')),
  unreadHours: z.number().check(z.positive()),
  /** Smaller objects never move. */
  minimumObjectBytes: z._default(z.int().check(z.nonnegative()), 0),
  /** What each object there adds, at the tier's price. */
  overheadBytesPerObject: z._default(z.int().check(z.nonnegative()), 0),
  /** Of an archive, which somebody has to turn on: how long an object takes at the longest to come back for a read. */
  restoreHours: z.optional(z.number().check(z.positive())),
  /** Operation that is billed where a read moves an object back. */
  movedBackBy: z.optional(z.string().check(z.minLength(1))),
});
export type AccessTier = z.infer<typeof AccessTier>;

export const RequestRule = z.extend(MeterRule, {
  /** A request counts once for every started stretch of this many bytes of its body (Azure's dfs endpoint: 4 MiB). */
  perBytes: z.optional(z.int().check(z.positive())),
});

export const StorageRule = z.strictObject({
  pool,
  /** In the order objects reach them. Objects start in the tier of the `storage` price. */
  accessTiers: z._default(z.array(AccessTier), []),
  averaging: z.enum(['byte-hours', 'daily-peak']),
  quantum,
  minimumObjectBytes: z._default(z.int().check(z.nonnegative()), 0),
  overheadBytesPerObject: z._default(z.int().check(z.nonnegative()), 0),
  minimumHours: z._default(z.number().check(z.nonnegative()), 0),
  /** Exits that bill the rest of the minimum duration. */
  earlyDeleteOn: z._default(z.array(z.enum(['delete', 'overwrite', 'transition', 'expiry'])), []),
  /** Deleted and replaced objects stay, and bill as live ones, for so long unless that is turned off (Google: 168). */
  softDeleteHours: z.optional(z.number().check(z.positive())),
  free,
});

/** Per-GB charge on request bodies: on every byte, or only on the bytes of each request above a threshold. */
export const ByteRule = z.strictObject({
  pool,
  operations: z.optional(z.array(z.string()).check(z.minLength(1))),
  quantum,
  aboveBytesPerRequest: z._default(z.int().check(z.nonnegative()), 0),
  free,
});

export const ReplicationRule = z.extend(MeterRule, {
  /** Operations whose every byte the provider copies, and bills, by itself (Google's dual- and multi-regions). */
  operations: z.optional(z.array(z.string()).check(z.minLength(1))),
});

export const EgressRule = z.extend(MeterRule, {
  /** Egress beyond this multiple of the stored bytes breaks the provider's policy; it is not a price. */
  fairUseTimesStored: z.optional(z.number().check(z.positive())),
});

export const MonitoringRule = z.strictObject({
  minimumObjectBytes: z._default(z.int().check(z.nonnegative()), 0),
});

/**
 * What an archive keeps at the price of an online class: so much of each object, and what was restored for so long. Where only some
 * tiers are an archive, so much of each object in those.
 */
export const OnlineRule = z.extend(MeterRule, {
  bytesPerObject: z._default(z.int().check(z.nonnegative()), 0),
  restoredHours: z._default(z.number().check(z.nonnegative()), 0),
  /** Request classes of which each restore asks one more: to write the copy, and to read it. */
  asks: z._default(z.array(z.string()), []),
});

/** A way to bring an archived object back: the operation that asks for it, and how long it takes at most. */
export const RestoreTier = z.strictObject({
  operation: z.string().check(z.minLength(1)),
  hours: z.number().check(z.positive()),
  /** The read that it takes the place of, where the provider bills the restore as the read of an archived object. */
  inPlaceOf: z.optional(z.string().check(z.minLength(1))),
  /** What it keeps to besides the limits of the edition. */
  limits: z._default(z.array(Limit), []),
});
export type RestoreTier = z.infer<typeof RestoreTier>;

/** Objects are stored in parts of at most this size, each billed by the month (Storj until 2026-07: 64 MB). */
export const SegmentRule = z.extend(MeterRule, { bytes: z.int().check(z.positive()) });

export const Rules = z.strictObject({
  /** A CDN stores nothing that is billed, and may leave it out. */
  storage: z.prefault(StorageRule, { averaging: 'byte-hours' }),
  requests: z._default(z.record(z.string(), RequestRule), {}),
  upload: z.optional(ByteRule),
  retrieval: z.optional(ByteRule),
  egress: z.optional(EgressRule),
  /** Objects a lifecycle rule moves in. A pool shared with a request class makes them count as its requests (R2). */
  transition: z.optional(MeterRule),
  monitoring: z.optional(MonitoringRule),
  segments: z.optional(SegmentRule),
  buckets: z.optional(MeterRule),
  replication: z.optional(ReplicationRule),
  online: z.optional(OnlineRule),
  /** By tier, each with a price per GB in `regions`. */
  restore: z._default(z.record(z.string(), RestoreTier), {}),
});
