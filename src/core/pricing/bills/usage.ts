/** Usage: what is consumed on one store in one billing month, in store-neutral terms (design §3). */

/** The stretch of time a bill covers. `monthOf` names a calendar month; `days` counts days of 24 h of the price list's month, of `asOf` where that is the calendar's; `hours` is a month of that length. */
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
  /**
   * Bytes, of those above, that lay in an access tier which unread objects reach: bytes × hours, and what lay there on
   * average over the whole period. Objects too small for the tier stay in the first.
   */
  accessTiers?: readonly { tier: string; sizeBytes?: number; byteHours: number; averageBytes?: number }[];
  /**
   * Requests by S3 operation name and body size. `bytesEach` is undefined when not stated. `answer`: the HTTP status of
   * requests that failed, which carry no bytes.
   */
  requests: readonly { operation: string; count: number; bytesEach?: number; answer?: number }[];
  egress: readonly { to: Destination; bytes: number }[];
  /** Bytes that left before the minimum duration, with their size and age on leaving. */
  deletedEarly: readonly { bytes: number; sizeBytes?: number; ageHours: number }[];
  /**
   * Bytes that were deleted or replaced while the store keeps such objects: billed as live for `keptHours` (default: the
   * edition's), which also shorten what the minimum duration wants. `ageHours`: age on deletion; default: old enough.
   */
  softDeleted?: readonly { bytes: number; ageHours?: number; keptHours?: number }[];
  /** Objects that a lifecycle rule moved into this store. */
  transitionsIn: number;
  /** Beside the bucket, by add-on and its region (`aws/nat-gateway@us-east-1`): bytes, or requests. */
  beside?: readonly { ref: string; amount: number }[];
  /** Buckets held over the period; undefined: not stated, and billed none. */
  buckets?: number;
  /** Bytes and objects the provider copied to another region of its own. */
  replicated?: { bytes: number; objects: number; to?: string };
  /**
   * Subscriptions of this store held side by side in its region, a whole number ≥ 1; default 1. Each is charged, and
   * includes its units. Of several usages of one store and region the largest number counts; without a subscription, none.
   */
  subscriptions?: number;
}

/**
 * A class of destination, a region of the same provider (`{ region: 'eu-west-1' }`), or a country or continent on the
 * internet (`{ internet: 'AU' }`, `{ internet: 'oceania' }`).
 */
export type Destination =
  | 'internet'
  | 'same-region'
  | 'other-region'
  | 'other-zone'
  | 'cdn'
  | 'partner'
  | { region: string }
  | { internet: string };

/** One text for one destination. */
export function destinationKey(to: Destination): string {
  if (typeof to === 'string') return to;
  return 'region' in to ? `region ${to.region}` : `internet ${to.internet}`;
}

export function isInternet(to: Destination): boolean {
  return to === 'internet' || (typeof to === 'object' && 'internet' in to);
}

export interface UsedBytes {
  internetEgressBytes?: number;
  storedBytes?: number;
  /** By the price list's class. */
  requests?: Readonly<Record<string, number>>;
}

/**
 * What the account uses already, so that tiers and allowances start there: `{ aws: { internetEgressBytes } }`. By provider, place
 * (`aws/us-east-1`) or store.
 */
export type AccountUsage = Readonly<Record<string, UsedBytes>>;
