/**
 * AWS Signature Version 4 for S3, in the Authorization header (AWS, "Authenticating Requests: Using the Authorization
 * Header"). Paths are encoded once and never normalised, as S3 has it.
 */
import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { Secret } from '../secret.ts';

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
function amzDate(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d{3}/g, '');
}

let second = 0;
let stamp = '';

/** That of now, worked out once a second. */
export function amzDateNow(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    stamp = amzDate(new Date(now * 1000));
  }
  return stamp;
}

/** RFC 3986: all but the unreserved letters; in a path slashes stay. */
export function encodeKey(text: string): string {
  return UNRESERVED.test(text) ? text : text.split('/').map(encodePart).join('/');
}

const UNRESERVED = /^[A-Za-z0-9._~/-]*$/;

export function encodePart(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `a=1&b=` with names in order. */
export function queryText(query: Signable['query']): string {
  if (query.length === 0) return '';
  return [...query]
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Signs. What stays the same from one request to the next is worked out once: the key of the day, the order of the headers. */
export class Signer {
  readonly #key: SigningKey;
  readonly #scope: SigningScope;
  readonly #orders = new Map<string, SignedNames>();
  #day = '';
  #dayScope = '';
  /** As a key object: from bytes, node:crypto would make one anew for each request, which takes five times as long. */
  #dayKey: KeyObject | null = null;

  constructor(key: SigningKey, scope: SigningScope) {
    this.#key = key;
    this.#scope = scope;
  }

  /** The value of the Authorization header. */
  authorization({ method, path, query, headers }: Signable): string {
    const stamp = headers['x-amz-date'] ?? '';
    const dayKey = this.#keyOf(stamp);
    const { names, joined } = this.#signedNames(headers);
    let lines = '';
    for (const name of names) lines += `${name}:${valueText(headers[name] ?? '')}\n`;
    const canonical = `${method}\n${path}\n${queryText(query)}\n${lines}\n${joined}\n${headers['x-amz-content-sha256'] ?? UNSIGNED_PAYLOAD}`;
    const digest = hash('sha256', canonical, 'hex');
    const signature = createHmac('sha256', dayKey)
      .update(`${ALGORITHM}\n${stamp}\n${this.#dayScope}\n${digest}`)
      .digest('hex');
    return `${ALGORITHM} Credential=${this.#key.accessKeyId}/${this.#dayScope},SignedHeaders=${joined},Signature=${signature}`;
  }

  #keyOf(stamp: string): KeyObject {
    if (this.#dayKey && stamp.startsWith(this.#day)) return this.#dayKey;
    const { region, service } = this.#scope;
    this.#day = stamp.slice(0, 8);
    this.#dayScope = `${this.#day}/${region}/${service}/aws4_request`;
    this.#dayKey = createSecretKey(derivedKey(this.#key.secretAccessKey, this.#day, this.#scope));
    return this.#dayKey;
  }

  #signedNames(headers: Signable['headers']): SignedNames {
    const given = Object.keys(headers);
    const key = given.join(';');
    const known = this.#orders.get(key);
    if (known) return known;
    const names = given.sort();
    const order = { names, joined: names.join(';') };
    this.#orders.set(key, order);
    return order;
  }
}

interface SignedNames {
  /** In order. */
  names: readonly string[];
  joined: string;
}

const valueText = (value: string) => value.trim().replace(/ {2,}/g, ' ');

function derivedKey(secret: Secret, day: string, { region, service }: SigningScope): Buffer {
  return [day, region, service, 'aws4_request'].reduce<Buffer>(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    Buffer.from(`AWS4${secret.reveal()}`),
  );
}
