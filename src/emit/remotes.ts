/** Buckets as rclone's remotes, and the flags of its copies. */
import { splitRef } from '#core/store-ref.ts';
import type { Bucket } from './course-types.ts';

/** rclone's own names of providers, for what they do otherwise than S3. https://rclone.org/s3/#s3-provider */
const PROVIDERS: Readonly<Record<string, string>> = {
  aws: 'AWS',
  cloudflare: 'Cloudflare',
  digitalocean: 'DigitalOcean',
  google: 'GCS',
  idrive: 'IDrive',
  linode: 'Linode',
  scaleway: 'Scaleway',
  storj: 'Storj',
  wasabi: 'Wasabi',
};

/** Options of a remote, without its keys. */
export function remoteOf(bucket: Bucket): Record<string, string> {
  const { store } = splitRef(bucket.stores[0] ?? '');
  const [provider = ''] = store.split('/');
  // What a bucket does not give by default.
  const named = (name: string, value: string | null) => (value === null ? {} : { [name]: value });
  if (bucket.kind === 'azure')
    return {
      TYPE: 'azureblob',
      ...named('ENDPOINT', bucket.endpoint),
      ...named('ACCESS_TIER', bucket.writeClass),
    };
  return {
    TYPE: 's3',
    PROVIDER: PROVIDERS[provider] ?? 'Other',
    REGION: bucket.signingRegion,
    ...(bucket.kind === 'express' ? { DIRECTORY_BUCKET: 'true' } : named('ENDPOINT', bucket.endpoint)),
    ...named('STORAGE_CLASS', bucket.writeHeader),
  };
}

/** One GET for each object, and the writes that the scenario's writer makes. */
export function copyFlags(targets: readonly Bucket[], partBytes: number | undefined): string[] {
  const cutoff = partBytes === undefined ? '5Gi' : `${Math.min(partBytes, 5 * 1024 ** 3)}B`;
  const chunk = partBytes === undefined ? '64Mi' : `${Math.max(partBytes, 5 * 1024 ** 2)}B`;
  const has = (isAzure: boolean) => targets.some(({ kind }) => (kind === 'azure') === isAzure);
  return [
    ...['--use-server-modtime', '--fast-list', '--multi-thread-streams', '1'],
    ...(has(false)
      ? [
          ...['--s3-no-check-bucket', '--s3-upload-cutoff', cutoff, '--s3-chunk-size', chunk],
          ...['--s3-upload-concurrency', '1'],
        ]
      : []),
    ...(has(true) ? ['--azureblob-chunk-size', '100Mi'] : []),
    ...[
      '--low-level-retries',
      '3',
      '--transfers',
      '32',
      '--checkers',
      '32',
      '--stats-one-line',
      '--stats',
      '60s',
    ],
  ];
}
