/** S3 and everything that speaks like it, over any HTTP client. */
import { createHash } from 'node:crypto';
import type { HttpRequest } from '../http/exchange.ts';
import type {
  Answer,
  BodySink,
  Listing,
  ObjectStore,
  Part,
  PartPut,
  PartsBegun,
  Removal,
  Unfinished,
} from '../store.ts';
import { isOk } from '../store.ts';
import { EMPTY_HASH, UNSIGNED_PAYLOAD, amzDateNow, encodeKey, encodePart, queryText } from './signature.ts';
import type { KeySource, SigningKeys } from './session.ts';
import type { Way } from './way.ts';
import { elementText, elements, escapeXml } from './xml.ts';

/** A way, and the keys that sign what goes along it. */
export interface SignedWay extends Way {
  keys: KeySource;
}

interface Asked {
  method: HttpRequest['method'];
  /** Without one, the bucket itself. */
  key?: string;
  query?: readonly (readonly [string, string])[];
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  sink?: BodySink;
  /** Of the reply. */
  mostBytes?: number;
}

export class S3Store implements ObjectStore {
  readonly mostRemoved = 1000;
  readonly #name: string;
  readonly #objects: SignedWay;
  readonly #bucket: SignedWay;
  readonly #configuration: string | null;

  /**
   * `name` is the bucket's. Directory buckets are made and removed along a way of their own. `configuration` is the XML that making the bucket
   * has to send, if any.
   */
  constructor(
    name: string,
    objects: SignedWay,
    bucket: SignedWay = objects,
    configuration: string | null = null,
  ) {
    this.#name = name;
    this.#objects = objects;
    this.#bucket = bucket;
    this.#configuration = configuration;
  }

  put(key: string, body: Uint8Array): Promise<Answer> {
    return this.#send({ method: 'PUT', key, body });
  }

  putIfAbsent(key: string, body: Uint8Array): Promise<Answer> {
    return this.#send({ method: 'PUT', key, headers: { 'if-none-match': '*' }, body });
  }

  putIfMatch(key: string, body: Uint8Array, tag: string): Promise<Answer> {
    return this.#send({ method: 'PUT', key, headers: { 'if-match': tag }, body });
  }

  tagOf({ headers }: Answer): string | null {
    return headers.etag ?? null;
  }

  async copy(from: string, to: string): Promise<Answer> {
    const headers = { 'x-amz-copy-source': `/${encodePart(this.#name)}/${encodeKey(from)}` };
    return withLateError(await this.#send({ method: 'PUT', key: to, headers }));
  }

  get(key: string, sink: BodySink, mostBytes = Infinity): Promise<Answer> {
    return this.#send({ method: 'GET', key, sink, mostBytes });
  }

  getIfNoneMatch(key: string, tag: string, sink: BodySink, mostBytes = Infinity): Promise<Answer> {
    return this.#send({ method: 'GET', key, headers: { 'if-none-match': tag }, sink, mostBytes });
  }

  getRange(key: string, offset: number, length: number, sink: BodySink): Promise<Answer> {
    const range = `bytes=${offset}-${offset + length - 1}`;
    return this.#send({ method: 'GET', key, headers: { range }, sink, mostBytes: length });
  }

  head(key: string): Promise<Answer> {
    return this.#send({ method: 'HEAD', key });
  }

  remove(key: string): Promise<Answer> {
    return this.#send({ method: 'DELETE', key });
  }

  async removeMany(keys: readonly string[]): Promise<Removal> {
    const objects = keys.map((key) => `<Object><Key>${escapeXml(key)}</Key></Object>`).join('');
    const body = Buffer.from(`<Delete><Quiet>true</Quiet>${objects}</Delete>`);
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') };
    const answer = await this.#send({ method: 'POST', query: [['delete', '']], headers, body });
    const refused = elements(answer.text, 'Error').map((one) => ({
      key: elementText(one, 'Key') ?? '',
      code: elementText(one, 'Code') ?? '',
    }));
    return { answer, refused: isOk(answer) ? refused : [] };
  }

  async beginParts(key: string): Promise<PartsBegun> {
    const answer = await this.#send({ method: 'POST', key, query: [['uploads', '']] });
    const upload = isOk(answer) ? elementText(answer.text, 'UploadId') : null;
    return upload === null ? { answer, upload } : { answer, upload };
  }

  async putPart(key: string, upload: string, number: number, body: Uint8Array): Promise<PartPut> {
    const query = [['partNumber', String(number)] as const, uploadId(upload)];
    const answer = await this.#send({ method: 'PUT', key, query, body });
    const tag = answer.headers.etag;
    return { answer, part: isOk(answer) && tag !== undefined ? { number, tag } : null };
  }

  async endParts(key: string, upload: string, parts: readonly Part[]): Promise<Answer> {
    const xml = parts
      .map(
        ({ number, tag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
      )
      .join('');
    const body = Buffer.from(`<CompleteMultipartUpload>${xml}</CompleteMultipartUpload>`);
    return withLateError(await this.#send({ method: 'POST', key, query: [uploadId(upload)], body }));
  }

  dropParts(key: string, upload: string): Promise<Answer> {
    return this.#send({ method: 'DELETE', key, query: [uploadId(upload)] });
  }

  async unfinished(prefix: string, next?: string): Promise<Unfinished> {
    const [afterKey = '', afterUpload = ''] = next?.split(' ') ?? [];
    const answer = await this.#send({
      method: 'GET',
      query: [
        ['encoding-type', 'url'],
        ...(next === undefined ? [] : [['key-marker', afterKey] as const]),
        ['prefix', encodePart(prefix)],
        ...(next === undefined ? [] : [['upload-id-marker', afterUpload] as const]),
        ['uploads', ''],
      ],
    });
    if (!isOk(answer)) return { answer, uploads: [], next: null };
    const nameOf = nameReader(answer.text);
    const uploads = elements(answer.text, 'Upload').flatMap((one) => {
      const key = nameOf(one, 'Key');
      const upload = elementText(one, 'UploadId');
      return key === null || upload === null ? [] : [{ key, upload }];
    });
    const isCut = elementText(answer.text, 'IsTruncated') === 'true';
    const marker = nameOf(answer.text, 'NextKeyMarker') ?? '';
    const uploadMarker = elementText(answer.text, 'NextUploadIdMarker') ?? '';
    return { answer, uploads, next: isCut ? `${encodePart(marker)} ${encodePart(uploadMarker)}` : null };
  }

  async list(prefix: string, next?: string): Promise<Listing> {
    const answer = await this.#send({
      method: 'GET',
      query: [
        ...(next === undefined ? [] : [['continuation-token', encodePart(next)] as const]),
        ['encoding-type', 'url'],
        ['list-type', '2'],
        ['prefix', encodePart(prefix)],
      ],
    });
    if (!isOk(answer)) return { answer, keys: [], next: null };
    const nameOf = nameReader(answer.text);
    const keys = elements(answer.text, 'Contents').flatMap((one) => nameOf(one, 'Key') ?? []);
    const isCut = elementText(answer.text, 'IsTruncated') === 'true';
    return { answer, keys, next: isCut ? elementText(answer.text, 'NextContinuationToken') : null };
  }

