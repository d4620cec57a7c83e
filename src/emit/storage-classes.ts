/** What each provider calls a store: in its lifecycle rules, and where a write must name it. */
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
