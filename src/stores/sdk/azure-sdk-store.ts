/** Azure Blob Storage by Microsoft's own client, as an application on it would ask. It tries once, so that errors stay data. */
import type * as Sdk from '@azure/storage-blob';
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
import { timedCall } from './asked.ts';
import type { Refusal, Reply } from './asked.ts';

const KEYS_PER_LISTING = 1000;
/** Of a batch (Microsoft, "Blob Batch"). */
const MOST_REMOVED = 256;
const BLOCK_DIGITS = 6;
/** Between two looks at a copy; inside an account it is done when it is answered. */
const COPY_LOOK_MS = 100;

type Conditions = Pick<Sdk.BlobRequestConditions, 'ifMatch' | 'ifNoneMatch'>;
type Credential = Sdk.StorageSharedKeyCredential;

/** What every answer of the client carries. */
interface HasResponse {
  _response: { status: number; headers: { toJson(): Record<string, string> } };
}

export class AzureSdkStore implements ObjectStore {
  readonly mostRemoved = MOST_REMOVED;
  readonly #container: Sdk.ContainerClient;
  readonly #credential: Credential | null;

  /** `credential` is null where the address itself holds a signature. */
  constructor(container: Sdk.ContainerClient, credential: Credential | null) {
    this.#container = container;
    this.#credential = credential;
  }

  put(key: string, body: Uint8Array): Promise<Answer> {
    return this.#put(key, body, {});
  }

  putIfAbsent(key: string, body: Uint8Array): Promise<Answer> {
    return this.#put(key, body, { ifNoneMatch: '*' });
  }

  putIfMatch(key: string, body: Uint8Array, tag: string): Promise<Answer> {
    return this.#put(key, body, { ifMatch: tag });
  }

  tagOf({ headers }: Answer): string | null {
    return headers.etag ?? null;
  }

  copy(from: string, to: string): Promise<Answer> {
    return timedCall(async () => {
      const source = this.#blob(from).url;
      const copying = await this.#blob(to).beginCopyFromURL(source, { intervalInMs: COPY_LOOK_MS });
      return replyOf(await copying.pollUntilDone());
    }, refusalOf);
  }

  get(key: string, sink: BodySink): Promise<Answer> {
    return this.#read(key, sink, {});
  }

  getIfNoneMatch(key: string, tag: string, sink: BodySink): Promise<Answer> {
    return this.#read(key, sink, { conditions: { ifNoneMatch: tag } });
  }

  getRange(key: string, offset: number, length: number, sink: BodySink): Promise<Answer> {
    return this.#read(key, sink, {}, offset, length);
  }

  head(key: string): Promise<Answer> {
    return this.#ask(() => this.#blob(key).getProperties());
  }

  remove(key: string): Promise<Answer> {
    return this.#ask(() => this.#blob(key).delete());
  }

