/** Which keys are popular, found out from the reads of the last days, and how the schedules follow it. */
import type { Bucket, Course } from './course-types.ts';
import { oneLine } from './quote.ts';
import { HOME } from './schedule.ts';

interface PopularParts {
  hot: Bucket;
  rest: Bucket;
  /** How many objects the first is to hold. */
  objects: number;
}

/** Null: the course goes by no popularity. */
export function popularParts({ split, buckets }: Course): PopularParts | null {
  if (split?.by !== 'popularity') return null;
  const bucket = (id: string) => buckets.find((one) => one.id === id);
  const [hot, rest] = [bucket(split.first), bucket(split.second)];
  return hot && rest ? { hot, rest, objects: split.objects ?? 0 } : null;
}

/** How one tool does the two things that are its own. */
interface ListedMoves {
  /** A command that prints the keys of a bucket, one a line. */
  list(bucket: Bucket): string;
  /** Moves the keys that a file names, one a line. */
  move(from: Bucket, to: Bucket, file: string): string;
}

const KEYS = `keys=\${STOWAGE_KEYS:-${HOME}/keys.txt}`;

/** Lines of a script: what is popular now goes in, what no longer is goes out. */
export function followPopular({ hot, rest, objects }: PopularParts, { list, move }: ListedMoves): string[] {
  const [inHot, inRest] = [hot, rest].map(({ stores }) => oneLine(stores.join(', ')));
  return [
    `# The popular objects into ${inHot}, all others there back to ${inRest}.`,
    KEYS,
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
    `${list(hot)} | LC_ALL=C sort > "$work/have"`,
    'LC_ALL=C comm -13 "$work/have" "$work/want" > "$work/in"',
    'LC_ALL=C comm -23 "$work/have" "$work/want" > "$work/out"',
    `echo "stowage: $(wc -l < "$work/in") keys become popular, $(wc -l < "$work/out") no longer are" >&2`,
    `if [ -s "$work/out" ]; then ${move(hot, rest, '"$work/out"')}; fi`,
    `if [ -s "$work/in" ]; then ${move(rest, hot, '"$work/in"')}; fi`,
    '',
  ];
}

/** Null: the course goes by no popularity. */
export function topKeysScript(course: Course, title: string): string | null {
  const parts = popularParts(course);
  if (!parts) return null;
  return [
    '#!/usr/bin/env bash',
    `# ${oneLine(title)}`,
    `# Writes the ${parts.objects} keys that were read most in the last days, the most read first: no plan knows them ahead.`,
    '# Reads either or both of:',
    '#   STOWAGE_READS    a folder of files with one key a line for each read, as the router in Go writes them (-reads FOLDER)',
    '#   STOWAGE_S3_LOGS  a folder of S3 server access logs',
    '# Needs find, awk and sort, which sorts on disk what is larger than memory.',
    'set -euo pipefail',
    'export LC_ALL=C',
    '',
    KEYS,
    `most=\${STOWAGE_MOST:-${parts.objects}}`,
    'days=${STOWAGE_DAYS:-30}',
    'if [ -z "${STOWAGE_READS:-}${STOWAGE_S3_LOGS:-}" ]; then',
    '  echo "stowage: name a folder of reads in STOWAGE_READS or STOWAGE_S3_LOGS" >&2',
    '  exit 1',
    'fi',
    '',
    ...READS,
    '',
    'new=$keys.new',
    'reads | sed \'/^$/d\' | sort | uniq -c | sort -k1,1nr | awk -v most="$most" \'NR <= most { sub(/^ *[0-9]+ /, ""); print }\' > "$new"',
    'if [ ! -s "$new" ]; then',
    '  rm -f "$new"',
    '  echo "stowage: no read in the last $days days; the keys stay as they were" >&2',
    '  exit 1',
    'fi',
    'mv "$new" "$keys"',
    'echo "stowage: $(wc -l < "$keys") keys in $keys" >&2',
    '',
  ].join('\n');
}

/** A key in the access log of a GET is encoded twice. Where a plus stands for itself it is written %2B. */
const READS = String.raw`# Keys of S3's logs are encoded twice.
decoded() {
  awk 'BEGIN {
      for (i = 0; i < 256; i++) letter[sprintf("%02X", i)] = sprintf("%c", i)
    }
    function once(text,    done, at, code) {
      gsub(/\+/, " ", text)
      done = ""
      while (at = index(text, "%")) {
        code = toupper(substr(text, at + 1, 2))
        if (code in letter) { done = done substr(text, 1, at - 1) letter[code]; text = substr(text, at + 3) }
        else { done = done substr(text, 1, at); text = substr(text, at + 1) }
      }
      return done text
    }
    { print once(once($0)) }'
}

reads() {
  if [ -n "@{STOWAGE_READS:-}" ]; then
    find "$STOWAGE_READS" -type f -mtime "-$days" -exec cat {} +
  fi
  if [ -n "@{STOWAGE_S3_LOGS:-}" ]; then
    find "$STOWAGE_S3_LOGS" -type f -mtime "-$days" -exec cat {} + |
      awk '$8 ~ /^(REST|WEBSITE)\.GET\.OBJECT$/ && match($0, /" [23][0-9][0-9] /) { print $9 }' | decoded
  fi
}`
  .replaceAll('@{', '$' + '{')
  .split('\n');
