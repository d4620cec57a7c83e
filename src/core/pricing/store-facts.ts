/** What is true of a store whatever its prices: the schema of `store.yaml`, which stands beside its editions. */
import * as z from 'zod/mini';
import { parseWith } from '../parse-with.ts';
import { present } from '../present.ts';
import { IsoDate, StoreId } from './ids.ts';
import { Traits } from './traits/file.ts';

const Name = z.string().check(z.minLength(1), z.maxLength(80));
const Url = z.url('write a URL, e.g. https://example.com/pricing');

/** How the provider's lifecycle rules and its writes name the class. */
const Lifecycle = z.strictObject({
  /** Name of the class in those rules; absent where they have none for it. */
  class: z.optional(Name),
  /** A bucket gives this class to what is put into it without naming one. */
  isDefault: z._default(z.boolean(), false),
  /** Name in the header `x-amz-storage-class`, where it is another. */
  header: z.optional(Name),
  /** Whose lifecycle rules its buckets take; also how they are spoken to. */
  rules: z.enum(['s3', 'express', 'r2', 'gcs', 'azure', 'b2', 'tigris']),
  source: z.optional(Url),
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
  regions: z._default(z.array(z.strictObject({ from: z.optional(Name), to: z.record(Name, Replica) })), []),
  /** Stores that keep the same class more than once, in the same region. */
  stores: z._default(z.record(StoreId, Replica), {}),
  source: z.optional(Url),
  note: z.optional(z.string()),
});

/** Its provider says that it answers like another of its stores. */
const LatencyLike = z.strictObject({
  operations: z.array(z.enum(['GET', 'PUT'])).check(z.minLength(1)),
  source: Url,
  store: StoreId,
  /** The words that say so. */
  quote: z.string().check(z.minLength(1), z.maxLength(300)),
});

/** A meter in the provider's price lists: usage types in AWS's offer files, rate names in its metered-unit map. */
const ListedMeter = z.strictObject({
  meter: Name,
  /** Where the tiers of `rateNames` end, in GB; the last has no end. */
  upTo: z.optional(z.array(z.number().check(z.positive()))),
  unit: z.enum(['GB-month', 'GB-hour', 'GB', 'request', 'object', 'object-month']),
  /** After the region's prefix: `TimedStorage-ByteHrs` of `USW2-TimedStorage-ByteHrs`. */
  usageType: Name,
  /** Where one usage type covers several prices, the operation that tells them apart. */
  operation: z.optional(Name),
  /** One name for each tier, in their order; none where the metered-unit map does not have the meter. */
  rateNames: z._default(z.array(z.string().check(z.minLength(1))), []),
});
export type ListedMeter = z.infer<typeof ListedMeter>;

/** What the provider publishes of a store, in figures such as `99.999999999 % a year`: what plans need of its traits. */
interface Promises {
  durability?: string;
  /** Of the time, in a month. */
  sla?: string;
  /** Of the SLA. */
  source?: string;
  /** In how many zones an object is at least. */
  zones?: number;
}

/** Of an add-on that carries bytes between readers or writers and a store. */
const Way = z.strictObject({
  /** Whose provider bills it: theirs, or the store's. */
  side: z.enum(['reader', 'store']),
  /** The stores that it leads to. */
  reaches: z.enum(['all', 'same-provider', 'same-region']),
  /** What it carries does not leave by the internet, and is not billed as if it did. */
  replaces: z.optional(z.literal('internet')),
});

/** Destinations that its egress table does not name, and that its provider says are billed as the internet is. */
const CountsAsInternet = z.strictObject({
  to: z.array(z.enum(['same-region', 'other-region', 'other-zone', 'cdn', 'partner'])).check(z.minLength(1)),
  source: Url,
  note: z.optional(z.string()),
});

/** CDNs that fetch from the store by another way than the internet. */
const CdnPath = z.strictObject({
  cdns: z.array(StoreId).check(z.minLength(1)),
  /** The destination that what they fetch is billed as. */
  to: z.enum(['cdn', 'partner']),
  /** The list whose `egress.internet` is the price; without one, the store's own price of the destination. */
  prices: z.optional(StoreId),
  source: Url,
  note: z.optional(z.string()),
});
export type CdnPath = z.infer<typeof CdnPath>;

/** Of a CDN: the providers whose stores it serves objects of by its terms. For others they have to be asked. */
const CdnTerms = z.strictObject({
  objectsOf: z.array(Name).check(z.minLength(1)),
  source: Url,
  /** The words that say so. */
  quote: z.string().check(z.minLength(1), z.maxLength(300)),
});

/** Of a CDN: months at one price with so much in them and no charge above it, in place of its price list. */
const FlatRates = z.strictObject({
  from: IsoDate,
  seen: IsoDate,
  source: Url,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  /** Of one distribution; the cheapest first. */
  plans: z
    .array(
      z.strictObject({
        name: Name,
        price: z.number().check(z.nonnegative()),
        requests: z.number().check(z.positive()),
        terabytes: z.number().check(z.positive()),
      }),
    )
    .check(z.minLength(1)),
});

