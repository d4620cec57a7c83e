/**
 * AWS Signature Version 4 for S3, in the Authorization header (AWS, "Authenticating Requests: Using the Authorization
 * Header"). Paths are encoded once and never normalised, as S3 has it.
 */
import type { Secret } from '../secret.ts';

// Imported at the top it would slow the start of every command: the command line is one bundle.
const { createHash, createHmac } = process.getBuiltinModule('node:crypto');

export interface SigningKey {
  accessKeyId: string;
  secretAccessKey: Secret;
}

export interface SigningScope {
  region: string;
  /** `s3`, or `s3express` for a session on a directory bucket. */
  service: string;
}

export interface Signable {
  method: string;
  /** Encoded path, from its first slash. */
  path: string;
  /** Encoded pairs. */
  query: readonly (readonly [string, string])[];
  /** All that is signed: `host`, `x-amz-date` and `x-amz-content-sha256` among them; names in lower case. */
  headers: Readonly<Record<string, string>>;
}

/** In place of a body's hash: TLS or our own comparison says whether it arrived whole. */
export const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';
export const EMPTY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
export const ALGORITHM = 'AWS4-HMAC-SHA256';

/** `20130524T000000Z` */
export function amzDate(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** RFC 3986: all but the unreserved letters; in a path slashes stay. */
export function encodeKey(text: string): string {
  return text.split('/').map(encodePart).join('/');
}

export function encodePart(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `a=1&b=` with names in order. */
export function queryText(query: Signable['query']): string {
  return [...query]
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** The value of the Authorization header. Derived keys are remembered for their day. */
export class Signer {
  readonly #key: SigningKey;
  readonly #scope: SigningScope;
  #day = '';
  #derived: Buffer = Buffer.alloc(0);

  constructor(key: SigningKey, scope: SigningScope) {
    this.#key = key;
    this.#scope = scope;
  }

  authorization(request: Signable): string {
    const { region, service } = this.#scope;
    const stamp = request.headers['x-amz-date'] ?? '';
    const day = stamp.slice(0, 8);
    if (day !== this.#day) {
      this.#derived = derivedKey(this.#key.secretAccessKey, day, this.#scope);
      this.#day = day;
    }
    const scope = `${day}/${region}/${service}/aws4_request`;
    const names = Object.keys(request.headers).sort();
    const canonical = canonicalRequest(request, names);
    const digest = createHash('sha256').update(canonical).digest('hex');
    const signature = createHmac('sha256', this.#derived)
      .update(`${ALGORITHM}\n${stamp}\n${scope}\n${digest}`)
      .digest('hex');
    return `${ALGORITHM} Credential=${this.#key.accessKeyId}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`;
  }
}

function canonicalRequest({ method, path, query, headers }: Signable, names: readonly string[]): string {
  const lines = names.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`).join('');
  return `${method}\n${path}\n${queryText(query)}\n${lines}\n${names.join(';')}\n${headers['x-amz-content-sha256'] ?? UNSIGNED_PAYLOAD}`;
}

function derivedKey(secret: Secret, day: string, { region, service }: SigningScope): Buffer {
  return [day, region, service, 'aws4_request'].reduce<Buffer>(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    Buffer.from(`AWS4${secret.reveal()}`),
  );
}
