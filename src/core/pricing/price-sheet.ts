/**
 * A store's prices in one region as a flat list of meters: what is counted, where it is summed, what is free and what
 * each tier costs. Bills and the fast tariff rest on the same sheet.
 */
import type { PriceFinding } from '../findings/price-findings.ts';
import type { LineUnit } from './bill-types.ts';
import { discountFactor, discountNote } from './discounts.ts';
import type { Discounts } from './discounts.ts';
import type { Edition, Pool, Price, RegionPrices, TransferEdition } from './edition.ts';
import { egressMeters } from './egress-meters.ts';
import type { EgressSlots } from './egress-meters.ts';
import { feeKey, meterMaker, urlOf } from './meter-maker.ts';
import type { MonthRule } from './period.ts';
import { remarks, transferRegion } from './resolve.ts';
import type { ResolvedPrices } from './resolve.ts';
import { FREE, scheduleOf } from './tiers.ts';
import type { Schedule } from './tiers.ts';
import type { AccountUsage } from './usage.ts';

/** Units that cost nothing, and the key of the pool that shares them. */
export interface Grant {
  key: string;
  amount: number;
  perDay: number;
  timesStored: number;
  /** Units more for each subscription beyond the first. */
  perExtraSubscription: number;
  /** Units of it that the account has used already. */
  used: number;
  /** What the account stores already, in GB, for `timesStored`. */
  stored: number;
  note: string;
}

export interface Meter {
  name: string;
  unit: LineUnit;
  schedule: Schedule;
  /** Quantities of one pool are summed before allowance, tiers and rounding. */
  pool: string;
  /** Within a pool, lower ranks fill the tiers first. */
  rank: number;
  quantum: number;
  grants: readonly Grant[];
  /** Units of the pool that the account has used already. */
  start: number;
  edition: string;
  source: string;
  note?: string;
}

export interface Fee {
  /** Charged once for each key. */
  key: string;
  schedule: Schedule;
  note?: string;
}

export interface SubscriptionFee extends Fee {
  /** Of less than a month, fee and included units are its share of it. */
  prorated: boolean;
}

export interface MinimumFee extends Fee {
  counts: readonly string[];
}

/** Where in a vector of quantities each thing counts; -1 where it costs nothing. */
export interface Slots {
  storage: number;
  minimumSize: number;
  earlyDelete: number;
  /** Tiers that unread objects reach, by name. */
  accessTiers: ReadonlyMap<string, number>;
  requests: ReadonlyMap<string, number>;
  freeRequests: number;
  upload: number;
  retrieval: number;
  egress: EgressSlots;
  transition: number;
  monitoring: number;
  segments: number;
  buckets: number;
  replication: number;
  /** Average stored GB over the billing month; not a meter. */
  averageStored: number;
  /** Above zero when a size that a meter needs was not stated; not a meter. */
  sizeUnstated: number;
  /** Subscriptions beyond the first; not a meter. Down to −1 where the fee is prorated and the period short. */
  extraSubscriptions: number;
}

export interface PriceSheet {
  store: string;
  region: string;
  provider: string;
  /** Id of the edition, or of the transfer table where that is all there is. */
  edition: string;
  /** Null for a provider's data transfer alone. */
  rules: Edition['rules'] | null;
  operations: Edition['operations'];
  currency: string;
  gigabyte: number;
  /** Bytes of the GB that egress is billed in; a transfer table has its own. */
  egressGigabyte: number;
  month: MonthRule;
  billedCopies: number;
  billedWrites: number;
  meters: readonly Meter[];
  slots: Slots;
  subscription: SubscriptionFee | null;
  minimum: MinimumFee | null;
  source: string;
  findings: readonly PriceFinding[];
  /** Remarks that matter once something is billed by the transfer table. */
  transferFindings: readonly PriceFinding[];
}

export interface SheetOptions {
  account?: AccountUsage | undefined;
  discounts?: Discounts | undefined;
  unrounded?: boolean | undefined;
}

