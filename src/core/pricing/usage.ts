/** Usage: what is consumed on one store in one billing month, in store-neutral terms (design §3). */

/** The stretch of time a bill covers. `monthOf` names a calendar month; `days` counts days of 24 h against a 30-day month; `hours` is a month of that length. */
export type Period = { monthOf: string } | { days: number } | { hours: number } | 'edition-month';

export interface Usage {
  /** `aws/s3-standard` */
  store: string;
  region?: string;
  /** Price date. */
  asOf: string;
  /** Editions recorded later are ignored. */
  knownOn?: string;
  period: Period;
  /** Bytes stored × hours, over the period. */
  byteHours: number;
  /** Objects by size, for per-object rules: object-hours of each size over the period. Empty: not stated. */
  held: readonly { sizeBytes: number; objectHours: number }[];
  /** What is held on average over the whole period, besides `byteHours` and `held`: bytes, and objects by size. */
  average?: { bytes: number; held: readonly { sizeBytes: number; objects: number }[] };
  /** Requests by S3 operation name and body size. `bytesEach` is undefined when not stated. */
  requests: readonly { operation: string; count: number; bytesEach?: number }[];
  egress: readonly { to: Destination; bytes: number }[];
  /** Bytes that left before the minimum duration, with their size and age on leaving. */
  deletedEarly: readonly { bytes: number; sizeBytes?: number; ageHours: number }[];
  /** Objects that a lifecycle rule moved into this store. */
  transitionsIn: number;
  /** Bytes and objects the provider copied to another region of its own. */
  replicated?: { bytes: number; objects: number; to?: string };
  /**
   * Subscriptions of this store held side by side in its region, a whole number ≥ 1; default 1. Each is charged, and
   * includes its units. Of several usages of one store and region the largest number counts; without a subscription, none.
   */
  subscriptions?: number;
}

/** A class of destination, or a region of the same provider (`{ region: 'eu-west-1' }`). */
export type Destination =
  'internet' | 'same-region' | 'other-region' | 'other-zone' | 'cdn' | 'partner' | { region: string };

/** What the account uses already, so that tiers and allowances start there: `{ aws: { internetEgress: bytes } }`. */
export type AccountUsage = Readonly<Record<string, { internetEgressBytes?: number; storedBytes?: number }>>;