  /** A batch is signed part by part; with a shared access signature the blobs go one by one. */
  async removeMany(keys: readonly string[]): Promise<Removal> {
    const credential = this.#credential;
    if (credential === null) return removeEach(keys, (key) => this.remove(key));
    let refused: Removal['refused'] = [];
    const answer = await timedCall(async () => {
      const urls = keys.map((key) => this.#blob(key).url);
      const batch = await this.#container.getBlobBatchClient().deleteBlobs(urls, credential);
      refused = batch.subResponses.flatMap(({ status, errorCode }, i) =>
        status < 300 || status === 404 ? [] : [{ key: keys[i] ?? '', code: errorCode ?? `status-${status}` }],
      );
      return replyOf(batch);
    }, refusalOf);
    return { answer, refused };
  }

  async list(prefix: string, next?: string): Promise<Listing> {
    return this.#list({ prefix }, next);
  }

  /** Blocks wait for the list that names them: nothing is asked. */
  beginParts(): Promise<PartsBegun> {
    return Promise.resolve({ answer: null, upload: crypto.randomUUID() });
  }

  async putPart(key: string, upload: string, number: number, body: Uint8Array): Promise<PartPut> {
    // All ids of a blob have one length.
    const tag = Buffer.from(`${upload}-${String(number).padStart(BLOCK_DIGITS, '0')}`).toString('base64');
    const answer = await this.#ask(() => this.#blob(key).stageBlock(tag, body, body.length));
    return { answer, part: isOk(answer) ? { number, tag } : null };
  }

  endParts(key: string, _upload: string, parts: readonly Part[]): Promise<Answer> {
    return this.#ask(() => this.#blob(key).commitBlockList(parts.map(({ tag }) => tag)));
  }

  /** Blocks without a list go when the blob is written whole; that blob then goes too. */
  async dropParts(key: string): Promise<Answer> {
    const written = await this.put(key, new Uint8Array());
    return isOk(written) ? this.remove(key) : written;
  }

  async unfinished(prefix: string, next?: string): Promise<Unfinished> {
    const { answer, keys, next: after } = await this.#list({ prefix, includeUncommitedBlobs: true }, next);
    const heads = await Promise.all(keys.map((key) => this.head(key)));
    // The listing shows blobs beside those that are only blocks; these cannot be looked up.
    const uploads = keys.flatMap((key, i) => (heads[i]?.status === 404 ? [{ key, upload: '' }] : []));
    return { answer, uploads, next: after };
  }

  makeBucket(): Promise<Answer> {
    return this.#ask(() => this.#container.create());
  }

  /** Azure removes a container with all that is in it, so this looks first. */
  async removeBucket(): Promise<Answer> {
    const { answer, keys } = await this.list('');
    if (!isOk(answer)) return answer;
    if (keys.length > 0) return { ...answer, status: 409, code: 'ContainerNotEmpty' };
    return this.#ask(() => this.#container.delete());
  }

  close(): void {
    // Its connections are Node's own, which close when they are idle.
  }

  #blob(key: string): Sdk.BlockBlobClient {
    return this.#container.getBlockBlobClient(key);
  }

  #put(key: string, body: Uint8Array, conditions: Conditions): Promise<Answer> {
    return this.#ask(() => this.#blob(key).upload(body, body.length, { conditions }));
  }

  async #list(options: Sdk.ContainerListBlobsOptions, next: string | undefined): Promise<Listing> {
    let keys: string[] = [];
    let after: string | null = null;
    const answer = await timedCall(async () => {
      const pages = this.#container.listBlobsFlat(options).byPage({
        maxPageSize: KEYS_PER_LISTING,
        ...(next === undefined ? {} : { continuationToken: next }),
      });
      const { value } = await pages.next();
      const page = value as Sdk.ContainerListBlobFlatSegmentResponse;
      keys = page.segment.blobItems.map(({ name }) => name);
      after = page.continuationToken || null;
      return replyOf(page);
    }, refusalOf);
    return { answer, keys, next: after };
  }

  #read(
    key: string,
    sink: BodySink,
    options: Sdk.BlobDownloadOptions,
    offset = 0,
    length?: number,
  ): Promise<Answer> {
    return timedCall(async ({ begun, took }) => {
      const download = await this.#blob(key).download(offset, length, { ...options, maxRetryRequests: 0 });
      const reply = replyOf(download);
      begun(reply);
      for await (const piece of (download.readableStreamBody ?? []) as AsyncIterable<Uint8Array>) {
        took(piece.length);
        sink(piece);
      }
      return reply;
    }, refusalOf);
  }

  #ask(call: () => Promise<object>): Promise<Answer> {
    return timedCall(async () => replyOf(await call()), refusalOf);
  }
}

function replyOf(answer: object): Reply {
  const { status, headers } = (answer as HasResponse)._response;
  return { status, headers: headers.toJson() };
}

/** Of its `RestError`. */
interface SdkError extends Error {
  statusCode?: number;
  code?: string;
  response?: { headers: { toJSON(): Record<string, string> } };
}

function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Error)) return null;
  const { statusCode, code, response } = error as SdkError;
  if (statusCode === undefined) return null;
  const headers = response?.headers.toJSON() ?? {};
  return { status: statusCode, headers, code: headers['x-ms-error-code'] ?? code ?? `status-${statusCode}` };
}