/** Of a provider's transfer: what it asks of customers for egress to another provider, other than its price list. */
const Switching = z.strictObject({
  /** All data leaves for another provider, or both are used together. */
  use: z.enum(['leaving', 'parallel']),
  /** The first day; a month where the day was not found. */
  from: z.string().check(z.regex(/^\d{4}-\d{2}(-\d{2})?$/, 'write a day or a month: 2027-01-12, 2024-03')),
  egress: z.enum(['free', 'free on request', 'at cost']),
  /** After "for customers"; absent: for all of them. */
  customers: z.optional(Name),
  rule: Name,
  source: Url,
  seen: IsoDate,
  note: z.optional(z.string()),
});
export type Switching = z.infer<typeof Switching>;

/** A meaning that we read into its price lists: what it may be instead, and why it is not certain. */
const Assumption = z.strictObject({
  /** Bytes of its "GB". */
  gigabyte: z.optional(z.union([z.literal(1_000_000_000), z.literal(1_073_741_824)])),
  /** GB in its TB, where the provider says that and not what a GB is. */
  terabyteInGb: z.optional(z.literal(1024)),
  month: z.optional(z.enum(['calendar', '730 h', '720 h'])),
  /** Bands of egress are filled by the bytes of one region, not of a group of them. */
  bands: z.optional(z.literal('region')),
  /** Ends with a full stop. */
  because: z.string().check(z.minLength(1), z.maxLength(200)),
});
export type Assumption = z.infer<typeof Assumption>;

/** What one request of a router that runs there takes. */
const Router = z.strictObject({
  cpuMilliseconds: z.number().check(z.positive()),
  source: Url,
  /** The words that say so. */
  quote: z.string().check(z.minLength(1), z.maxLength(300)),
});

export const StoreFile = z.strictObject({
  /** Full name: `Amazon S3 Standard-Infrequent Access`. */
  title: Name,
  /** Name in sentences, tables and charts: `S3 Standard-IA`. No two stores share one. */
  short: Name,
  lifecycle: z.optional(Lifecycle),
  /** The store that this is another price list of: its traits and its measurements hold here. */
  sameAs: z.optional(StoreId),
  latencyLike: z.optional(LatencyLike),
  /** What the provider's invoices call each meter: usage types after the region's prefix, Azure's meters, Google's SKUs. */
  invoice: z._default(z.record(Name, z.array(Name).check(z.minLength(1))), {}),
  priceList: z.optional(
    z.union([
      z.strictObject({ meters: z.array(ListedMeter).check(z.minLength(1)) }),
      /** Name of the class in the descriptions of Google's Cloud Billing Catalog. */
      z.strictObject({ class: Name }),
      /** `productName` and `skuName` in the Azure Retail Prices API; the SKU is tier and redundancy: `Hot LRS`. */
      z.strictObject({
        product: Name,
        sku: Name.check(z.regex(/^\S+ \S+$/, 'write tier and redundancy: Hot LRS')),
      }),
    ]),
  ),
  /** First day on which anybody could store in it. */
  since: z.optional(z.strictObject({ day: IsoDate, source: Url })),
  replication: z.optional(Replication),
  /** No source says how many requests a second it takes. */
  requestRate: z.optional(z.literal('unknown')),
  router: z.optional(Router),
  way: z.optional(Way),
  countsAsInternet: z.optional(CountsAsInternet),
  /** Of a transfer table: of all stores that it bills. */
  cdnPaths: z._default(z.array(CdnPath), []),
  terms: z.optional(CdnTerms),
  flatRates: z.optional(FlatRates),
  /** Of a CDN: where its provider says how a bucket becomes its origin. */
  setUp: z.optional(Url),
  switching: z._default(z.array(Switching), []),
  assumes: z._default(z.array(Assumption), []),
  /** What its archive gives apart, as `traits`. */
  traits: z.optional(Traits),
});
type StoreFile = z.infer<typeof StoreFile>;

export interface StoreFacts extends StoreFile {
  /** Where an edition says none of its own. */
  promises: Promises;
}

/** Throws `DataError` with every fault found and its place in the file. */
export function parseStoreFacts(path: string, file: unknown): StoreFacts {
  return storeFacts(parseWith(StoreFile, path, file));
}

/** A store's file with what its traits promise, which plans need and where traits are not loaded. */
export function storeFacts(file: StoreFile): StoreFacts {
  const { sla, durability, zones } = file.traits?.described ?? {};
  const [from = ''] = sla?.from ?? [];
  const promises = present({
    durability: durability && String(durability.value),
    sla: sla && String(sla.value),
    zones: typeof zones?.value === 'number' ? zones.value : undefined,
    source: file.traits?.sources[from]?.url,
  });
  return { ...file, promises };
}