  makeBucket(): Promise<Answer> {
    const xml = this.#configuration;
    return this.#send({ method: 'PUT', ...(xml === null ? {} : { body: Buffer.from(xml) }) }, this.#bucket);
  }

  removeBucket(): Promise<Answer> {
    return this.#send({ method: 'DELETE' }, this.#bucket);
  }

  close(): void {
    this.#objects.client.close();
    this.#bucket.client.close();
  }

  async #send(asked: Asked, way: SignedWay = this.#objects): Promise<Answer> {
    // Nothing is waited for that is there already: each turn of the queue is time of its own.
    const current = way.keys.current();
    const keys = current instanceof Promise ? await current : current;
    if (!('signer' in keys)) return keys;
    const exchange = await way.client.send(signedRequest(asked, way, keys));
    const isError = exchange.status !== null && exchange.status >= 300;
    return { ...exchange, code: isError ? elementText(exchange.text, 'Code') : null };
  }
}

function signedRequest(
  { method, key, query = [], headers, body, sink, mostBytes }: Asked,
  { host, root }: SignedWay,
  keys: SigningKeys,
): HttpRequest {
  const path = `${root}${key === undefined ? (root === '' ? '/' : '') : `/${encodeKey(key)}`}`;
  const signed: Record<string, string> = {
    host,
    'x-amz-content-sha256': body === undefined ? EMPTY_HASH : UNSIGNED_PAYLOAD,
    'x-amz-date': amzDateNow(),
    ...headers,
    ...keys.headers,
  };
  signed.authorization = keys.signer.authorization({ method, path, query, headers: signed });
  const target = query.length === 0 ? path : `${path}?${queryText(query)}`;
  return { method, target, headers: signed, body, onBody: sink, mostBytes };
}

const uploadId = (upload: string) => ['uploadId', encodePart(upload)] as const;

/** S3 answers 200 before it has copied or joined, and may say in the body that it could not. */
function withLateError(answer: Answer): Answer {
  return isOk(answer) && answer.text.includes('<Error>')
    ? { ...answer, code: elementText(answer.text, 'Code') }
    : answer;
}

/** Reads keys of a listing, which says of itself whether they are encoded. */
function nameReader(listing: string): (xml: string, name: string) => string | null {
  const isEncoded = elementText(listing, 'EncodingType') === 'url';
  return (xml, name) => {
    const key = elementText(xml, name);
    return key === null || !isEncoded ? key : decoded(key);
  };
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key;
  }
}
