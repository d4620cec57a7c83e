/** What is true of a store whatever its prices: the schema of `store.yaml`, which stands beside its editions. */
import * as z from 'zod';
import { parseWith } from '../parse-with.ts';
import { StoreId } from './ids.ts';

const Name = z.string().min(1).max(80);

/** How the provider's lifecycle rules and its writes name the class. */
const Lifecycle = z.strictObject({
  /** Whose lifecycle rules its buckets take; also how they are spoken to. */
  rules: z.enum(['s3', 'express', 'r2', 'gcs', 'azure']),
  /** Name of the class in those rules; absent where they have none for it. */
  class: Name.optional(),
  /** A bucket gives this class to what is put into it without naming one. */
  isDefault: z.boolean().default(false),
  /** Name in the header `x-amz-storage-class`, where it is another. */
  header: Name.optional(),
  source: z.url().optional(),
});

export const Replica = z.enum([
  'multi-region',
  'dual-region',
  'dual-region-turbo',
  'zone-redundant',
  'geo-redundant',
  'geo-redundant-readable',
  'near-readers',
]);
export type Replica = z.infer<typeof Replica>;

/** What the provider itself keeps more than once. */
const Replication = z.strictObject({
  /**
   * Copies in regions that one chooses: the provider makes them (`by-region`), makes none (`none`), or has only the regions and
   * stores listed here (`listed`).
   */
  copies: z.enum(['by-region', 'none', 'listed']),
  /** Store of what the provider asks besides for copying within a stated time. */
  timed: z.optional(StoreId),
  /** Regions of the same store that are kept more than once, for those whose names begin with `from`, or for all. */
  regions: z.array(z.strictObject({ from: Name.optional(), to: z.record(Name, Replica) })).default([]),
  /** Stores that keep the same class more than once, in the same region. */
  stores: z.record(StoreId, Replica).default({}),
  source: z.url().optional(),
  note: z.string().optional(),
});

/** A meter in the provider's price lists: usage types in AWS's offer files, rate names in its metered-unit map. */
const ListedMeter = z.strictObject({
  meter: Name,
  unit: z.enum(['GB-month', 'GB-hour', 'GB', 'request', 'object', 'object-month']),
  /** After the region's prefix: `TimedStorage-ByteHrs` of `USW2-TimedStorage-ByteHrs`. */
  usageType: Name,
  /** Where one usage type covers several prices, the operation that tells them apart. */
  operation: Name.optional(),
  /** One name for each tier, in their order. */
  rateNames: z.array(z.string().min(1)).min(1),
  /** Where those tiers end, in GB; the last has no end. */
  upTo: z.array(z.number().positive()).optional(),
});
export type ListedMeter = z.infer<typeof ListedMeter>;

export const StoreFile = z.strictObject({
  /** Full name: `Amazon S3 Standard-Infrequent Access`. */
  title: Name,
  /** Name in sentences, tables and charts: `S3 Standard-IA`. No two stores share one. */
  short: Name,
  lifecycle: Lifecycle.optional(),
  replication: Replication.optional(),
  /** Usage types on the provider's invoices, after the region's prefix, by meter. */
  invoice: z.record(Name, z.array(Name).min(1)).default({}),
  priceList: z
    .union([
      z.strictObject({ meters: z.array(ListedMeter).min(1) }),
      /** Name of the class in the descriptions of Google's Cloud Billing Catalog. */
      z.strictObject({ class: Name }),
    ])
    .optional(),
});
export type StoreFacts = z.infer<typeof StoreFile>;

/** Throws `DataError` with every fault found and its place in the file. */
export function parseStoreFacts(path: string, file: unknown): StoreFacts {
  return parseWith(StoreFile, path, file);
}
