/** How meters count, the same in every region of an edition: what is free, rounded, pooled, or billed as more than it is. */
import * as z from 'zod';

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
