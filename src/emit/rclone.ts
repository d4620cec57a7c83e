/** The schedule as an rclone script. Keys come from the environment and are in no file. */
import { splitRef } from '#core/store-ref.ts';
import type { Bucket, Course, Job } from './course-types.ts';
import { followPopular, popularParts } from './popular.ts';
import { oneLine, shell } from './quote.ts';
import { ageCode, jobWords, jobsOf, scriptHead } from './schedule.ts';

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

/** Null where lifecycle rules do everything. */
export function rcloneScript(course: Course, title: string): string | null {
  const jobs = jobsOf(course);
  const popular = popularParts(course);
  if (jobs.length === 0 && !popular) return null;
  const used = course.buckets.filter(
    (one) => popular !== null || jobs.some(({ from, to }) => from === one || to === one),
  );
  return [
    ...scriptHead(title, [
      'Ages are those of LastModified, as lifecycle rules count them. Needs rclone 1.69 or newer.',
    ]),
    ...used.flatMap(remote),
    '# Checksums where both sides have them, else sizes; an object is deleted from its source once its copy is complete.',
    'common=(--use-server-modtime --checksum --fast-list --s3-no-check-bucket --transfers 32 --checkers 32 --stats-one-line --stats 60s)',
    '',
    ...jobs.flatMap(({ job, from, to }) => [
      `# ${oneLine(jobWords(job, from, to))}`,
      to
        ? `rclone ${job.kind} ${path(from)} ${path(to)} ${which(job)} "\${common[@]}" "$@"`
        : `rclone delete ${path(from)} ${which(job)} --use-server-modtime "$@"`,
      '',
    ]),
    ...(popular
      ? followPopular(popular, {
          list: (bucket) => `rclone lsf ${path(bucket)} --recursive --files-only --fast-list`,
          move: (from, to, file) =>
            `rclone move ${path(from)} ${path(to)} --files-from-raw ${file} --no-traverse "\${common[@]}" "$@"`,
        })
      : []),
    '# How much each bucket holds, for the alerts: a file that the node exporter reads.',
    'if [ -n "${STOWAGE_TEXTFILE_DIR:-}" ]; then',
    '  {',
    '    echo "# TYPE stowage_stored_bytes gauge"',
    ...course.buckets.flatMap((bucket) =>
      used.includes(bucket)
        ? [
            `    printf 'stowage_stored_bytes{store="${bucket.id}"} %s\\n' "$(rclone size --json ${path(bucket)} | sed -E 's/.*"bytes": *([0-9]+).*/\\1/')"`,
          ]
        : [],
    ),
    '  } > "$STOWAGE_TEXTFILE_DIR/stowage.prom.new"',
    '  mv "$STOWAGE_TEXTFILE_DIR/stowage.prom.new" "$STOWAGE_TEXTFILE_DIR/stowage.prom"',
    'fi',
    '',
  ].join('\n');
}

function remote(bucket: Bucket): string[] {
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

const path = (bucket: Bucket) => shell(`${bucket.id}:${bucket.name}`);

/** Which objects of a bucket. */
function which({ afterDays, sizes }: Job): string {
  if (!sizes) return `--min-age ${ageCode(afterDays)}`;
  const { from, upTo } = sizes;
  return [
    ...(from === null ? [] : [`--min-size ${from}B`]),
    ...(upTo === null ? [] : [`--max-size ${upTo}B`]),
  ].join(' ');
}