/** The sheet of a store in a region. */
export function priceSheet(
  { edition, region, prices, transfer, findings }: ResolvedPrices,
  options: SheetOptions,
  asOf: string,
): PriceSheet {
  const { rules, store, provider } = edition;
  const maker = meterMaker(store, region, edition, prices.source, options, prices.subscription);
  const meters: Meter[] = [];
  const add = (meter: Meter) => meters.push(meter) - 1;
  const account = options.account?.[provider];
  const wide = (pool: Pool | undefined) => pool?.scope === 'provider' || pool?.scope === 'account';

  const ofStorage = (rank: number) => ({
    ...rules.storage,
    family: 'storage',
    rank,
    start: wide(rules.storage.pool) ? (account?.storedBytes ?? 0) / edition.gigabyte : 0,
    ...(rules.storage.averaging === 'daily-peak'
      ? { note: 'billed on the average of daily peaks, taken as the average stored' }
      : {}),
  });
  const storage = add(maker.meter('storage', 'GB-month', prices.storage, ofStorage(0)));
  const sized = rules.storage.minimumObjectBytes > 0 || rules.storage.overheadBytesPerObject > 0;
  const minimumSize = sized ? add(maker.meter('minimum-size', 'GB-month', prices.storage, ofStorage(1))) : -1;
  const lasting = rules.storage.minimumHours > 0 && rules.storage.earlyDeleteOn.length > 0;
  const earlyDelete = lasting
    ? add(maker.meter('early-delete', 'GB-month', prices.storage, ofStorage(2)))
    : -1;

  const accessTiers = new Map<string, number>();
  for (const { name } of rules.storage.accessTiers)
    accessTiers.set(
      name,
      add(
        maker.meter(`storage.${name}`, 'GB-month', prices.accessTiers[name], { family: `storage.${name}` }),
      ),
    );
  const requests = new Map<string, number>();
  for (const name of Object.keys(edition.operations.classes))
    requests.set(
      name,
      add(maker.meter(`requests.${name}`, 'request', prices.requests[name], rules.requests[name])),
    );
  const freeRequests = add(maker.meter('requests.free', 'request', undefined, { schedule: FREE }));
  const upload =
    prices.upload === undefined ? -1 : add(maker.meter('upload', 'GB', prices.upload, rules.upload));
  const retrieval =
    prices.retrieval === undefined
      ? -1
      : add(maker.meter('retrieval', 'GB', prices.retrieval, rules.retrieval));

  const transferMaker = transfer
    ? meterMaker(
        store,
        region,
        transfer,
        transferRegion(transfer, region)?.source,
        options,
        prices.subscription,
      )
    : maker;
  const egress = egressMeters(add, {
    maker,
    transferMaker,
    region,
    prices: prices.egress,
    rule: rules.egress,
    transfer,
    // What an account sends from its stores fills none of a CDN's bands.
    internetEgressBytes: edition.kind === 'cdn' ? 0 : (account?.internetEgressBytes ?? 0),
    gigabyte: edition.gigabyte,
  });

  const transition = add(
    maker.meter('transition', 'object', transitionPrice(edition, prices), rules.transition),
  );
  const monitoring =
    prices.monitoring === undefined ? -1 : add(maker.meter('monitoring', 'object-month', prices.monitoring));
  const segments =
    prices.segments === undefined
      ? -1
      : add(maker.meter('segments', 'segment-month', prices.segments, rules.segments));
  const buckets =
    prices.buckets === undefined
      ? -1
      : add(maker.meter('buckets', 'bucket-month', prices.buckets, rules.buckets));
  const replicates = prices.replication !== undefined || prices.egress !== 'transfer';
  const replication = replicates
    ? add(maker.meter('replication', 'GB', prices.replication, rules.replication))
    : -1;

  const terabyteInGb = edition.gigabyte === 1e9 ? 1000 : 1024;
  const fee = (key: string, meter: string, price: string): Fee => {
    const factor = discountFactor(options.discounts, store, meter);
    const note = discountNote(factor);
    return { key, schedule: scheduleOf(price, terabyteInGb, factor), ...(note ? { note } : {}) };
  };
  return {
    store,
    region,
    provider,
    edition: edition.id,
    rules,
    operations: edition.operations,
    currency: edition.currency,
    gigabyte: edition.gigabyte,
    egressGigabyte: transfer?.gigabyte ?? edition.gigabyte,
    month: edition.month,
    billedCopies: prices.billedCopies,
    billedWrites: prices.billedWrites ?? prices.billedCopies,
    meters,
    slots: {
      storage,
      minimumSize,
      earlyDelete,
      accessTiers,
      requests,
      freeRequests,
      upload,
      retrieval,
      egress,
      transition,
      monitoring,
      segments,
      buckets,
      replication,
      averageStored: meters.length,
      sizeUnstated: meters.length + 1,
      extraSubscriptions: meters.length + 2,
    },
    subscription: prices.subscription
      ? {
          ...fee(
            feeKey(prices.subscription.pool, provider, `${store}@${region}`),
            'subscription',
            prices.subscription.price,
          ),
          prorated: prices.subscription.prorated ?? false,
        }
      : null,
    minimum: prices.minimum
      ? {
          ...fee(feeKey(prices.minimum.pool, provider, store), 'minimum', prices.minimum.price),
          counts: prices.minimum.counts,
        }
      : null,
    source: urlOf(edition, prices.source),
    findings,
    transferFindings: transfer ? remarks(transfer, transferRegion(transfer, region), region, asOf) : [],
  };
}

