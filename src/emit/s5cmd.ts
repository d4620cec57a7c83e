/** The schedule as an s5cmd script. s5cmd has one endpoint a process, so each object goes from one through a pipe to another. */
import type { Bucket, Course, Job } from './course-types.ts';
import { oneLine, shell } from './quote.ts';
import { followPopular, popularParts } from './popular.ts';
import { jobWords, jobsOf, scriptHead } from './schedule.ts';

/** s5cmd asks for no sessions of directory buckets (github.com/peak/s5cmd issue 725), and speaks S3 alone. */
const speaksS5cmd = ({ kind, endpoint }: Bucket) => endpoint !== null && kind !== 'express';

interface S5cmdScript {
  /** Null where nothing is left for s5cmd to do. */
  text: string | null;
  notes: string[];
}

export function s5cmdScript(course: Course, title: string): S5cmdScript {
  const jobs = jobsOf(course);
  const done = jobs.filter(({ from, to }) => [from, to].every((one) => one === null || speaksS5cmd(one)));
  const notes = jobs
    .filter((one) => !done.includes(one))
    .map(({ job, from, to }) => `s5cmd cannot do this, so it is left to rclone: ${jobWords(job, from, to)}.`);
  const asked = popularParts(course);
  const popular = asked && [asked.hot, asked.rest].every(speaksS5cmd) ? asked : null;
  if (asked && !popular)
    notes.push('s5cmd asks for no session of a directory bucket, so the popular objects are left to rclone.');
  if (done.length === 0 && !popular) return { text: null, notes };
  const used = course.buckets.filter(
    (one) => popular !== null || done.some(({ from, to }) => from === one || to === one),
  );
  const text = [
    ...scriptHead({ tool: 's5cmd', title }, [
      'Ages are those of LastModified, as lifecycle rules count them. Needs s5cmd 2.2 or newer, jq and GNU date.',
      ...notes,
    ]),
    ...used.flatMap(({ id, stores }) => {
      const key = id.toUpperCase();
      const named = stores.join(', ');
      return [
        `: "\${${key}_ACCESS_KEY_ID:?needed: ${key}_ACCESS_KEY_ID, of ${named}}"`,
        `: "\${${key}_SECRET_ACCESS_KEY:?needed: ${key}_SECRET_ACCESS_KEY, of ${named}}"`,
        `export ${key}_ACCESS_KEY_ID ${key}_SECRET_ACCESS_KEY`,
      ];
    }),
    '',
    ...used.flatMap(client),
    `export -f ${used.map(({ id }) => id).join(' ')}`,
    '',
    ...HELPERS,
    ...done.flatMap(({ job, from, to }) => {
      const call = `each_of ${from.id} ${shell(from.name)} ${which(job)}`;
      return [
        `# ${oneLine(jobWords(job, from, to))}`,
        to ? `${call} ${job.kind}_one ${to.id} ${shell(to.name)}` : `${call} delete_one`,
        '',
      ];
    }),
    ...(popular
      ? followPopular(popular, {
          list: ({ id, name }) => `keys_of ${id} ${shell(name)}`,
          move: (from, to, file) =>
            `each_named ${from.id} ${shell(from.name)} ${file} move_named ${to.id} ${shell(to.name)}`,
        })
      : []),
  ].join('\n');
  return { text, notes };
}

/** Minutes since an object was written, its least and its largest size; a dash bounds nothing. */
function which({ afterDays, sizes }: Job): string {
  return [Math.round(afterDays * 1440), sizes?.from ?? 0, sizes?.upTo ?? '-'].join(' ');
}

