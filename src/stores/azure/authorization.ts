/**
 * How Azure Blob Storage knows who asks: a shared key that signs each request (Microsoft, "Authorize with Shared Key",
 * version 2015-02-21 and later), or a shared access signature that goes along in the query.
 */
import { createHmac } from 'node:crypto';
import type { Secret } from '../secret.ts';

export type AzureAuthorization =
  | { kind: 'shared-key'; account: string; key: Secret }
  /** Encoded pairs, without the question mark. */
  | { kind: 'sas'; token: Secret };

export interface AzureRequest {
  method: string;
  /** Encoded path, from its first slash, as it goes over the wire. */
  path: string;
  /** Not encoded. */
  query: readonly (readonly [string, string])[];
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  bodyBytes: number;
}

const SIGNED_HEADERS = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-md5',
  'content-type',
  'date',
  'if-modified-since',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'range',
];

/** The value of the Authorization header. */
export function sharedKeyHeader(account: string, key: Secret, request: AzureRequest): string {
  const { method, path, query, headers, bodyBytes } = request;
  // An empty body is signed as no length at all.
  const standard = { ...headers, 'content-length': bodyBytes === 0 ? '' : String(bodyBytes) };
  const own = Object.keys(headers)
    .filter((name) => name.startsWith('x-ms-'))
    .sort()
    .map((name) => `${name}:${(headers[name] ?? '').trim()}\n`)
    .join('');
  const asked = [...query]
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `\n${name}:${value}`)
    .join('');
  const text = [
    method,
    ...SIGNED_HEADERS.map((name) => (standard as Record<string, string>)[name] ?? ''),
    `${own}/${account}${path}${asked}`,
  ].join('\n');
  const signature = createHmac('sha256', Buffer.from(key.reveal(), 'base64')).update(text).digest('base64');
  return `SharedKey ${account}:${signature}`;
}
