/** Buckets as rclone's remotes, and the flags of its copies. */
import { splitRef } from '#core/store-ref.ts';
import type { Bucket } from './course-types.ts';
import type { Sizes } from './parts.ts';
import { shell } from './quote.ts';

/** rclone's own names of providers, for what they do otherwise than S3. https://rclone.org/s3/#s3-provider */
const PROVIDERS: Readonly<Record<string, string>> = {
  aws: 'AWS',
  cloudflare: 'Cloudflare',
  digitalocean: 'DigitalOcean',
  idrive: 'IDrive',
  linode: 'Linode',
  scaleway: 'Scaleway',
  storj: 'Storj',
  wasabi: 'Wasabi',
};

export function remote(bucket: Bucket): string[] {
  const { store } = splitRef(bucket.stores[0] ?? '');
  const [provider = ''] = store.split('/');
  const key = bucket.id.toUpperCase();
  const set = (name: string, value: string) => `export RCLONE_CONFIG_${key}_${name}=${value}`;
  const needed = (name: string) =>
    `"\${${key}_${name}:?needed: ${key}_${name}, of ${bucket.stores.join(', ')}}"`;
  // What a bucket does not give by default.
  const named = (name: string, value: string | null) => (value === null ? [] : [set(name, value)]);
  const head = `# ${bucket.stores.join(', then ')}`;
  if (bucket.kind === 'azure')
    return [
      head,
      set('TYPE', 'azureblob'),
      set('ACCOUNT', needed('ACCOUNT')),
      set('KEY', needed('KEY')),
      ...named('ACCESS_TIER', bucket.writeClass),
      '',
    ];
  if (bucket.kind === 'gcs')
    return [
      head,
      set('TYPE', 'gcs'),
      set('ENV_AUTH', 'true'),
      set('BUCKET_POLICY_ONLY', 'true'),
      ...named('STORAGE_CLASS', bucket.writeClass),
      '',
    ];
  return [
    head,
    set('TYPE', 's3'),
    set('PROVIDER', PROVIDERS[provider] ?? 'Other'),
    set('REGION', shell(bucket.signingRegion)),
    ...(bucket.kind === 'express'
      ? [set('DIRECTORY_BUCKET', 'true')]
      : bucket.endpoint === null
        ? []
        : [set('ENDPOINT', shell(bucket.endpoint))]),
    ...named('STORAGE_CLASS', bucket.writeHeader),
    set('ACCESS_KEY_ID', needed('ACCESS_KEY_ID')),
    set('SECRET_ACCESS_KEY', needed('SECRET_ACCESS_KEY')),
    '',
  ];
}

/** All of a bucket. */
export const path = (bucket: Bucket): string => shell(`${bucket.id}:${bucket.name}`);

/** The keys in it that rules and jobs act on. */
export function scope(bucket: Bucket): string {
  const { id, name, prefix } = bucket;
  return prefix === '' ? path(bucket) : shell(`${id}:${name}/${prefix.replace(/\/$/, '')}`);
}

export function sizeFlags({ from, upTo }: Sizes): string[] {
  return [
    ...(from === null ? [] : [`--min-size ${from}B`]),
    ...(upTo === null ? [] : [`--max-size ${upTo}B`]),
  ];
}

/** One GET for each object and the writes that the scenario's writer makes; the target is asked for each object and never listed. */
export function copyFlags(targets: readonly Bucket[], partBytes: number | undefined): string {
  const kinds = new Set(targets.map(({ kind }) => (kind === 'azure' || kind === 'gcs' ? kind : 's3')));
  const s3 =
    partBytes === undefined
      ? '--s3-upload-cutoff 5Gi --s3-chunk-size 64Mi'
      : `--s3-upload-cutoff ${Math.min(partBytes, 5 * 1024 ** 3)}B --s3-chunk-size ${Math.max(partBytes, 5 * 1024 ** 2)}B`;
  return [
    '--use-server-modtime --checksum --fast-list --no-traverse --multi-thread-streams 1',
    ...(kinds.has('s3') ? [`--s3-no-check-bucket ${s3} --s3-upload-concurrency 1`] : []),
    ...(kinds.has('azure') ? ['--azureblob-chunk-size 100Mi'] : []),
    '--transfers 32 --checkers 32 --stats-one-line --stats 60s',
  ].join(' ');
}
