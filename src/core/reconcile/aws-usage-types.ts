/**
 * Amazon's usage types as stores and meters (docs.aws.amazon.com/AmazonS3/latest/userguide/aws-usage-report-understand.html).
 * A name is matched whole after its region's prefix: `Tables-TimedStorage-ByteHrs` is not `TimedStorage-ByteHrs`.
 */

/** The store and meter a usage type counts for. */
export interface BilledAs {
  store: string;
  meter: string;
  /** The other region of a transfer between two. */
  to?: string;
}

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

/** The class in a usage type, such as the SIA of `Requests-SIA-Tier1`. */
const STORES: Readonly<Record<string, string>> = {
  '': 'aws/s3-standard',
  SIA: 'aws/s3-standard-ia',
  ZIA: 'aws/s3-one-zone-ia',
  GIR: 'aws/s3-glacier-instant-retrieval',
  INT: 'aws/s3-intelligent-tiering',
  XZ: 'aws/s3-express-one-zone',
};
const TRANSFER = 'aws/transfer';

const SHAPES: readonly (readonly [RegExp, (store: string | undefined, last: string) => BilledAs | null])[] = [
  [/^TimedStorage-(?:(SIA|ZIA|GIR|XZ)-)?ByteHrs$/, (store) => of(store, 'storage')],
  [/^TimedStorage-(INT)-FA-ByteHrs$/, (store) => of(store, 'storage')],
  [/^TimedStorage-(INT)-IA-ByteHrs$/, (store) => of(store, 'storage.infrequent')],
  [/^TimedStorage-(INT)-AIA-ByteHrs$/, (store) => of(store, 'storage.archive-instant')],
  [/^TimedStorage-(SIA|ZIA|GIR)-SmObjects$/, (store) => of(store, 'minimum-size')],
  [/^EarlyDelete-(SIA|ZIA|GIR)(?:-SmObjects)?$/, (store) => of(store, 'early-delete')],
  [
    /^Requests-(?:(SIA|ZIA|GIR|INT|XZ)-)?Tier([12])$/,
    (store, last) => of(store, last === '1' ? 'requests.put' : 'requests.get'),
  ],
  [/^Retrieval-(SIA|ZIA|GIR|XZ)$/, (store) => of(store, 'retrieval')],
  [/^Upload-(XZ)$/, (store) => of(store, 'upload')],
  [/^Monitoring-Automation-(INT)$/, (store) => of(store, 'monitoring')],
  [/^DataTransfer-Out-Bytes$/, () => of(TRANSFER, 'egress.internet')],
  [/^CloudFront-Out-Bytes$/, () => of(TRANSFER, 'egress.cdn')],
  [/^C3DataTransfer-Out-Bytes$/, () => of(TRANSFER, 'egress.same-region')],
];

/** Bytes that come in are free, whatever they come from. */
const FREE = /^(?:C3DataTransfer|CloudFront|DataTransfer|S3G-DataTransfer|[A-Z0-9]+-AWS)-In-A?Bytes/;

function of(store: string | undefined, meter: string): BilledAs | null {
  return store === undefined ? null : { store, meter };
}

export interface UsageTypeMeaning {
  region: string;
  /** `free`: billed nothing; null: no meter of ours. */
  billed: BilledAs | 'free' | null;
}

export function usageTypeMeaning(usageType: string): UsageTypeMeaning {
  const dash = usageType.indexOf('-');
  const prefix = usageType.slice(0, Math.max(0, dash));
  const prefixed = Object.hasOwn(PREFIXES, prefix);
  const region = (prefixed ? PREFIXES[prefix] : undefined) ?? 'us-east-1';
  const name = prefixed ? usageType.slice(dash + 1) : usageType;
  return { region, billed: billedAs(name) };
}

function billedAs(name: string): BilledAs | 'free' | null {
  if (FREE.test(name)) return 'free';
  const between = /^([A-Z0-9]+)-AWS-Out-Bytes$/.exec(name);
  const other = between?.[1];
  if (other !== undefined)
    return Object.hasOwn(PREFIXES, other)
      ? { store: TRANSFER, meter: 'egress.other-region', to: PREFIXES[other] ?? '' }
      : null;
  for (const [shape, meaning] of SHAPES) {
    const match = shape.exec(name);
    if (match) return meaning(STORES[match[1] ?? ''], match[2] ?? '');
  }
  return null;
}
