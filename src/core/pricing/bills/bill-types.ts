import type { Finding } from '../../findings/index.ts';

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
  | 'month';

export interface BillLine {
  /** `storage`, `minimum-size`, `early-delete`, `requests.<class>`, `upload`, `retrieval`, `egress.<destination>`, `transition`, `monitoring`, `segments`, `buckets`, `replication`, `subscription`, `minimum` */
  meter: string;
  quantity: number;
  unit: LineUnit;
  /** Price of one `unit`; `null` when it is not known. Free tiers show 0. */
  unitPrice: number | null;
  /** `null` when the price is not known. */
  amount: number | null;
  /** `aws/s3-standard/2025-10-22`, or the transfer table's id. */
  edition: string;
  region: string;
  /** URL the price was read from. */
  source: string;
  /** As printed by the source. */
  printed?: string;
  note?: string;
}

export interface Bill {
  store: string;
  region: string;
  edition: string;
  /** Sum of the lines whose amount is known. */
  total: number;
  currency: string;
  /** True when a line has no known price: the total is a lower bound. */
  atLeast: boolean;
  lines: BillLine[];
  findings: Finding[];
}

/** Several usages share pools; the total is the sum of the bills. */
export interface BillSet {
  total: number;
  currency: string;
  atLeast: boolean;
  bills: Bill[];
  findings: Finding[];
}
