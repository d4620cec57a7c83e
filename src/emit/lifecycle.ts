/** A bucket's rules in the words of its provider. */
import { SECONDS_PER_DAY } from '#core/units.ts';
import type { Bucket } from './course-types.ts';

/** Parts of uploads that were never completed are billed until something removes them. */
const ABORT_DAYS = 7;

export interface S3Rule {
  ID: string;
  Status: 'Enabled';
  Filter: { Prefix: string } | { ObjectSizeGreaterThan: number };
  Transitions?: { Days: number; StorageClass: string }[];
  Expiration?: { Days: number };
  AbortIncompleteMultipartUpload?: { DaysAfterInitiation: number };
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketLifecycleConfiguration.html */
export function s3Rules(bucket: Bucket): S3Rule[] {
  const everything = { Prefix: '' };
  return [
    ...bucket.transitions.map(({ afterDays, toClass, fromBytes }, i): S3Rule => ({
      ID: `stowage-transition-${i + 1}`,
      Status: 'Enabled',
      Filter: fromBytes > 0 ? { ObjectSizeGreaterThan: fromBytes - 1 } : everything,
      Transitions: [{ Days: afterDays, StorageClass: toClass }],
    })),
    ...(bucket.expireDays === null
      ? []
      : [
          {
            ID: 'stowage-expire',
            Status: 'Enabled' as const,
            Filter: everything,
            Expiration: { Days: bucket.expireDays },
          },
        ]),
    {
      ID: 'stowage-abort-uploads',
      Status: 'Enabled',
      Filter: everything,
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: ABORT_DAYS },
    },
  ];
}

interface R2Condition {
  condition: { type: 'Age'; maxAge: number };
}

export interface R2Rule {
  id: string;
  enabled: true;
  conditions: { prefix: string };
  abortMultipartUploadsTransition?: R2Condition;
  deleteObjectsTransition?: R2Condition;
  storageClassTransitions?: (R2Condition & { storageClass: string })[];
}

/** Ages in seconds. https://developers.cloudflare.com/api/resources/r2/subresources/buckets/subresources/lifecycle/ */
export function r2Rules(bucket: Bucket): R2Rule[] {
  const rule = (id: string, does: Partial<R2Rule>): R2Rule => ({
    id,
    enabled: true,
    conditions: { prefix: '' },
    ...does,
  });
  const age = (days: number): R2Condition => ({
    condition: { type: 'Age', maxAge: Math.round(days * SECONDS_PER_DAY) },
  });
  return [
    ...bucket.transitions.map(({ afterDays, toClass }, i) =>
      rule(`stowage-transition-${i + 1}`, {
        storageClassTransitions: [{ ...age(afterDays), storageClass: toClass }],
      }),
    ),
    ...(bucket.expireDays === null
      ? []
      : [rule('stowage-expire', { deleteObjectsTransition: age(bucket.expireDays) })]),
    rule('stowage-abort-uploads', { abortMultipartUploadsTransition: age(ABORT_DAYS) }),
  ];
}

interface GcsRule {
  action:
    { type: 'SetStorageClass'; storageClass: string } | { type: 'Delete' | 'AbortIncompleteMultipartUpload' };
  condition: { age: number };
}

/** https://cloud.google.com/storage/docs/lifecycle#config-examples */
function gcsRules(bucket: Bucket): GcsRule[] {
  return [
    ...bucket.transitions.map(({ afterDays, toClass }): GcsRule => ({
      action: { type: 'SetStorageClass', storageClass: toClass },
      condition: { age: afterDays },
    })),
    ...(bucket.expireDays === null
      ? []
      : [{ action: { type: 'Delete' as const }, condition: { age: bucket.expireDays } }]),
    { action: { type: 'AbortIncompleteMultipartUpload' }, condition: { age: ABORT_DAYS } },
  ];
}

type AzureAge = { daysAfterCreationGreaterThan: number };

interface AzureRule {
  enabled: true;
  name: string;
  type: 'Lifecycle';
  definition: {
    actions: {
      baseBlob: Partial<Record<'tierToCool' | 'tierToCold' | 'tierToArchive' | 'delete', AzureAge>>;
    };
    filters: { blobTypes: ['blockBlob']; prefixMatch: string[] };
  };
}

/** Of blobs in the container. https://learn.microsoft.com/azure/storage/blobs/lifecycle-management-policy-structure */
function azureRules(bucket: Bucket): AzureRule[] {
  const age = (days: number): AzureAge => ({ daysAfterCreationGreaterThan: days });
  const actions = {
    ...Object.fromEntries(
      bucket.transitions.map(({ afterDays, toClass }) => [`tierTo${toClass}`, age(afterDays)]),
    ),
    ...(bucket.expireDays === null ? {} : { delete: age(bucket.expireDays) }),
  };
  if (Object.keys(actions).length === 0) return [];
  return [
    {
      enabled: true,
      name: 'stowage',
      type: 'Lifecycle',
      definition: {
        actions: { baseBlob: actions },
        filters: { blobTypes: ['blockBlob'], prefixMatch: [`${bucket.name}/`] },
      },
    },
  ];
}

/** What the provider's tool reads; null where the provider has no rules that we write. */
export function lifecycleJson(bucket: Bucket): object | null {
  switch (bucket.kind) {
    case 's3':
    case 'express':
      return { Rules: s3Rules(bucket) };
    case 'r2':
      return { rules: r2Rules(bucket) };
    case 'gcs':
      return { lifecycle: { rule: gcsRules(bucket) } };
    case 'azure':
      return azureRules(bucket).length > 0 ? { rules: azureRules(bucket) } : null;
    case 'other':
      return null;
  }
}
