/** What a scenario asks of every bucket before the first write, and what of it nobody but the user can set. */
import type { Scenario } from '#core/scenario/scenario.ts';
import type { Bucket, Settings } from './course-types.ts';

export function settingsOf({ workload, requirements }: Scenario): Settings {
  const { encryption } = workload.objects;
  const { features = [] } = requirements;
  const lock = features.includes('object-lock');
  return {
    kms: encryption ? { isPerBucket: encryption.requests < 1 } : null,
    lock,
    versions: lock || features.includes('versioning'),
  };
}

/** What Terraform or a command of the guide sets as the bucket is made. */
export function isSet(bucket: Bucket, setting: keyof Settings, isInTerraform: boolean): boolean {
  const { kind, stores } = bucket;
  if (stores[0]?.startsWith('aws/')) return isInTerraform && (kind === 's3' || setting === 'kms');
  switch (kind) {
    case 'gcs':
      return true;
    case 'azure':
      return setting === 'versions';
    case 'b2':
    case 's3':
    case 'tigris':
    case 'other':
      return setting !== 'kms';
    case 'express':
    case 'r2':
      return false;
  }
}

const WORDS: Readonly<Record<keyof Settings, string>> = {
  kms: 'encryption with your own key',
  lock: 'object lock',
  versions: 'versioning',
};

/** One line for each thing that is left, with its buckets. */
export function leftToSet(
  buckets: readonly Bucket[],
  settings: Settings,
  isInTerraform: (bucket: Bucket) => boolean,
): string[] {
  const names = ['kms', 'lock', 'versions'] as const;
  const left = names.flatMap((name) => {
    const own = buckets.filter((bucket) => settings[name] && !isSet(bucket, name, isInTerraform(bucket)));
    return own.length > 0 ? [`- ${WORDS[name]} of ${own.map(({ id }) => id).join(', ')}`] : [];
  });
  return [
    ...left,
    ...(settings.lock
      ? [
          '- the mode and the period of object lock: nothing is locked until the bucket, or each write, names them',
        ]
      : []),
    ...(settings.versions && buckets.some(({ kind }) => kind === 's3' || kind === 'other')
      ? [
          '- how long old versions are kept (the variable noncurrent_days, outside AWS a rule of yours): until then overwritten and deleted objects are stored and billed',
        ]
      : []),
  ];
}
