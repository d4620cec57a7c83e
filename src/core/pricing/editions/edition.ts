/**
 * Price editions: one immutable, dated price table of a store with its regions (design §2). The YAML under
 * `pricing/` is read by these schemas and nothing else, and written with its keys in their order; identity (provider, store, date)
 * comes from the path.
 */
import * as z from 'zod/mini';
import { StoreId } from '../ids.ts';
import { Limit } from './limit.ts';
import { Rules } from './meter-rules.ts';
import { Measures, Provenance, Sources } from './provenance.ts';
import { RegionPrices } from './region-prices.ts';
import type { OwnCosts } from '../self-hosted/costs.ts';

export {
  AccessTier,
  Allowance,
  ByteRule,
  EgressRule,
  MeterRule,
  MonitoringRule,
  OnlineRule,
  Pool,
  ReplicationRule,
  RequestRule,
  Rules,
  SegmentRule,
  StorageRule,
} from './meter-rules.ts';
export type { RestoreTier } from './meter-rules.ts';
export { Limit } from './limit.ts';
export { Confidence, Source } from './provenance.ts';
export { EgressPrices, MinimumCharge, Price, RegionPrices, Subscription } from './region-prices.ts';
export { TransferFile, TransferRegion } from './transfer-edition.ts';
export type { TransferEdition } from './transfer-edition.ts';

/** An HTTP answer that is no success, or a class of them. */
const Answer = z
  .string()
  .check(z.regex(/^[345](\d\d|xx)$/, 'an answer is written 404, or 4xx for all of its kind'));

/** Whether a request that fails is billed. A number counts before its kind; an answer in neither list is billed, with a finding. */
const FailedAnswers = z.strictObject({
  billed: z._default(z.array(Answer), []),
  free: z._default(z.array(Answer), []),
});

export const EditionFile = z.strictObject({
  /**
   * A CDN holds no objects: readers come through it, and its regions are where its edges are. An add-on is what a provider asks
   * for something that is done with what its stores hold.
   */
  kind: z._default(z.enum(['store', 'cdn', 'add-on']), 'store'),
  ...Measures,
  month: z.enum(['calendar', '730 h', '720 h']),
  ...Provenance,
  /** Zones each object is stored in; with one, a zone's loss loses access to it. */
  zones: z.nullable(z.int().check(z.positive())),
  durability: z.optional(z.string()),
  sla: z.optional(z.string()),
  /** How the store places objects when no region is asked for (R2: a hint; Tigris: near each reader). */
  placement: z._default(z.enum(['region', 'hint', 'near-reader']), 'region'),
  /** A variant that nobody gets without asking: `stores: all` leaves it out. */
  byNameOnly: z._default(z.boolean(), false),
  /** Places this store can be in when one price list (`everywhere`) covers them. */
  places: z._default(z.array(z.string()), []),
  /** Lifecycle transitions the provider allows from this class, by target store. */
  transitionsTo: z._default(z.array(StoreId), []),
  /** Youngest age at which those transitions are allowed, for all or by target store; a younger object has to be copied. */
  transitionAfterDays: z._default(
    z.union([z.number().check(z.nonnegative()), z.record(StoreId, z.number().check(z.nonnegative()))]),
    0,
  ),
  /** The same by source store, where a class takes in objects of others: the youngest age in days. */
  transitionsFrom: z._default(z.record(StoreId, z.number().check(z.nonnegative())), {}),
  /** Smaller objects stay behind, unless the lifecycle rule asks for them by size (AWS: 131072). */
  transitionFromBytes: z._default(z.int().check(z.nonnegative()), 0),
  /** Class of each API operation. An operation in no list takes the dearest class, with a finding. */
  operations: z.strictObject({
    classes: z._default(z.record(z.string(), z.array(z.string()).check(z.minLength(1))), {}),
    failed: z.optional(FailedAnswers),
    free: z._default(z.array(z.string()), []),
  }),
  rules: Rules,
  /** Objects have to be restored before a read, which takes up to so many hours; null where no source says how long. */
  restoreHours: z.optional(z.nullable(z.number().check(z.positive()))),
  limits: z._default(z.array(Limit), []),
  regions: z.record(z.string(), RegionPrices),
  ...Sources,
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
  /** Of a store on servers of one's own: what its bill is made of. */
  owned?: OwnCosts;
}
