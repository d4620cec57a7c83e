/**
 * Google Cloud Storage by Google's own client, as an application on it would ask. It tries once, so that errors stay data,
 * and writes in one request, as Google advises for objects that are not large ("Uploads and downloads").
 */
import type * as Sdk from '@google-cloud/storage';
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
import { PART_MARK, uploadsIn } from '../google/parts.ts';
import { timedCall } from './asked.ts';
import type { Refusal, Reply } from './asked.ts';

const KEYS_PER_LISTING = 1000;
/** As Google's XML interface names it in a reply to a write. */
const GENERATION = 'x-goog-generation';
/** The client keeps the reply to a call that worked to itself. */
const WORKED: Reply = { status: 200, headers: {} };

type Interceptor = Sdk.File['interceptors'][number];

export class GoogleSdkStore implements ObjectStore {
  readonly mostRemoved = 100;
  readonly #storage: Sdk.Storage;
  readonly #bucket: Sdk.Bucket;
  readonly #location: string;

  constructor(storage: Sdk.Storage, bucket: string, location: string) {
    this.#storage = storage;
    this.#bucket = storage.bucket(bucket);
    this.#location = location;
  }

  put(key: string, body: Uint8Array): Promise<Answer> {
    return this.#put(key, body, {});
  }

  putIfAbsent(key: string, body: Uint8Array): Promise<Answer> {
    return this.#put(key, body, { ifGenerationMatch: 0 });
  }

  putIfMatch(key: string, body: Uint8Array, tag: string): Promise<Answer> {
    return this.#put(key, body, { ifGenerationMatch: tag });
  }

  tagOf({ headers }: Answer): string | null {
    return headers[GENERATION] ?? null;
  }

  copy(from: string, to: string): Promise<Answer> {
    return this.#ask(() => this.#file(from).copy(this.#file(to)));
  }

  get(key: string, sink: BodySink): Promise<Answer> {
    return this.#read(this.#file(key), {}, sink);
  }

  /** Its reads know no condition; what it sends can be added to. */
  getIfNoneMatch(key: string, tag: string, sink: BodySink): Promise<Answer> {
    const file = this.#file(key);
    const asked = (options: { qs?: object }) => ({
      ...options,
      qs: { ...options.qs, ifGenerationNotMatch: tag },
    });
    file.interceptors.push({ request: asked as unknown as Interceptor['request'] });
    return this.#read(file, {}, sink);
  }

  getRange(key: string, offset: number, length: number, sink: BodySink): Promise<Answer> {
    return this.#read(this.#file(key), { start: offset, end: offset + length - 1 }, sink);
  }

  head(key: string): Promise<Answer> {
    return this.#ask(() => this.#file(key).getMetadata());
  }

  remove(key: string): Promise<Answer> {
    return this.#ask(() => this.#file(key).delete());
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
    const names = parts.map(({ tag }) => tag);
    const answer = await this.#ask(() => this.#bucket.combine(names, key));
    if (isOk(answer)) await this.removeMany(names);
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
    let keys: string[] = [];
    let after: string | null = null;
    const answer = await this.#ask(async () => {
      const [files, query] = await this.#bucket.getFiles({
        prefix,
        maxResults: KEYS_PER_LISTING,
        autoPaginate: false,
        ...(next === undefined ? {} : { pageToken: next }),
      });
      keys = files.map(({ name }) => name);
      after = (query as { pageToken?: string } | null)?.pageToken ?? null;
    });
    return { answer, keys, next: after };
  }

  makeBucket(): Promise<Answer> {
    return this.#ask(() => this.#storage.createBucket(this.#bucket.name, { location: this.#location }));
  }

  removeBucket(): Promise<Answer> {
    return this.#ask(() => this.#bucket.delete());
  }

  close(): void {
    // Its connections are Node's own, which close when they are idle.
  }

  #file(key: string): Sdk.File {
    return this.#bucket.file(key);
  }

  #put(key: string, body: Uint8Array, conditions: { ifGenerationMatch?: number | string }): Promise<Answer> {
    return timedCall(async () => {
      const file = this.#file(key);
      await file.save(Buffer.from(body.buffer, body.byteOffset, body.length), {
        resumable: false,
        preconditionOpts: conditions,
      });
      const { generation } = file.metadata;
      return generation === undefined
        ? WORKED
        : { status: 200, headers: { [GENERATION]: String(generation) } };
    }, refusalOf);
  }

  #read(file: Sdk.File, range: { start?: number; end?: number }, sink: BodySink): Promise<Answer> {
    return timedCall(async ({ begun, took }) => {
      let reply = WORKED;
      const stream = file.createReadStream(range);
      stream.on('response', ({ statusCode, headers }: { statusCode: number; headers: object }) => {
        reply = { status: statusCode, headers: headersOf(headers) };
        if (statusCode < 300) begun(reply);
      });
      for await (const piece of stream as AsyncIterable<Uint8Array>) {
        took(piece.length);
        sink(piece);
      }
      return reply;
    }, refusalOf);
  }

  #ask(call: () => Promise<unknown>): Promise<Answer> {
    return timedCall(async () => {
      await call();
      return WORKED;
    }, refusalOf);
  }
}

const headersOf = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Of its `ApiError`; `code` is the status, or the system's word where there was no reply. */
interface SdkError extends Error {
  code?: number | string;
  errors?: readonly { reason?: string }[];
}

function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Error)) return null;
  const { code, errors } = error as SdkError;
  const status = Number(code);
  if (!Number.isInteger(status) || status < 100) return null;
  return { status, headers: {}, code: errors?.[0]?.reason ?? `status-${status}` };
}
