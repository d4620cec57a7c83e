/** Azure Blob Storage: block blobs of one container, over any HTTP client. */
import type { HttpRequest } from '../http/exchange.ts';
import { encodeKey, encodePart } from '../s3/signature.ts';
import type { Way } from '../s3/way.ts';
import { elementText, elements, escapeXml } from '../s3/xml.ts';
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
import { sharedKeyHeader } from './authorization.ts';
import type { AzureAuthorization } from './authorization.ts';
import { batchBody, batchRefusals } from './batch.ts';

const VERSION = '2024-11-04';
const KEYS_PER_LISTING = 1000;
/** Of a batch (Microsoft, "Blob Batch"). */
const MOST_REMOVED = 256;
const BLOCK_DIGITS = 6;

interface Asked {
  method: HttpRequest['method'];
  /** Without one, the container itself. */
  key?: string;
  query?: readonly (readonly [string, string])[];
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  sink?: BodySink;
  /** Of the reply. */
  mostBytes?: number;
}

export class AzureStore implements ObjectStore {
  readonly mostRemoved = MOST_REMOVED;
  readonly #way: Way;
  readonly #authorization: AzureAuthorization;

  /** `way` ends with the container: `/container`, or `/account/container` on an emulator. */
  constructor(way: Way, authorization: AzureAuthorization) {
    this.#way = way;
    this.#authorization = authorization;
  }

  put(key: string, body: Uint8Array): Promise<Answer> {
    return this.#send({ method: 'PUT', key, headers: BLOCK_BLOB, body });
  }

  putIfAbsent(key: string, body: Uint8Array): Promise<Answer> {
    return this.#send({ method: 'PUT', key, headers: { ...BLOCK_BLOB, 'if-none-match': '*' }, body });
  }

  putIfMatch(key: string, body: Uint8Array, tag: string): Promise<Answer> {
    return this.#send({ method: 'PUT', key, headers: { ...BLOCK_BLOB, 'if-match': tag }, body });
  }

  tagOf({ headers }: Answer): string | null {
    return headers.etag ?? null;
  }

  async copy(from: string, to: string): Promise<Answer> {
    const { protocol, host, root } = this.#way;
    const source = `${protocol}//${host}${this.#target(`${root}/${encodeKey(from)}`, [])}`;
    const answer = await this.#send({ method: 'PUT', key: to, headers: { 'x-ms-copy-source': source } });
    // Within an account it is done when it is answered; else it would go on unseen, and its time would not be known.
    const isDone = (answer.headers['x-ms-copy-status'] ?? 'success') === 'success';
    return isOk(answer) && !isDone ? { ...answer, code: 'CopyPending' } : answer;
  }

  get(key: string, sink: BodySink, mostBytes = Infinity): Promise<Answer> {
    return this.#send({ method: 'GET', key, sink, mostBytes });
  }

  getIfNoneMatch(key: string, tag: string, sink: BodySink, mostBytes = Infinity): Promise<Answer> {
    return this.#send({ method: 'GET', key, headers: { 'if-none-match': tag }, sink, mostBytes });
  }

  getRange(key: string, offset: number, length: number, sink: BodySink): Promise<Answer> {
    const range = `bytes=${offset}-${offset + length - 1}`;
    return this.#send({ method: 'GET', key, headers: { 'x-ms-range': range }, sink, mostBytes: length });
  }

  head(key: string): Promise<Answer> {
    return this.#send({ method: 'HEAD', key });
  }

  remove(key: string): Promise<Answer> {
    return this.#send({ method: 'DELETE', key });
  }

  /** A batch is signed part by part; with a shared access signature the blobs go one by one. */
  async removeMany(keys: readonly string[]): Promise<Removal> {
    if (this.#authorization.kind === 'sas') return removeEach(keys, (key) => this.remove(key));
    const { root } = this.#way;
    const { boundary, body } = batchBody(
      keys.map((key) => {
        const path = `${root}/${encodeKey(key)}`;
        const headers = this.#signed({ method: 'DELETE', path, query: [], headers: {}, bodyBytes: 0 });
        return { target: this.#target(path, []), headers };
      }),
    );
    const answer = await this.#send({
      method: 'POST',
      query: [
        ['restype', 'container'],
        ['comp', 'batch'],
      ],
      headers: { 'content-type': `multipart/mixed; boundary=${boundary}` },
      body,
    });
    return { answer, refused: isOk(answer) ? batchRefusals(answer.text, keys) : [] };
  }

  /** Blocks wait for the list that names them: nothing is asked. */
  beginParts(): Promise<PartsBegun> {
    return Promise.resolve({ answer: null, upload: crypto.randomUUID() });
  }

