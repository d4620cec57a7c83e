import path from 'node:path';
import type { Profile } from '#core/workload/profile.ts';
import { deriveProfile } from '#query/derive.ts';
import { openNative } from '#query/duckdb-native.ts';
import type { LogOptions } from '#query/formats/format.ts';
import { Folder } from '#tests/helpers/folder.ts';
import type { Request } from './recount.ts';

/** The profile of files given by name and content. */
export async function profileOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<LogOptions> = {},
): Promise<Profile> {
  using folder = new Folder(files);
  const paths = Object.keys(files).map((name) => ({
    name,
    path: path.join(folder.path, name),
    isParquet: name.endsWith('.parquet'),
  }));
  const database = await openNative({ files: paths.map((one) => one.path), spillFolder: null });
  try {
    return (await deriveProfile(database, paths, { columns: {}, ...options })).profile;
  } finally {
    database.close();
  }
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export function requestCsv(requests: readonly Request[]): string {
  const rows = requests.map((one) =>
    [
      new Date(one.atSeconds * 1000).toISOString(),
      one.operation,
      quoted(one.key),
      one.sizeBytes,
      one.sentBytes,
      one.failed ? 503 : 200,
      one.reader,
    ].join(','),
  );
  return ['time,operation,key,size,bytes_sent,status,client', ...rows].join('\n');
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const two = (value: number) => String(value).padStart(2, '0');

/** A record as the AWS user guide describes it: 26 fields, quotes around what the client wrote. */
export function accessLogLine(request: Request, { userAgent = 'aws-sdk-java/2.20 Linux/5.10' } = {}): string {
  const at = new Date(request.atSeconds * 1000);
  const stamp = `${two(at.getUTCDate())}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}:${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`;
  const verb = { GetObject: 'GET', PutObject: 'PUT', DeleteObject: 'DELETE', HeadObject: 'HEAD' }[
    request.operation
  ];
  const key = encodeURIComponent(request.key);
  const sent = request.operation === 'GetObject' && !request.failed ? request.sentBytes : '-';
  const size = request.operation === 'DeleteObject' ? '-' : request.sizeBytes;
  const [status, error] = request.failed ? [503, 'SlowDown'] : [200, '-'];
  return `${'0a'.repeat(32)} example-bucket [${stamp}] ${request.reader} arn:aws:iam::111122223333:user/reader 3E57427F3EXAMPLE REST.${verb}.OBJECT ${key} "${verb} /example-bucket/${key}?x-id=1 HTTP/1.1" ${status} ${error} ${sent} ${size} 41 28 "-" "${userAgent}" - s9lzHYrFp76ZVxRcpX9+5cjAnEH2ROuNkd2BHfIa6UkFVdtjf5mKR3/eTPFvsiP/XV/VLi31234= SigV4 ECDHE-RSA-AES128-GCM-SHA256 AuthHeader example-bucket.s3.us-west-1.amazonaws.com TLSV1.2 - Yes`;
}