function client({ id, stores, endpoint, signingRegion, writeHeader }: Bucket): string[] {
  const key = id.toUpperCase();
  return [
    `# ${stores.join(', then ')}`,
    // What a bucket does not give by default.
    ...(writeHeader === null ? [] : [`export ${id}_class=${writeHeader}`]),
    `${id}() {`,
    `  AWS_ACCESS_KEY_ID="$${key}_ACCESS_KEY_ID" AWS_SECRET_ACCESS_KEY="$${key}_SECRET_ACCESS_KEY" \\`,
    `    AWS_REGION=${shell(signingRegion)} s5cmd --endpoint-url ${shell(endpoint ?? '')} "$@"`,
    '}',
    '',
  ];
}

const HELPERS =
  String.raw`# each_of CLIENT BUCKET MINUTES FROM UPTO COMMAND [ARG...]: COMMAND CLIENT BUCKET KEY SIZE ARG... for each object that was
# written so many minutes ago and has a size between the two.
each_of() {
  local client=$1 bucket=$2 minutes=$3 from=$4 upto=$5 before
  shift 5
  before=$(( $(date -u +%s) - minutes * 60 ))
  [ "$upto" != - ] || upto=null
  listed "$client" "$bucket" |
    jq -j --argjson before "$before" --argjson from "$from" --argjson upto "$upto" --arg root "s3://$bucket/" '
      select(.type == "file" and (.last_modified | sub("\\.[0-9]+Z$"; "Z") | fromdateiso8601) <= $before)
      | (.size // 0) as $size | select($size >= $from and ($upto == null or $size <= $upto))
      | (.key | ltrimstr($root)), "\u0000", $size, "\u0000"' |
    each "$client" "$bucket" "$@"
}

# listed CLIENT BUCKET: an empty bucket is no error.
listed() {
  local said
  said=$(mktemp)
  "$1" --json ls "s3://$2/*" 2> "$said" || grep -q 'no object found' "$said" || { cat "$said" >&2; rm -f "$said"; return 1; }
  rm -f "$said"
}

# each_named CLIENT BUCKET FILE COMMAND [ARG...]: the same for each key in a file, one a line, without its size.
each_named() {
  local client=$1 bucket=$2 file=$3 key
  shift 3
  while IFS= read -r key; do printf '%s\0-\0' "$key"; done < "$file" | each "$client" "$bucket" "$@"
}

each() {
  local client=$1 bucket=$2 command=$3
  shift 3
  xargs -0 -r -n 2 -P "@{STOWAGE_JOBS:-32}" bash -euo pipefail -c '
    command=$1 client=$2 bucket=$3
    shift 3
    "$command" "$client" "$bucket" "@{@: -2:1}" "@{@: -1}" "@{@:1:$#-2}"' _ "$command" "$client" "$bucket" "$@"
}

# keys_of CLIENT BUCKET
keys_of() {
  listed "$1" "$2" | jq -r --arg root "s3://$2/" 'select(.type == "file") | .key | ltrimstr($root)'
}

size_of() {
  "$1" --json head --raw "s3://$2/$3" 2>/dev/null | jq -r '.size // 0' || true
}

# copy_one CLIENT BUCKET KEY SIZE TO_CLIENT TO_BUCKET: unless it is there already, of the same size.
copy_one() {
  local class="@{5}_class"
  [ "$(size_of "$5" "$6" "$3")" != "$4" ] || return 0
  "$1" cat --raw "s3://$2/$3" | "$5" pipe --raw @{!class:+--storage-class "@{!class}"} "s3://$6/$3" >/dev/null
  [ "$(size_of "$5" "$6" "$3")" = "$4" ] || { echo "stowage: the copy of $3 is not of the same size" >&2; return 1; }
}

move_one() {
  copy_one "$@"
  delete_one "$@"
}

# One that is no longer there is passed over.
move_named() {
  local size
  size=$(size_of "$1" "$2" "$3")
  [ -z "$size" ] || move_one "$1" "$2" "$3" "$size" "$5" "$6"
}

delete_one() {
  "$1" rm --raw "s3://$2/$3" >/dev/null
}

export -f size_of copy_one move_one move_named delete_one
`
    .replaceAll('@{', '$' + '{')
    .split('\n');
