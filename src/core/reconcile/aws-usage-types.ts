/**
 * Amazon's usage types as stores and meters (docs.aws.amazon.com/AmazonS3/latest/userguide/aws-usage-report-understand.html).
 * A name is matched whole after its region's prefix: `Tables-TimedStorage-ByteHrs` is not `TimedStorage-ByteHrs`.
 */
import type { Archive } from '../pricing/archive.ts';

/** The store and meter a usage type counts for. */
export interface BilledAs {
  store: string;
  meter: string;
  /** The other region of a transfer between two. */
  to?: string;
}

const TRANSFER = 'aws/transfer';

/** Prefixes of regions; none is us-east-1. */
const PREFIXES: Readonly<Record<string, string>> = {
  AFS1: 'af-south-1',
  APE1: 'ap-east-1',
  APN1: 'ap-northeast-1',
  APN2: 'ap-northeast-2',
  APN3: 'ap-northeast-3',
  APS1: 'ap-southeast-1',
  APS2: 'ap-southeast-2',
  APS3: 'ap-south-1',
  CAN1: 'ca-central-1',
  CPT: 'af-south-1',
  EU: 'eu-west-1',
  EUC1: 'eu-central-1',
  EUN1: 'eu-north-1',
  EUS1: 'eu-south-1',
  EUW1: 'eu-west-1',
  EUW2: 'eu-west-2',
  EUW3: 'eu-west-3',
  MES1: 'me-south-1',
  SAE1: 'sa-east-1',
  UGE1: 'us-gov-east-1',
  UGW1: 'us-gov-west-1',
  USE1: 'us-east-1',
  USE2: 'us-east-2',
  USW1: 'us-west-1',
  USW2: 'us-west-2',
};

/** Bytes that come in are free, whatever they come from. */
const FREE = /^(?:C3DataTransfer|CloudFront|DataTransfer|S3G-DataTransfer|[A-Z0-9]+-AWS)-In-A?Bytes/;

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

export function usageTypeMeaning(usageType: string, known: UsageTypes): UsageTypeMeaning {
  const dash = usageType.indexOf('-');
  const prefix = usageType.slice(0, Math.max(0, dash));
  const prefixed = Object.hasOwn(PREFIXES, prefix);
  const region = (prefixed ? PREFIXES[prefix] : undefined) ?? 'us-east-1';
  const name = prefixed ? usageType.slice(dash + 1) : usageType;
  return { region, billed: billedAs(name, known) };
}

function billedAs(name: string, known: UsageTypes): BilledAs | 'free' | null {
  if (FREE.test(name)) return 'free';
  const [, other] = /^([A-Z0-9]+)-AWS-Out-Bytes$/.exec(name) ?? [];
  if (other === undefined) return known.get(name) ?? null;
  return Object.hasOwn(PREFIXES, other)
    ? { store: TRANSFER, meter: 'egress.other-region', to: PREFIXES[other] ?? '' }
    : null;
}
