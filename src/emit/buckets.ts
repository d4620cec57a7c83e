/** The buckets a plan needs: one for each store, shared by stores that a provider's own lifecycle moves objects between. */
import { knownEndpoint, zonalEndpoint, zoneOf } from '#core/s3-addresses.ts';
import { splitRef } from '#core/store-ref.ts';

/** Which lifecycle rules a bucket takes, and how it is spoken to. */
export type BucketKind = 's3' | 'express' | 'r2' | 'gcs' | 'azure' | 'other';

/** Names of classes in each provider's lifecycle rules. */
const CLASSES: Readonly<Record<string, readonly [kind: BucketKind, className: string]>> = {
  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_Transition.html
  'aws/s3-standard': ['s3', 'STANDARD'],
  'aws/s3-standard-ia': ['s3', 'STANDARD_IA'],
  'aws/s3-one-zone-ia': ['s3', 'ONEZONE_IA'],
  'aws/s3-intelligent-tiering': ['s3', 'INTELLIGENT_TIERING'],
  'aws/s3-glacier-instant-retrieval': ['s3', 'GLACIER_IR'],
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/directory-buckets-objects-lifecycle.html
  'aws/s3-express-one-zone': ['express', 'EXPRESS_ONEZONE'],
  // https://developers.cloudflare.com/r2/buckets/object-lifecycles/
  'cloudflare/r2-standard': ['r2', 'Standard'],
  'cloudflare/r2-infrequent-access': ['r2', 'InfrequentAccess'],
  // https://cloud.google.com/storage/docs/lifecycle
  'google/standard': ['gcs', 'STANDARD'],
  'google/nearline': ['gcs', 'NEARLINE'],
  'google/coldline': ['gcs', 'COLDLINE'],
  'google/archive': ['gcs', 'ARCHIVE'],
  'google/standard-hns': ['gcs', 'STANDARD'],
  'google/nearline-hns': ['gcs', 'NEARLINE'],
  'google/coldline-hns': ['gcs', 'COLDLINE'],
  'google/archive-hns': ['gcs', 'ARCHIVE'],
  // https://learn.microsoft.com/azure/storage/blobs/lifecycle-management-policy-structure
  'azure/blob-hot': ['azure', 'Hot'],
  'azure/blob-cool': ['azure', 'Cool'],
  'azure/blob-cold': ['azure', 'Cold'],
  'azure/blob-archive': ['azure', 'Archive'],
  // https://www.scaleway.com/en/docs/object-storage/api-cli/lifecycle-rules-api/
  'scaleway/standard-multi-az': ['s3', 'STANDARD'],
  'scaleway/one-zone': ['s3', 'ONEZONE_IA'],
  'scaleway/glacier': ['s3', 'GLACIER'],
};

/** Classes that a bucket gives what is put into it without naming one. */
const DEFAULT_CLASSES = new Set(['STANDARD', 'EXPRESS_ONEZONE', 'Standard', 'Hot']);

export function bucketKind(store: string): BucketKind {
  const [kind] = CLASSES[store] ?? [];
  // Redundancy is a property of an Azure account, and no class of its own.
  return kind ?? (store.startsWith('azure/') ? 'azure' : store.startsWith('google/') ? 'gcs' : 'other');
}

/** Null: lifecycle rules have no name for the class. */
export function className(store: string): string | null {
  const plain = store.startsWith('azure/') ? store.replace(/-(ra-)?z?[gl]?rs$/, '') : store;
  return CLASSES[plain]?.[1] ?? null;
}

/** What each PUT must name; null: nothing. */
export function classToName(store: string): string | null {
  const name = className(store);
  return name === null || DEFAULT_CLASSES.has(name) ? null : name;
}

/** The same as the header `x-amz-storage-class` has it. R2's has names of S3: https://developers.cloudflare.com/r2/api/s3/api/ */
export function classHeader(store: string): string | null {
  const name = classToName(store);
  return name === 'InfrequentAccess' ? 'STANDARD_IA' : name;
}

/** Names that only the user knows. */
export interface NamesGiven {
  /** Bucket (or container) by store, such as `aws/s3-standard@us-east-1`. */
  buckets?: Readonly<Record<string, string>> | undefined;
  /** Address by store, where the provider alone does not say it. */
  endpoints?: Readonly<Record<string, string>> | undefined;
}

export interface Placeholder {
  text: string;
  /** What belongs there. */
  means: string;
}

export interface BucketAddress {
  name: string;
  /** Null where no S3 interface answers. */
  endpoint: string | null;
  /** What signatures name. */
  signingRegion: string;
  placeholders: Placeholder[];
}

/** Upper case, so that no provider takes it for a name. */
const placeholder = (what: string, slug: string) => `REPLACE-${what}-${slug}`;

/** `aws-s3-standard-us-east-1` */
function slugOf(ref: string): string {
  return ref.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

/** Name and address of the bucket that holds `refs`, of which the first is entered first. */
export function bucketAddress(refs: readonly string[], given: NamesGiven): BucketAddress {
  const [first = ''] = refs;
  const { store, region = '' } = splitRef(first);
  const [provider = ''] = store.split('/');
  const kind = bucketKind(store);
  const slug = slugOf(first);
  const placeholders: Placeholder[] = [];
  const named = refs.map((ref) => given.buckets?.[ref]).find((name) => name !== undefined);
  const missing = (text: string, means: string) => {
    placeholders.push({ text, means });
    return text;
  };
  const name =
    named ??
    (kind === 'express'
      ? missing(
          `${placeholder('BUCKET', slug)}--REPLACE-ZONE--x-s3`,
          `the directory bucket of ${first}, such as mine--use1-az4--x-s3`,
        )
      : missing(placeholder('BUCKET', slug), `the bucket of ${refs.join(' and ')}`));
  const endpointGiven = refs.map((ref) => given.endpoints?.[ref]).find((url) => url !== undefined);
  const known = knownEndpoint(provider, region);
  const signingRegion =
    known?.region ??
    (kind === 'r2' ? 'auto' : kind === 'gcs' ? 'auto' : region === '' ? 'us-east-1' : region);
  const address = (endpoint: string | null): BucketAddress => ({
    name,
    endpoint,
    signingRegion,
    placeholders,
  });
  if (endpointGiven !== undefined) return address(endpointGiven);
  if (kind === 'express') {
    const zone = zoneOf(name);
    return address(zonalEndpoint(zone ?? 'REPLACE-ZONE', region));
  }
  if (kind === 'azure') return address(null);
  if (kind === 'r2')
    return address(
      missing(
        'https://REPLACE-ACCOUNT-ID.r2.cloudflarestorage.com',
        'the address of your R2 account; a bucket under EU jurisdiction has .eu before .r2',
      ),
    );
  return address(
    known?.url ?? missing(`https://${placeholder('ENDPOINT', slug)}`, `the S3 address of ${first}`),
  );
}
