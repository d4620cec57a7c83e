/** A bucket's rules in the words of its provider. */
import { SECONDS_PER_DAY } from '#core/units.ts';
import type { Bucket, Expiry } from './course-types.ts';
import { ANY_SIZE, isAny, overlap } from './parts.ts';
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

/** What keys that a rule is for begin with: of some sizes where keys say it, else of the whole bucket. */
function prefixesOf({ prefix, sizeKeys }: Bucket, sizes: Sizes): string[] {
  const own = isAny(sizes) ? [] : sizeKeys.filter((one) => overlap(one.sizes, sizes));
  return own.length > 0 ? own.map((one) => one.prefix) : [prefix];
}

/** One rule for each prefix. */
const byKey = <Action extends { sizes: Sizes }>(bucket: Bucket, actions: readonly Action[]) =>
  actions.flatMap((one) =>
    prefixesOf(bucket, one.sizes).map((prefix) => ({
      ...one,
      prefix,
      sizes: bucket.sizeKeys.length > 0 ? ANY_SIZE : one.sizes,
    })),
  );

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketLifecycleConfiguration.html */
export function s3Rules(bucket: Bucket): S3Rule[] {
  const everything = { Prefix: bucket.prefix };
  return [
    ...byKey(bucket, bucket.transitions).map(
      ({ afterDays, toClass, fromBytes, sizes, prefix }, i): S3Rule => ({
        ID: `stowage-transition-${i + 1}`,
        Status: 'Enabled',
        Filter: s3Filter(prefix, { ...sizes, from: Math.max(sizes.from ?? 0, fromBytes) }),
        Transitions: [{ Days: afterDays, StorageClass: toClass }],
      }),
    ),
    ...byKey(bucket, bucket.expiries).map(({ afterDays, sizes, prefix }, i): S3Rule => ({
      ID: i === 0 ? 'stowage-expire' : `stowage-expire-${i + 1}`,
      Status: 'Enabled',
      Filter: s3Filter(prefix, sizes),
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

function s3Filter(prefix: string, { from, upTo }: Sizes): S3Rule['Filter'] {
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
  const rule = (id: string, prefix: string, does: object) => ({
    id,
    enabled: true,
    conditions: { prefix },
    ...does,
  });
  const age = (days: number) => ({
    condition: { type: 'Age', maxAge: Math.round(days * SECONDS_PER_DAY) },
  });
  return [
    ...byKey(bucket, bucket.transitions).map(({ afterDays, toClass, prefix }, i) =>
      rule(`stowage-transition-${i + 1}`, prefix, {
        storageClassTransitions: [{ ...age(afterDays), storageClass: toClass }],
      }),
    ),
    ...byKey(bucket, bucket.expiries).map(({ afterDays, prefix }, i) =>
      rule(i === 0 ? 'stowage-expire' : `stowage-expire-${i + 1}`, prefix, {
        deleteObjectsTransition: age(afterDays),
      }),
    ),
    rule('stowage-abort-uploads', bucket.prefix, { abortMultipartUploadsTransition: age(ABORT_DAYS) }),
  ];
}

/** https://cloud.google.com/storage/docs/lifecycle#config-examples */
function gcsRules(bucket: Bucket): object[] {
  const condition = (age: number, prefixes: readonly string[]) => ({
    age,
    ...(prefixes.includes('') ? {} : { matchesPrefix: prefixes }),
  });
  return [
    ...bucket.transitions.map(({ afterDays, toClass, sizes }) => ({
      action: { type: 'SetStorageClass', storageClass: toClass },
      condition: condition(afterDays, prefixesOf(bucket, sizes)),
    })),
    ...bucket.expiries.map(({ afterDays, sizes }) => ({
      action: { type: 'Delete' },
      condition: condition(afterDays, prefixesOf(bucket, sizes)),
    })),
    { action: { type: 'AbortIncompleteMultipartUpload' }, condition: condition(ABORT_DAYS, [bucket.prefix]) },
  ];
}

/** Of blobs in the container. https://learn.microsoft.com/azure/storage/blobs/lifecycle-management-policy-structure */
function azureRules(bucket: Bucket): object[] {
  const rules = new Map<string, { prefixes: string[]; actions: Record<string, object> }>();
  const add = (action: string, { afterDays, sizes }: Expiry) => {
    const prefixes = prefixesOf(bucket, sizes);
    const key = prefixes.join();
    const rule = rules.get(key) ?? { prefixes, actions: {} };
    rules.set(key, rule);
    rule.actions[action] = { daysAfterCreationGreaterThan: afterDays };
  };
  for (const one of bucket.transitions) add(`tierTo${one.toClass}`, one);
  for (const one of bucket.expiries) add('delete', one);
  return [...rules.values()].map(({ prefixes, actions }, i) => ({
    enabled: true,
    name: i === 0 ? 'stowage' : `stowage-${i + 1}`,
    type: 'Lifecycle',
    definition: {
      actions: { baseBlob: actions },
      filters: {
        blobTypes: ['blockBlob'],
        prefixMatch: prefixes.map((prefix) => `${bucket.name}/${prefix}`),
      },
    },
  }));
}

/** A prefix has one rule, and none begins another. https://www.backblaze.com/docs/cloud-storage-lifecycle-rules */
function b2Rules(bucket: Bucket): object[] {
  const expiries = byKey(bucket, bucket.expiries);
  const isBySize = expiries.some(({ prefix }) => prefix !== bucket.prefix);
  return (isBySize ? bucket.sizeKeys : [bucket]).map(({ prefix }) => ({
    fileNamePrefix: prefix,
    // Hidden, a file answers no more and is still billed; null: never.
    daysFromUploadingToHiding: expiries.find((one) => prefix.startsWith(one.prefix))?.afterDays ?? null,
    // What is deleted or written over is hidden, and billed until a rule takes it.
    daysFromHidingToDeleting: 1,
    daysFromStartingToCancelingUnfinishedLargeFiles: ABORT_DAYS,
  }));
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
