/** Which keys are popular, found out from the reads of the last days, and how the schedules follow it. */
import type { Bucket, Course } from './course-types.ts';
import { oneLine } from './quote.ts';
import { HOME } from './schedule.ts';
import TOP_KEYS from './templates/top-keys.sh?raw';

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

/** Null: the course goes by no popularity. A key in the access log of a GET is encoded twice; a plus of its own is %2B there. */
export function topKeysScript(course: Course, title: string): string | null {
  const parts = popularParts(course);
  if (!parts) return null;
  return TOP_KEYS.replaceAll('OBJECTS', String(parts.objects)).replace('TITLE', () => oneLine(title));
}
