/** The schedule as an rclone script. Keys come from the environment and are in no file. */
import { splitRef } from '#core/store-ref.ts';
import type { Bucket, Course, Job } from './course-types.ts';
import { popularParts } from './popular.ts';
import type { PopularParts } from './popular.ts';
import { oneLine, shell } from './quote.ts';
import { ageCode, HOME, jobWords, jobsOf, scriptHead } from './schedule.ts';

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
    ...(popular ? followPopular(popular) : []),
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

/** Lines of a script: what is popular now goes in, what no longer is goes out. */
function followPopular({ hot, rest, objects }: PopularParts): string[] {
  const [inHot, inRest] = [hot, rest].map(({ stores }) => oneLine(stores.join(', ')));
  const move = (from: Bucket, to: Bucket, file: string) =>
    `rclone move ${path(from)} ${path(to)} --files-from-raw ${file} --no-traverse "\${common[@]}" "$@"`;
  return [
    `# The popular objects into ${inHot}, all others there back to ${inRest}.`,
    `keys=\${STOWAGE_KEYS:-${HOME}/keys.txt}`,
    'if [ -n "${STOWAGE_READS:-}${STOWAGE_S3_LOGS:-}" ]; then "$(dirname "$0")/top-keys.sh"; fi',
    '[ -s "$keys" ] || { echo "stowage: $keys is empty or not there; top-keys.sh writes it" >&2; exit 1; }',
    'work=$(mktemp -d)',
    `trap 'rm -rf "$work"' EXIT`,
    `LC_ALL=C sort -u -- "$keys" | sed '/^$/d' > "$work/want"`,
    `# A list cut short would move most objects back. The plan has ${objects} keys.`,
    `if [ "$(wc -l < "$work/want")" -lt ${Math.floor(objects / 2)} ] && [ -z "\${STOWAGE_FEW_KEYS:-}" ]; then`,
    `  echo "stowage: $keys names less than half of ${objects} keys; if that is right, set STOWAGE_FEW_KEYS=1" >&2`,
    '  exit 1',
    'fi',
    `rclone lsf ${path(hot)} --recursive --files-only --fast-list | LC_ALL=C sort > "$work/have"`,
    'LC_ALL=C comm -13 "$work/have" "$work/want" > "$work/in"',
    'LC_ALL=C comm -23 "$work/have" "$work/want" > "$work/out"',
    `echo "stowage: $(wc -l < "$work/in") keys become popular, $(wc -l < "$work/out") no longer are" >&2`,
    `if [ -s "$work/out" ]; then ${move(hot, rest, '"$work/out"')}; fi`,
    `if [ -s "$work/in" ]; then ${move(rest, hot, '"$work/in"')}; fi`,
    '',
  ];
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