/** Where transitions share the pool of a request class, they are its requests and cost what those do. */
function transitionPrice({ rules }: Edition, prices: RegionPrices): Price | undefined {
  const pool = rules.transition?.pool?.id;
  if (prices.transition !== undefined || pool === undefined) return prices.transition;
  const shared = Object.entries(rules.requests).find(([, rule]) => rule.pool?.id === pool)?.[0];
  return shared === undefined ? undefined : prices.requests[shared];
}

/** The sheet of `<provider>/transfer`: data transfer out of a region, without a store. */
export function transferSheet(
  table: TransferEdition,
  region: string,
  options: SheetOptions,
  asOf: string,
): PriceSheet {
  const store = `${table.provider}/transfer`;
  const meters: Meter[] = [];
  const maker = meterMaker(store, region, table, transferRegion(table, region)?.source, options);
  const egress = egressMeters((meter) => meters.push(meter) - 1, {
    maker,
    transferMaker: maker,
    region,
    prices: 'transfer',
    rule: undefined,
    transfer: table,
    internetEgressBytes: options.account?.[table.provider]?.internetEgressBytes ?? 0,
    gigabyte: table.gigabyte,
  });
  return {
    store,
    region,
    provider: table.provider,
    edition: table.id,
    rules: null,
    operations: { classes: {}, free: [] },
    currency: table.currency,
    gigabyte: table.gigabyte,
    egressGigabyte: table.gigabyte,
    month: 'calendar',
    billedCopies: 1,
    billedWrites: 1,
    meters,
    slots: {
      storage: -1,
      minimumSize: -1,
      earlyDelete: -1,
      accessTiers: new Map(),
      requests: new Map(),
      freeRequests: -1,
      upload: -1,
      retrieval: -1,
      egress,
      transition: -1,
      monitoring: -1,
      segments: -1,
      buckets: -1,
      replication: -1,
      averageStored: meters.length,
      sizeUnstated: meters.length + 1,
      extraSubscriptions: meters.length + 2,
    },
    subscription: null,
    minimum: null,
    source: urlOf(table, transferRegion(table, region)?.source),
    findings: [],
    transferFindings: remarks(table, transferRegion(table, region), region, asOf),
  };
}
