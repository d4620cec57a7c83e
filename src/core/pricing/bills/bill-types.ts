import type { Finding } from '../../findings/index.ts';
import type { ExchangeRates } from '../currency.ts';
import type { Discounts } from '../sheets/discounts.ts';
import type { AccountUsage } from './usage.ts';

export interface BillOptions {
  /** Used already by provider. Its egress is taken to have filled the bands of every region group. */
  account?: AccountUsage | undefined;
  discounts?: Discounts | undefined;
  fx?: ExchangeRates | undefined;
  /** The currency of the total, beside totals of others; else that of the prices, or dollars where they have several. */
  into?: string | undefined;
  /** Without rounding up to whole units: what the points are worked out from at which a plan overtakes another. */
  unrounded?: boolean | undefined;
}

export type LineUnit =
  | 'GB-month'
  | 'GiB-month'
  | 'request'
  | 'GB'
  | 'GiB'
  | 'object'
  | 'object-month'
  | 'segment-month'
  | 'bucket-month'
  | 'server-month'
  | 'disk-month'
  | 'kWh'
  | 'month';

export interface BillLine {
  /** `storage`, `minimum-size`, `early-delete`, `requests.<class>`, `upload`, `retrieval`, `egress.<destination>`, `transition`, `monitoring`, `segments`, `buckets`, `replication`, `subscription`, `minimum`; of servers of one's own `servers`, `disks`, `power`, `people` */
  meter: string;
  quantity: number;
  unit: LineUnit;
  /** Price of one `unit`; `null` when it is not known. Free tiers show 0. */
  unitPrice: number | null;
  /** `null` when the price is not known. */
  amount: number | null;
  /** Where the price is not known: the least and the most it can cost; null: nothing bounds it. */
  range?: [low: number, high: number | null];
  /** `aws/s3-standard/2025-10-22`, or the transfer table's id. */
  edition: string;
  region: string;
  /** URL the price was read from. */
  source: string;
  /** As printed by the source. */
  printed?: string;
  note?: string;
}

/** Why a total has two ends. `meter`: null where the whole bill differs. */
export interface Reason {
  code: 'price-missing' | 'price-changed-between' | 'size-unstated' | 'moves-back-unstated';
  meter: string | null;
  edition: string;
}

export interface Bill {
  store: string;
  region: string;
  edition: string;
  /** The least that it can cost; 0 where there is no price at all, and no edition. */
  total: number;
  /** The most that it can cost; null: nothing bounds it. */
  high: number | null;
  reasons: Reason[];
  currency: string;
  /** The two ends differ, or a price is not known and all that the provider asks elsewhere is one figure. */
  atLeast: boolean;
  lines: BillLine[];
  findings: Finding[];
}

/** Several usages share pools; the total is the sum of the bills. */
export interface BillSet {
  total: number;
  high: number | null;
  currency: string;
  atLeast: boolean;
  bills: Bill[];
  findings: Finding[];
}
