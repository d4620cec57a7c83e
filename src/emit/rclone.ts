/** The schedule as an rclone script. Keys come from the environment and are in no file. */
import { SECONDS_PER_DAY } from '#core/units.ts';
import type { Bucket, Course, Job } from './course-types.ts';
import { popularParts } from './popular.ts';
import type { PopularParts } from './popular.ts';
import { oneLine } from './quote.ts';
import { copyFlags, path, remote, scope, sizeFlags } from './remotes.ts';
import { ageCode, HOME, jobWords, jobsOf, scriptHead } from './schedule.ts';

/** Null where lifecycle rules do everything. */
export function rcloneScript(course: Course, title: string, partBytes?: number): string | null {
  const jobs = jobsOf(course);
  const popular = popularParts(course);
  if (jobs.length === 0 && !popular) return null;
  const used = course.buckets.filter(
    (one) =>
      one === popular?.hot ||
      one === popular?.rest ||
      jobs.some(({ from, to }) => from === one || to === one),
  );
  const isCopied = jobs.some(({ job }) => job.kind === 'copy');
  const isHourly = jobs.some(({ job }) => job.isHourly);
  return [
    ...scriptHead(title, [
      'Ages are those of LastModified, as lifecycle rules count them. Needs rclone 1.69 or newer.',
      'Flags for rclone, such as --dry-run, may follow.',
    ]),
    'flags=("$@")',
    ...used.flatMap(remote),
    '# Checksums where both sides have them, else sizes; an object is deleted from its source once its copy is complete.',
    `common=(${copyFlags(used, partBytes)})`,
    '',
    ...(isCopied ? COPY_NEW : []),
    ...(isHourly && jobs.some(({ job }) => !job.isHourly) ? NIGHTLY : []),
    ...jobs.flatMap(({ job, from, to }) => {
      const isNightly = isHourly && !job.isHourly;
      const line = commandOf(job, from, to);
      return [
        `# ${oneLine(jobWords(job, from, to))}`,
        ...(isNightly ? [`if is_night; then ${line}; fi`] : [line]),
        '',
      ];
    }),
    ...(popular ? followPopular(popular, course.newPrefix) : []),
    '# How much each bucket holds, for the alerts: a file that the node exporter reads. Each bucket is listed whole for it.',
    'if [ -n "${STOWAGE_TEXTFILE_DIR:-}" ]; then',
    '  {',
    '    echo "# TYPE stowage_stored_bytes gauge"',
    ...used.map(
      (bucket) =>
        `    printf 'stowage_stored_bytes{store="${bucket.id}"} %s\\n' "$(rclone size --json ${path(bucket)} | sed -E 's/.*"bytes": *([0-9]+).*/\\1/')"`,
    ),
    '  } > "$STOWAGE_TEXTFILE_DIR/stowage.prom.new"',
    '  mv "$STOWAGE_TEXTFILE_DIR/stowage.prom.new" "$STOWAGE_TEXTFILE_DIR/stowage.prom"',
    'fi',
    '',
  ].join('\n');
}

/** A copy leaves its source, so what was copied before must not be asked for again. */
const COPY_NEW = [
  '# copy_new JOB AGE UNTIL FROM TO FLAG...: what came to that age since the job last ended well, at first all; none older than UNTIL. In seconds.',
  'state=${STOWAGE_STATE:-$(dirname "$0")/state}',
  'copy_new() {',
  '  local job=$1 age=$2 until=$3 from=$4 to=$5 now window',
  '  shift 5',
  '  now=$(date +%s)',
  '  if [ -s "$state/$job" ]; then',
  '    window=$((now - $(cat "$state/$job") + age + 60))',
  '    if [ "$window" -lt "${until:-$((window + 1))}" ]; then until=$window; fi',
  '  fi',
  '  rclone copy "$from" "$to" --min-age "${age}s" ${until:+--max-age "${until}s"} "$@" "${common[@]}" "${flags[@]}"',
  '  if [ "${#flags[@]}" -eq 0 ]; then',
  '    mkdir -p "$state"',
  '    echo "$now" > "$state/$job"',
  '  fi',
  '}',
  '',
];

