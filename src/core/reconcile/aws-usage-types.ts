/**
 * Amazon's usage types as stores and meters (docs.aws.amazon.com/AmazonS3/latest/userguide/aws-usage-report-understand.html).
 * A name is matched whole after its region's prefix: `Tables-TimedStorage-ByteHrs` is not `TimedStorage-ByteHrs`.
 */
import { INVOICE_NAMES } from '../places/invoice-names.ts';
import type { Archive } from '../pricing/archive.ts';

/** The store and meter a usage type counts for. */
interface BilledAs {
  store: string;
  meter: string;
  /** The other region of a transfer between two. */
  to?: string;
}

const TRANSFER = 'aws/transfer';

/** Regions by the prefix of their usage types; none is us-east-1. */
const PREFIXES: ReadonlyMap<string, string> = new Map(
  Object.entries(INVOICE_NAMES).flatMap(([id, { prefixes = [] }]) =>
    prefixes.map((prefix) => [prefix, id.slice('aws/'.length)] as const),
  ),
);

/** Bytes that come in are free but for accelerated ones; so is what is only counted, and moving to and from Glacier. */
const FREE =
  /^(?:(?:C3DataTransfer|CloudFront|DataTransfer|S3G-DataTransfer|[A-Z0-9]+-AWS)-In-Bytes|S3G-DataTransfer-Out-Bytes|BytesDeleted-\w+|OverwriteBytes-(?:Copy|Put)-\w+|StorageObjectCount)$/;

export interface UsageTypeMeaning {
  region: string;
  /** `free`: billed nothing; null: no meter of ours. */
  billed: BilledAs | 'free' | null;
}

/** The store and meter of each usage type that some `store.yaml` names, without its region's prefix. */
export type UsageTypes = ReadonlyMap<string, BilledAs>;

export function usageTypesOf(archive: Archive): UsageTypes {
  const named = [...archive.stores, TRANSFER];
  return new Map(
    named.flatMap((store) =>
      Object.entries(archive.facts(store)?.invoice ?? {}).flatMap(([meter, types]) =>
        types.map((type) => [type, { store, meter }] as const),
      ),
    ),
  );
}

/** The prefix of a region whose prefix no place has: `EUC2-` before a name that is known. */
const SOME_PREFIX = /^[A-Z]{2,4}\d?-(?=.)/;

/**
 * `stated`: the region that the row itself gives, empty where it gives none. `operation`: tells apart what one usage type counts
 * for several classes (`Requests-Tier4 S3-GIRTransition`).
 */
export function usageTypeMeaning(
  usageType: string,
  all: UsageTypes,
  stated = '',
  operation = '',
): UsageTypeMeaning {
  const known = { get: (name: string) => all.get(`${name} ${operation}`) ?? all.get(name) };
  const dash = usageType.indexOf('-');
  const prefix = usageType.slice(0, Math.max(0, dash));
  const region = PREFIXES.get(prefix);
  if (region !== undefined)
    return { region: stated || region, billed: billedAs(usageType.slice(dash + 1), known) };
  const whole = billedAs(usageType, known);
  // Without the region's own word there is no telling which one an unknown prefix stands for.
  const billed = whole ?? (stated === '' ? null : billedAs(usageType.replace(SOME_PREFIX, ''), known));
  return { region: stated || 'us-east-1', billed };
}

function billedAs(name: string, known: Pick<UsageTypes, 'get'>): BilledAs | 'free' | null {
  if (FREE.test(name)) return 'free';
  const [, other] = /^([A-Z0-9]+)-AWS-Out-Bytes$/.exec(name) ?? [];
  if (other === undefined) return known.get(name) ?? null;
  const to = PREFIXES.get(other);
  return to === undefined ? null : { store: TRANSFER, meter: 'egress.other-region', to };
}
