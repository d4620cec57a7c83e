/** Azure Blob Storage: block blobs of one container, over any HTTP client. */
import { answerOf, operationsByHeader, type Asked, type Query } from '../asked.ts';
import { removeEach } from '../remove-each.ts';
import { encodeKey, encodePart } from '../s3/signature.ts';
import type { Way } from '../s3/way.ts';
import { elementText, elements, escapeXml } from '../s3/xml.ts';
import { isOk, type Answer, type ObjectStore } from '../store.ts';
import { sharedKeyHeader, type AzureAuthorization, type AzureRequest } from './authorization.ts';
import { batchBody, batchRefusals } from './batch.ts';

const VERSION = '2024-11-04';
const KEYS_PER_LISTING = 1000;
/** Of a batch (Microsoft, "Blob Batch"). */
const MOST_REMOVED = 256;
const BLOCK_DIGITS = 6;
const CONTAINER = [['restype', 'container']] as const;

/** `root` of the way ends with the container: `/container`, or `/account/container` on an emulator. */
export function azureStore(
  { client, protocol, host, root }: Way,
  authorization: AzureAuthorization,
): ObjectStore {
  const signed = (request: AzureRequest): Record<string, string> => {
    const headers = {
      ...request.headers,
      'x-ms-date': new Date().toUTCString(),
      'x-ms-version': VERSION,
    };
    if (authorization.kind === 'sas') return headers;
    const { account, key } = authorization;
    return { ...headers, authorization: sharedKeyHeader(account, key, { ...request, headers }) };
  };
  const targetOf = (path: string, query: Query = []) => {
    const asked = query.map(([name, value]) => `${name}=${encodePart(value)}`);
    if (authorization.kind === 'sas') asked.push(authorization.token.reveal());
    return asked.length === 0 ? path : `${path}?${asked.join('&')}`;
  };
  const send = async ({ method, key, query = [], headers = {}, body, sink, mostBytes }: Asked) => {
    const path = key === undefined ? root : `${root}/${encodeKey(key)}`;
    const exchange = await client.send({
      method,
      target: targetOf(path, query),
      headers: { host, ...signed({ method, path, query, headers, bodyBytes: body?.length ?? 0 }) },
      body,
      onBody: sink,
      mostBytes,
    });
    const code = (text: string) => elementText(text, 'Code');
    return answerOf(exchange, ({ headers: own, text }) => own['x-ms-error-code'] ?? code(text));
  };
  const { put, remove, ...others } = operationsByHeader(send, {
    written: { 'x-ms-blob-type': 'BlockBlob' },
    range: 'x-ms-range',
  });
  const list = async (prefix: string, next?: string, more: Query = []) => {
    const answer = await send({
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
    return { answer, ...pageOf(answer) };
  };
  return {
    mostRemoved: MOST_REMOVED,
    put,
    remove,
    ...others,
    async copy(from, to) {
      const source = `${protocol}//${host}${targetOf(`${root}/${encodeKey(from)}`)}`;
      const answer = await send({ method: 'PUT', key: to, headers: { 'x-ms-copy-source': source } });
      // Within an account it is done when it is answered; else it would go on unseen, and its time would not be known.
      const isDone = (answer.headers['x-ms-copy-status'] ?? 'success') === 'success';
      return isOk(answer) && !isDone ? { ...answer, code: 'CopyPending' } : answer;
    },
    /** A batch is signed part by part; with a shared access signature the blobs go one by one. */
    async removeMany(keys) {
      if (authorization.kind === 'sas') return removeEach(keys, remove);
      const { boundary, body } = batchBody(
        keys.map((key) => {
          const path = `${root}/${encodeKey(key)}`;
          const headers = signed({ method: 'DELETE', path, query: [], headers: {}, bodyBytes: 0 });
          return { target: targetOf(path), headers };
        }),
      );
      const answer = await send({
        method: 'POST',
        query: [...CONTAINER, ['comp', 'batch']],
        headers: { 'content-type': `multipart/mixed; boundary=${boundary}` },
        body,
      });
      return { answer, refused: isOk(answer) ? batchRefusals(answer.text, keys) : [] };
    },
    /** Blocks wait for the list that names them: nothing is asked. */
    beginParts: () => Promise.resolve({ answer: null, upload: crypto.randomUUID() }),
    async putPart(key, upload, number, body) {
      // All ids of a blob have one length.
      const tag = Buffer.from(`${upload}-${String(number).padStart(BLOCK_DIGITS, '0')}`).toString('base64');
      const query = [['comp', 'block'] as const, ['blockid', tag] as const];
      const answer = await send({ method: 'PUT', key, query, body });
      return { answer, part: isOk(answer) ? { number, tag } : null };
    },
    endParts(key, _upload, parts) {
      const blocks = parts.map(({ tag }) => `<Latest>${escapeXml(tag)}</Latest>`).join('');
      const body = Buffer.from(`<?xml version="1.0" encoding="utf-8"?><BlockList>${blocks}</BlockList>`);
      return send({ method: 'PUT', key, query: [['comp', 'blocklist']], body });
    },
    /** Blocks without a list go when the blob is written whole; that blob then goes too. */
    async dropParts(key) {
      const written = await put(key, new Uint8Array());
      return isOk(written) ? remove(key) : written;
    },
    async unfinished(prefix, next) {
      const { answer, keys, next: after } = await list(prefix, next, [['include', 'uncommittedblobs']]);
      const heads = await Promise.all(keys.map((key) => others.head(key)));
      // The listing shows blobs beside those that are only blocks; these cannot be looked up.
      const uploads = keys.flatMap((key, i) => (heads[i]?.status === 404 ? [{ key, upload: '' }] : []));
      return { answer, uploads, next: after };
    },
    list: (prefix, next) => list(prefix, next),
    makeBucket: () => send({ method: 'PUT', query: CONTAINER }),
    /** Azure removes a container with all that is in it, so this looks first. */
    async removeBucket() {
      const { answer, keys } = await list('');
      if (!isOk(answer)) return answer;
      if (keys.length > 0) return { ...answer, status: 409, code: 'ContainerNotEmpty' };
      return send({ method: 'DELETE', query: CONTAINER });
    },
    close: () => client.close(),
  };
}

function pageOf(answer: Answer): { keys: string[]; next: string | null } {
  if (!isOk(answer)) return { keys: [], next: null };
  const keys = elements(answer.text, 'Blob').flatMap((one) => elementText(one, 'Name') ?? []);
  return { keys, next: elementText(answer.text, 'NextMarker') || null };
}