const NIGHTLY = [
  '# Jobs of days run once a day: each run lists its source whole.',
  'is_night() { [ "${#flags[@]}" -gt 0 ] || [ "$(date +%H)" = 03 ]; }',
  '',
];

/** Apart from jobs that put right what was written to the wrong store. */
const isByAge = ({ afterDays, sizes }: Job) => afterDays > 0 || (sizes.from === null && sizes.upTo === null);

function commandOf(job: Job, from: Bucket, to: Bucket | null): string {
  const { kind, afterDays, untilDays, sizes } = job;
  const own = sizeFlags(sizes);
  if (kind === 'copy' && to) {
    const seconds = (days: number) => Math.round(days * SECONDS_PER_DAY);
    const until = untilDays === null ? "''" : seconds(untilDays);
    return [
      'copy_new',
      `${from.id}-${to.id}-${ageCode(afterDays)}`,
      seconds(afterDays),
      until,
      scope(from),
      scope(to),
      ...own,
    ].join(' ');
  }
  const which = [...(isByAge(job) ? [`--min-age ${ageCode(afterDays)}`] : []), ...own].join(' ');
  return to
    ? `rclone ${kind} ${scope(from)} ${scope(to)} ${which} "\${common[@]}" "\${flags[@]}"`
    : `rclone delete ${scope(from)} ${which} --use-server-modtime --fast-list "\${flags[@]}"`;
}

/** Lines of a script: what is popular now goes in, what no longer is goes out. */
function followPopular({ hot, rest, objects, isCopied, sizes }: PopularParts, newPrefix: string): string[] {
  // New objects have rules of their own.
  const old = newPrefix === '' ? '' : ` | { grep -v '^${newPrefix}' || true; }`;
  const [inHot, inRest] = [hot, rest].map(({ stores }) => oneLine(stores.join(', ')));
  const list = (file: string) => `--files-from-raw ${file} "\${common[@]}" "\${flags[@]}"`;
  const enter = `rclone ${isCopied ? 'copy' : 'move'} ${path(rest)} ${path(hot)} ${list('"$work/in"')}`;
  // What is in both is compared, then deleted.
  const leave = `rclone move ${path(hot)} ${path(rest)} ${list('"$work/out"')}`;
  const listed = sizes.map((one) =>
    ['rclone lsf', path(hot), '--recursive --files-only --fast-list', ...sizeFlags(one)].join(' '),
  );
  return [
    `# The popular objects into ${inHot}, all others there back to ${inRest}.`,
    `keys=\${STOWAGE_KEYS:-${HOME}/keys.txt}`,
    'if [ -n "${STOWAGE_READS:-}${STOWAGE_S3_LOGS:-}" ]; then "$(dirname "$0")/top-keys.sh"; fi',
    '[ -s "$keys" ] || { echo "stowage: $keys is empty or not there; top-keys.sh writes it" >&2; exit 1; }',
    'work=$(mktemp -d)',
    `trap 'rm -rf "$work"' EXIT`,
    `LC_ALL=C sort -u -- "$keys" | sed '/^$/d'${old} > "$work/want"`,
    `# A list cut short would move most objects back. The plan has ${objects} keys.`,
    `if [ "$(wc -l < "$work/want")" -lt ${Math.floor(objects / 2)} ] && [ -z "\${STOWAGE_FEW_KEYS:-}" ]; then`,
    `  echo "stowage: $keys names less than half of ${objects} keys; if that is right, set STOWAGE_FEW_KEYS=1" >&2`,
    '  exit 1',
    'fi',
    `{ ${listed.join('; ')}; }${old} | LC_ALL=C sort > "$work/have"`,
    'LC_ALL=C comm -13 "$work/have" "$work/want" > "$work/in"',
    'LC_ALL=C comm -23 "$work/have" "$work/want" > "$work/out"',
    `echo "stowage: $(wc -l < "$work/in") keys become popular, $(wc -l < "$work/out") no longer are" >&2`,
    `if [ -s "$work/out" ]; then ${leave}; fi`,
    `if [ -s "$work/in" ]; then ${enter}; fi`,
    '',
  ];
}
