/**
 * Google Cloud Storage by its JSON interface. It has no parts that wait to be joined: what comes in parts is written as
 * objects beside it and composed, as Google's own tools do for speed ("Parallel composite uploads").
 */
import type { HttpRequest } from '../http/exchange.ts';
import { encodePart } from '../s3/signature.ts';
import type { Way } from '../s3/way.ts';
import { removeEach } from '../remove-each.ts';
import { isOk } from '../store.ts';
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
import type { BearerSource } from './bearer.ts';
import { errorReason, generationOf, listingOf } from './json-answers.ts';
import { PART_MARK, uploadsIn } from './parts.ts';

const KEYS_PER_LISTING = 1000;
const JSON_BODY = { 'content-type': 'application/json' };
const BYTES_BODY = { 'content-type': 'application/octet-stream' };

type Query = readonly (readonly [string, string])[];

interface Asked {
  method: HttpRequest['method'];
  path: string;
  query?: Query;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  sink?: BodySink;
  /** Of the reply. */
  mostBytes?: number;
}

export interface GoogleBucket {
  name: string;
  /** Of a bucket that is made: whose it is, and where. Null: none can be made. */
  project: string | null;
  location: string;
}

export class GoogleStore implements ObjectStore {
  readonly mostRemoved = 100;
  readonly #way: Way;
  readonly #bearer: BearerSource;
  readonly #bucket: GoogleBucket;

  constructor(way: Way, bearer: BearerSource, bucket: GoogleBucket) {
    this.#way = way;
    this.#bearer = bearer;
    this.#bucket = bucket;
  }

  put(key: string, body: Uint8Array): Promise<Answer> {
    return this.#upload(key, body);
  }

  putIfAbsent(key: string, body: Uint8Array): Promise<Answer> {
    return this.#upload(key, body, [['ifGenerationMatch', '0']]);
  }

  putIfMatch(key: string, body: Uint8Array, tag: string): Promise<Answer> {
    return this.#upload(key, body, [['ifGenerationMatch', tag]]);
  }

  /** Its generation: Google's own conditions are on that. */
  tagOf({ text }: Answer): string | null {
    return generationOf(text);
  }

  copy(from: string, to: string): Promise<Answer> {
    const path = `${this.#object(from)}/copyTo/b/${encodePart(this.#bucket.name)}/o/${encodePart(to)}`;
    return this.#send({ method: 'POST', path, headers: JSON_BODY, body: Buffer.from('{}') });
  }

  get(key: string, sink: BodySink, mostBytes = Infinity): Promise<Answer> {
    return this.#send({ method: 'GET', path: this.#object(key), query: MEDIA, sink, mostBytes });
  }

  getIfNoneMatch(key: string, tag: string, sink: BodySink, mostBytes = Infinity): Promise<Answer> {
    const query: Query = [...MEDIA, ['ifGenerationNotMatch', tag]];
    return this.#send({ method: 'GET', path: this.#object(key), query, sink, mostBytes });
  }

  getRange(key: string, offset: number, length: number, sink: BodySink): Promise<Answer> {
    const headers = { range: `bytes=${offset}-${offset + length - 1}` };
    return this.#send({
      method: 'GET',
      path: this.#object(key),
      query: MEDIA,
      headers,
      sink,
      mostBytes: length,
    });
  }

  /** What is known of the object, as JSON; its text is taken off, as a HEAD has none. */
  async head(key: string): Promise<Answer> {
    const answer = await this.#send({ method: 'GET', path: this.#object(key) });
    return isOk(answer) ? { ...answer, bytes: 0, text: '' } : answer;
  }

  remove(key: string): Promise<Answer> {
    return this.#send({ method: 'DELETE', path: this.#object(key) });
  }

  removeMany(keys: readonly string[]): Promise<Removal> {
    return removeEach(keys, (key) => this.remove(key));
  }

  beginParts(): Promise<PartsBegun> {
    return Promise.resolve({ answer: null, upload: crypto.randomUUID() });
  }

  async putPart(key: string, upload: string, number: number, body: Uint8Array): Promise<PartPut> {
    const tag = `${key}${PART_MARK}${upload}-${number}`;
    const answer = await this.put(tag, body);
    return { answer, part: isOk(answer) ? { number, tag } : null };
  }

  async endParts(key: string, _upload: string, parts: readonly Part[]): Promise<Answer> {
    const sourceObjects = parts.map(({ tag }) => ({ name: tag }));
    const body = Buffer.from(JSON.stringify({ sourceObjects, destination: BYTES_TYPE }));
    const path = `${this.#object(key)}/compose`;
    const answer = await this.#send({ method: 'POST', path, headers: JSON_BODY, body });
    if (isOk(answer)) await this.removeMany(parts.map(({ tag }) => tag));
    return answer;
  }

  async dropParts(key: string, upload: string): Promise<Answer> {
    const { answer, keys } = await this.list(`${key}${PART_MARK}${upload}-`);
    return keys.length === 0 ? answer : (await this.removeMany(keys)).answer;
  }

  async unfinished(prefix: string, next?: string): Promise<Unfinished> {
    const { answer, keys, next: after } = await this.list(prefix, next);
    return { answer, uploads: uploadsIn(keys), next: after };
  }

  async list(prefix: string, next?: string): Promise<Listing> {
    const answer = await this.#send({
      method: 'GET',
      path: `${this.#own}/o`,
      query: [
        ['prefix', prefix],
        ['maxResults', String(KEYS_PER_LISTING)],
        ['fields', 'items(name),nextPageToken'],
        ...(next === undefined ? [] : [['pageToken', next] as const]),
      ],
    });
    return { answer, ...(isOk(answer) ? listingOf(answer.text) : { keys: [], next: null }) };
  }

  makeBucket(): Promise<Answer> {
    const { name, project, location } = this.#bucket;
    return this.#send({
      method: 'POST',
      path: `${this.#way.root}/storage/v1/b`,
      query: [['project', project ?? '']],
      headers: JSON_BODY,
      body: Buffer.from(JSON.stringify({ name, location })),
    });
  }

  removeBucket(): Promise<Answer> {
    return this.#send({ method: 'DELETE', path: this.#own });
  }

  close(): void {
    this.#way.client.close();
  }

  get #own(): string {
    return `${this.#way.root}/storage/v1/b/${encodePart(this.#bucket.name)}`;
  }

  #object(key: string): string {
    return `${this.#own}/o/${encodePart(key)}`;
  }

  #upload(key: string, body: Uint8Array, query: Query = []): Promise<Answer> {
    const path = `${this.#way.root}/upload/storage/v1/b/${encodePart(this.#bucket.name)}/o`;
    const asked: Query = [['uploadType', 'media'], ['name', key], ...query];
    return this.#send({ method: 'POST', path, query: asked, headers: BYTES_BODY, body });
  }

  async #send({ method, path, query = [], headers = {}, body, sink, mostBytes }: Asked): Promise<Answer> {
    const { client, host } = this.#way;
    const bearer = await this.#bearer.current();
    const asked = query.map(([name, value]) => `${name}=${encodePart(value)}`).join('&');
    const exchange = await client.send({
      method,
      target: asked === '' ? path : `${path}?${asked}`,
      headers: { host, ...headers, ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }) },
      ...(body === undefined ? {} : { body }),
      ...(sink === undefined ? {} : { onBody: sink }),
      mostBytes,
    });
    const isError = exchange.status !== null && exchange.status >= 300;
    return { ...exchange, code: isError ? errorReason(exchange.text) : null };
  }
}

const MEDIA: Query = [['alt', 'media']];
const BYTES_TYPE = { contentType: 'application/octet-stream' };
