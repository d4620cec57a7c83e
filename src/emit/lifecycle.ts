/** A bucket's rules in the words of its provider. */
import { SECONDS_PER_DAY } from '#core/units.ts';
import type { Bucket } from './course-types.ts';
import type { Sizes } from './parts.ts';

/** Parts of uploads that were never completed are billed until something removes them. */
const ABORT_DAYS = 7;

/** Of one of these alone, or of several within `And`. */
export interface S3Filter {
  Prefix?: string;
  ObjectSizeGreaterThan?: number;
  ObjectSizeLessThan?: number;
}

export interface S3Rule {
  ID: string;
  Status: 'Enabled';
  Filter: S3Filter | { And: S3Filter };
  Transitions?: { Days: number; StorageClass: string }[];
  Expiration?: { Days: number };
  AbortIncompleteMultipartUpload?: { DaysAfterInitiation: number };
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketLifecycleConfiguration.html */
export function s3Rules(bucket: Bucket): S3Rule[] {
  const everything = { Prefix: bucket.prefix };
  return [
    ...bucket.transitions.map(({ afterDays, toClass, fromBytes, sizes }, i): S3Rule => ({
      ID: `stowage-transition-${i + 1}`,
      Status: 'Enabled',
      Filter: s3Filter(bucket, { ...sizes, from: Math.max(sizes.from ?? 0, fromBytes) }),
      Transitions: [{ Days: afterDays, StorageClass: toClass }],
    })),
    ...bucket.expiries.map(({ afterDays, sizes }, i): S3Rule => ({
      ID: i === 0 ? 'stowage-expire' : `stowage-expire-${i + 1}`,
      Status: 'Enabled',
      Filter: s3Filter(bucket, sizes),
      Expiration: { Days: afterDays },
    })),
    {
      ID: 'stowage-abort-uploads',
      Status: 'Enabled',
      Filter: everything,
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: ABORT_DAYS },
    },
  ];
}

function s3Filter({ prefix }: Bucket, { from, upTo }: Sizes): S3Rule['Filter'] {
  const filter: S3Filter = {
    ...(prefix === '' ? {} : { Prefix: prefix }),
    ...((from ?? 0) > 0 ? { ObjectSizeGreaterThan: (from ?? 0) - 1 } : {}),
    ...(upTo === null ? {} : { ObjectSizeLessThan: upTo + 1 }),
  };
  const conditions = Object.keys(filter).length;
  return conditions === 0 ? { Prefix: '' } : conditions === 1 ? filter : { And: filter };
}

/** Filters are prefixes alone, and uploads are ended by no rule. https://www.tigrisdata.com/docs/cli/buckets/lifecycle/create/ */
const tigrisRules = (bucket: Bucket) =>
  s3Rules(bucket).filter((rule) => !rule.AbortIncompleteMultipartUpload);

/** Ages in seconds. https://developers.cloudflare.com/api/resources/r2/subresources/buckets/subresources/lifecycle/ */
export function r2Rules(bucket: Bucket): object[] {
  const rule = (id: string, does: object) => ({
    id,
    enabled: true,
    conditions: { prefix: bucket.prefix },
    ...does,
  });
  const age = (days: number) => ({
    condition: { type: 'Age', maxAge: Math.round(days * SECONDS_PER_DAY) },
  });
  return [
    ...bucket.transitions.map(({ afterDays, toClass }, i) =>
      rule(`stowage-transition-${i + 1}`, {
        storageClassTransitions: [{ ...age(afterDays), storageClass: toClass }],
      }),
    ),
    ...bucket.expiries.map(({ afterDays }) =>
      rule('stowage-expire', { deleteObjectsTransition: age(afterDays) }),
    ),
    rule('stowage-abort-uploads', { abortMultipartUploadsTransition: age(ABORT_DAYS) }),
  ];
}

/** https://cloud.google.com/storage/docs/lifecycle#config-examples */
function gcsRules(bucket: Bucket): object[] {
  const condition = (age: number) => ({
    age,
    ...(bucket.prefix === '' ? {} : { matchesPrefix: [bucket.prefix] }),
  });
  return [
    ...bucket.transitions.map(({ afterDays, toClass }) => ({
      action: { type: 'SetStorageClass', storageClass: toClass },
      condition: condition(afterDays),
    })),
    ...bucket.expiries.map(({ afterDays }) => ({
      action: { type: 'Delete' },
      condition: condition(afterDays),
    })),
    { action: { type: 'AbortIncompleteMultipartUpload' }, condition: condition(ABORT_DAYS) },
  ];
}

/** Of blobs in the container. https://learn.microsoft.com/azure/storage/blobs/lifecycle-management-policy-structure */
function azureRules(bucket: Bucket): object[] {
  const age = (days: number) => ({ daysAfterCreationGreaterThan: days });
  const [expiry] = bucket.expiries;
  const actions = {
    ...Object.fromEntries(
      bucket.transitions.map(({ afterDays, toClass }) => [`tierTo${toClass}`, age(afterDays)]),
    ),
    ...(expiry ? { delete: age(expiry.afterDays) } : {}),
  };
  if (Object.keys(actions).length === 0) return [];
  return [
    {
      enabled: true,
      name: 'stowage',
      type: 'Lifecycle',
      definition: {
        actions: { baseBlob: actions },
        filters: { blobTypes: ['blockBlob'], prefixMatch: [`${bucket.name}/${bucket.prefix}`] },
      },
    },
  ];
}

/** A prefix has one rule. https://www.backblaze.com/docs/cloud-storage-lifecycle-rules */
function b2Rules({ prefix, expiries: [expiry] }: Bucket): object[] {
  return [
    {
      fileNamePrefix: prefix,
      // Hidden, a file answers no more and is still billed; null: never.
      daysFromUploadingToHiding: expiry?.afterDays ?? null,
      // What is deleted or written over is hidden, and billed until a rule takes it.
      daysFromHidingToDeleting: 1,
      daysFromStartingToCancelingUnfinishedLargeFiles: ABORT_DAYS,
    },
  ];
}

/** What the provider's tool reads; null where there are no rules, or none that we write. */
export function lifecycleJson(bucket: Bucket): object | null {
  const named = (key: string, rules: readonly object[]) => (rules.length > 0 ? { [key]: rules } : null);
  switch (bucket.kind) {
    case 's3':
    case 'express':
      return named('Rules', s3Rules(bucket));
    case 'tigris':
      return named('Rules', tigrisRules(bucket));
    case 'r2':
      return named('rules', r2Rules(bucket));
    case 'gcs':
      return { lifecycle: named('rule', gcsRules(bucket)) };
    case 'azure':
      return named('rules', azureRules(bucket));
    case 'b2':
      return b2Rules(bucket);
    case 'other':
      return null;
  }
}
