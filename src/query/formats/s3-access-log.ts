/** S3 server access logs. Field order: the AWS user guide, "Amazon S3 server access log format"; new fields come last. */
import { insertFromLines } from './format.ts';
import type { LogFormat } from './format.ts';

const FIELDS: readonly (readonly [name: string, pattern: string])[] = [
  ['owner', String.raw`\S+`],
  ['bucket', String.raw`\S+`],
  ['at', String.raw`\[[^\]]+\]`],
  ['address', String.raw`\S+`],
  ['requester', String.raw`\S+`],
  ['request', String.raw`\S+`],
  ['operation', String.raw`[A-Z0-9_]+(?:\.[A-Za-z0-9_]+)+`],
  ['key', String.raw`\S+`],
  // Whoever asks writes the text in quotes: it may hold blanks and quotes of its own.
  ['uri', '".*?"|-'],
  ['status', String.raw`\d{3}|-`],
  ['error', String.raw`\S+`],
  ['sent', String.raw`\d+|-`],
  ['size', String.raw`\d+|-`],
  ['took', String.raw`\d+|-`],
];
const LINE = `^${FIELDS.map(([, pattern]) => `(${pattern})`).join(' ')}(?: |$)`;
const STAMP = /^\S+ \S+ \[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\] /;

/** `[06/Feb/2019:00:00:38 +0000]` */
const AT = `epoch(try_strptime(substr(f.at, 2, 20), '%d/%b/%Y:%H:%M:%S'))
  - CASE substr(f.at, 23, 1) WHEN '-' THEN -60 ELSE 60 END
  * (60 * TRY_CAST(substr(f.at, 24, 2) AS INTEGER) + TRY_CAST(substr(f.at, 26, 2) AS INTEGER))`;

export const s3AccessLog: LogFormat = {
  id: 's3-access-log',
  recognises: ({ lines }) =>
    lines.some((line) => new RegExp(LINE).test(line) && STAMP.test(line)) ||
    'lines of 24 or more fields such as "… [06/Feb/2019:00:00:38 +0000] … REST.GET.OBJECT key "GET /key HTTP/1.1" 200 …"',
  load: (database, file) =>
    insertFromLines(
      database,
      file,
      `         CASE WHEN f.operation <> '' THEN ${AT} END,
         NULLIF(f.operation, ''),
         f.bucket || '/' || NULLIF(f.key, '-'),
         TRY_CAST(f.size AS DOUBLE),
         COALESCE(TRY_CAST(f.sent AS DOUBLE), 0),
         NULLIF(f.address, '-'),
         1,
         COALESCE(TRY_CAST(f.status AS INTEGER) >= 400, false)`,
      LINE,
      FIELDS.map(([name]) => name),
    ),
};
