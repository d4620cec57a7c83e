/**
 * A store's prices in one region as a flat list of meters: what is counted, where it is summed, what is free and what
 * each tier costs. Bills and the fast tariff rest on the same sheet.
 */
import type { PriceFinding } from '../../findings/price-findings.ts';
import type { LineUnit } from '../bills/bill-types.ts';
import type { Discounts } from './discounts.ts';
import type { Edition } from '../editions/edition.ts';
import type { MonthRule } from '../bills/period.ts';
import type { OwnCosts } from '../self-hosted/costs.ts';
import type { PriceChange } from './resolve.ts';
import type { Schedule } from './tiers.ts';
import type { AccountUsage } from '../bills/usage.ts';

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
  /** Of a price that is not known: what it costs at most, and nothing at least. */
  atMost?: Schedule;
}

export interface Fee {
  /** Charged once for each key. */
  key: string;
  schedule: Schedule;
  note?: string;
}

interface SubscriptionFee extends Fee {
  /** Of less than a month, fee and included units are its share of it. */
  prorated: boolean;
  /** The account uses the store already: only subscriptions beyond the first cost anything. */
  isPaid: boolean;
}

interface MinimumFee extends Fee {
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
  /** By the operation that asks for it. */
  restore: ReadonlyMap<string, number>;
  online: number;
  egress: EgressSlots;
  transition: number;
  monitoring: number;
  segments: number;
  buckets: number;
  replication: number;
  /** What stands beside the bucket, by add-on and its region. */
  beside: ReadonlyMap<string, BesideSlot>;
  /** Average stored GB over the billing month; not a meter. */
  averageStored: number;
  /** Above zero when a size that a meter needs was not stated; not a meter. */
  sizeUnstated: number;
  /** Subscriptions beyond the first; not a meter. Down to −1 where the fee is prorated and the period short. */
  extraSubscriptions: number;
}

export interface BesideSlot {
  slot: number;
  /** Bytes, or requests, of one unit. */
  per: number;
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
  /** Of a store on servers of one's own. */
  owned?: OwnCosts;
  source: string;
  /** Tables whose prices changed on a day that nobody recorded, around the day of the question. */
  changes: readonly PriceChange[];
  findings: readonly PriceFinding[];
  /** Remarks that matter once something is billed by the transfer table. */
  transferFindings: readonly PriceFinding[];
}

export interface SheetOptions {
  account?: AccountUsage | undefined;
  discounts?: Discounts | undefined;
  unrounded?: boolean | undefined;
  /** Add-ons that stand beside the bucket: `aws/nat-gateway@us-east-1`. */
  beside?: readonly string[] | undefined;
}

export interface EgressSlots {
  internet: number;
  'same-region': number;
  'other-region': number;
  'other-zone': number;
  cdn: number;
  partner: number;
  /** Regions that the transfer table prices apart. */
  regions: ReadonlyMap<string, number>;
  /** Countries and continents that it prices apart. */
  readers: ReadonlyMap<string, number>;
}
