/** The schedule as an s5cmd script. s5cmd has one endpoint a process, so each object goes from one through a pipe to another. */
import type { Bucket, Course } from './course.ts';
import { oneLine, shell } from './quote.ts';
import { words } from './rclone.ts';
import { jobsOf, scriptHead } from './schedule.ts';

/** s5cmd asks for no sessions of directory buckets (github.com/peak/s5cmd issue 725), and speaks S3 alone. */
const speaksS5cmd = ({ kind, endpoint }: Bucket) => endpoint !== null && kind !== 'express';

export interface S5cmdScript {
  /** Null where nothing is left for s5cmd to do. */
  text: string | null;
  notes: string[];
}

export function s5cmdScript(course: Course, title: string): S5cmdScript {
  const jobs = jobsOf(course);
  const done = jobs.filter(({ from, to }) => [from, to].every((one) => one === null || speaksS5cmd(one)));
  const notes = jobs
    .filter((one) => !done.includes(one))
    .map(
      ({ job, from, to }) =>
        `s5cmd cannot do this, so it is left to rclone: ${words(job.kind, from, to, job.afterDays)}.`,
    );
  if (done.length === 0) return { text: null, notes };
  const used = course.buckets.filter((one) => done.some(({ from, to }) => from === one || to === one));
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
      const minutes = Math.round(job.afterDays * 1440);
      const call = `each_older ${from.id} ${shell(from.name)} ${minutes}`;
      return [
        `# ${oneLine(words(job.kind, from, to, job.afterDays))}`,
        to ? `${call} ${job.kind}_one ${to.id} ${shell(to.name)}` : `${call} delete_one`,
        '',
      ];
    }),
  ].join('\n');
  return { text, notes };
}

function client({ id, stores, endpoint, signingRegion }: Bucket): string[] {
  const key = id.toUpperCase();
  return [
    `# ${stores.join(', then ')}`,
    `${id}() {`,
    `  AWS_ACCESS_KEY_ID="$${key}_ACCESS_KEY_ID" AWS_SECRET_ACCESS_KEY="$${key}_SECRET_ACCESS_KEY" \\`,
    `    AWS_REGION=${shell(signingRegion)} s5cmd --endpoint-url ${shell(endpoint ?? '')} "$@"`,
    '}',
    '',
  ];
}

const HELPERS =
  String.raw`# each_older CLIENT BUCKET MINUTES COMMAND [ARG...]: COMMAND CLIENT BUCKET KEY SIZE ARG... for each older object.
each_older() {
  local client=$1 bucket=$2 minutes=$3 command=$4 before
  shift 4
  before=$(( $(date -u +%s) - minutes * 60 ))
  "$client" --json ls "s3://$bucket/*" |
    jq -j --argjson before "$before" --arg root "s3://$bucket/" '
      select(.type == "file" and (.last_modified | sub("\\.[0-9]+Z$"; "Z") | fromdateiso8601) <= $before)
      | (.key | ltrimstr($root)), "\u0000", (.size // 0), "\u0000"' |
    xargs -0 -r -n 2 -P "@{STOWAGE_JOBS:-32}" bash -euo pipefail -c '
      command=$1 client=$2 bucket=$3
      shift 3
      "$command" "$client" "$bucket" "@{@: -2:1}" "@{@: -1}" "@{@:1:$#-2}"' _ "$command" "$client" "$bucket" "$@"
}

size_of() {
  "$1" --json head --raw "s3://$2/$3" 2>/dev/null | jq -r '.size // 0' || true
}

# copy_one CLIENT BUCKET KEY SIZE TO_CLIENT TO_BUCKET: unless it is there already, of the same size.
copy_one() {
  [ "$(size_of "$5" "$6" "$3")" != "$4" ] || return 0
  "$1" cat --raw "s3://$2/$3" | "$5" pipe --raw "s3://$6/$3" >/dev/null
  [ "$(size_of "$5" "$6" "$3")" = "$4" ] || { echo "stowage: the copy of $3 is not of the same size" >&2; return 1; }
}

move_one() {
  copy_one "$@"
  delete_one "$@"
}

delete_one() {
  "$1" rm --raw "s3://$2/$3" >/dev/null
}

export -f size_of copy_one move_one delete_one
`
    .replaceAll('@{', '$' + '{')
    .split('\n');
