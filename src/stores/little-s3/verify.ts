/** Is a request signed as S3 wants it? */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ALGORITHM, EMPTY_HASH, Signer, UNSIGNED_PAYLOAD, type SigningKey } from '../s3/signature.ts';

export interface Signed {
  method: string;
  /** As it came over the wire. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Uint8Array;
}

const AUTHORIZATION = new RegExp(
  `^${ALGORITHM} Credential=([^/,\\s]+)/(\\d{8})/([^/]+)/([^/]+)/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$`,
);
const SKEW_MS = 15 * 60 * 1000;

/** The error code that S3 gives, or null where all is well. `wanted` is the service signed for, `nowMs` the server's clock. */
export function refusal(
  request: Signed,
  keys: readonly SigningKey[],
  wanted: string,
  nowMs: number,
): string | null {
  const { headers } = request;
  if (headers.authorization === undefined) return 'AccessDenied';
  const [, id, day = '', region = '', service = '', names = ''] =
    AUTHORIZATION.exec(headers.authorization) ?? [];
  if (id === undefined) return 'AuthorizationHeaderMalformed';
  if (service !== wanted) return 'AuthorizationHeaderMalformed';
  const key = keys.find(({ accessKeyId }) => accessKeyId === id);
  if (!key) return 'InvalidAccessKeyId';
  const stamp = one(headers['x-amz-date']);
  const signedAt = Date.parse(
    stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  if (!(Math.abs(nowMs - signedAt) <= SKEW_MS) || !stamp.startsWith(day)) return 'RequestTimeTooSkewed';
  const signed = names.split(';');
  const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !signed.includes(name));
  if (!signed.includes('host') || unsigned.length > 0) return 'SignatureDoesNotMatch';
  const [path = '', query = ''] = request.target.split('?', 2);
  const expected = new Signer(key, { region, service }).authorization({
    method: request.method,
    path,
    query: query === '' ? [] : query.split('&').map(pairOf),
    headers: Object.fromEntries(signed.map((name) => [name, one(headers[name])])),
  });
  if (expected !== headers.authorization.replaceAll(', ', ',')) return 'SignatureDoesNotMatch';
  return wrongHash(one(headers['x-amz-content-sha256']), request.body);
}

function wrongHash(promised: string, body: Uint8Array): string | null {
  if (promised === UNSIGNED_PAYLOAD) return null;
  if (promised === EMPTY_HASH && body.length === 0) return null;
  const seen = createHash('sha256').update(body).digest('hex');
  return seen === promised ? null : 'XAmzContentSHA256Mismatch';
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

const one = (value: string | string[] | undefined) =>
  Array.isArray(value) ? value.join(',') : (value ?? '');