  async putPart(key: string, upload: string, number: number, body: Uint8Array): Promise<PartPut> {
    // All ids of a blob have one length.
    const tag = Buffer.from(`${upload}-${String(number).padStart(BLOCK_DIGITS, '0')}`).toString('base64');
    const query = [['comp', 'block'] as const, ['blockid', tag] as const];
    const answer = await this.#send({ method: 'PUT', key, query, body });
    return { answer, part: isOk(answer) ? { number, tag } : null };
  }

  endParts(key: string, _upload: string, parts: readonly Part[]): Promise<Answer> {
    const list = parts.map(({ tag }) => `<Latest>${escapeXml(tag)}</Latest>`).join('');
    const body = Buffer.from(`<?xml version="1.0" encoding="utf-8"?><BlockList>${list}</BlockList>`);
    return this.#send({ method: 'PUT', key, query: [['comp', 'blocklist']], body });
  }

  /** Blocks without a list go when the blob is written whole; that blob then goes too. */
  async dropParts(key: string): Promise<Answer> {
    const written = await this.put(key, new Uint8Array());
    return isOk(written) ? this.remove(key) : written;
  }

  async unfinished(prefix: string, next?: string): Promise<Unfinished> {
    const answer = await this.#list(prefix, next, [['include', 'uncommittedblobs']]);
    const { keys, next: after } = pageOf(answer);
    const heads = await Promise.all(keys.map((key) => this.head(key)));
    // The listing shows blobs beside those that are only blocks; these cannot be looked up.
    const uploads = keys.flatMap((key, i) => (heads[i]?.status === 404 ? [{ key, upload: '' }] : []));
    return { answer, uploads, next: after };
  }

  async list(prefix: string, next?: string): Promise<Listing> {
    const answer = await this.#list(prefix, next);
    return { answer, ...pageOf(answer) };
  }

  makeBucket(): Promise<Answer> {
    return this.#send({ method: 'PUT', query: CONTAINER });
  }

  /** Azure removes a container with all that is in it, so this looks first. */
  async removeBucket(): Promise<Answer> {
    const { answer, keys } = await this.list('');
    if (!isOk(answer)) return answer;
    if (keys.length > 0) return { ...answer, status: 409, code: 'ContainerNotEmpty' };
    return this.#send({ method: 'DELETE', query: CONTAINER });
  }

  close(): void {
    this.#way.client.close();
  }

  #list(prefix: string, next?: string, more: readonly (readonly [string, string])[] = []): Promise<Answer> {
    return this.#send({
      method: 'GET',
      query: [
        ...CONTAINER,
        ['comp', 'list'],
        ['prefix', prefix],
        ['maxresults', String(KEYS_PER_LISTING)],
        ...(next === undefined ? [] : [['marker', next] as const]),
        ...more,
      ],
    });
  }

  async #send({ method, key, query = [], headers = {}, body, sink, mostBytes }: Asked): Promise<Answer> {
    const { client, host, root } = this.#way;
    const path = key === undefined ? root : `${root}/${encodeKey(key)}`;
    const exchange = await client.send({
      method,
      target: this.#target(path, query),
      headers: {
        host,
        ...this.#signed({ method, path, query, headers, bodyBytes: body?.length ?? 0 }),
      },
      ...(body === undefined ? {} : { body }),
      ...(sink === undefined ? {} : { onBody: sink }),
      mostBytes,
    });
    const isError = exchange.status !== null && exchange.status >= 300;
    const code = exchange.headers['x-ms-error-code'] ?? elementText(exchange.text, 'Code');
    return { ...exchange, code: isError ? code : null };
  }

  #signed(request: Parameters<typeof sharedKeyHeader>[2]): Record<string, string> {
    const headers = {
      ...request.headers,
      'x-ms-date': new Date().toUTCString(),
      'x-ms-version': VERSION,
    };
    const authorization = this.#authorization;
    if (authorization.kind === 'sas') return headers;
    const { account, key } = authorization;
    return { ...headers, authorization: sharedKeyHeader(account, key, { ...request, headers }) };
  }

  #target(path: string, query: readonly (readonly [string, string])[]): string {
    const asked = query.map(([name, value]) => `${name}=${encodePart(value)}`);
    if (this.#authorization.kind === 'sas') asked.push(this.#authorization.token.reveal());
    return asked.length === 0 ? path : `${path}?${asked.join('&')}`;
  }
}

const BLOCK_BLOB = { 'x-ms-blob-type': 'BlockBlob' };
const CONTAINER = [['restype', 'container']] as const;

function pageOf(answer: Answer): { keys: string[]; next: string | null } {
  if (!isOk(answer)) return { keys: [], next: null };
  const keys = elements(answer.text, 'Blob').flatMap((one) => elementText(one, 'Name') ?? []);
  return { keys, next: elementText(answer.text, 'NextMarker') || null };
}
