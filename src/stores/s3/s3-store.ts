/** S3 and everything that speaks like it, over any HTTP client. */
import { createHash } from 'node:crypto';
import { answerOf, operationsByHeader, type Asked } from '../asked.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { isOk, type Answer, type ObjectStore } from '../store.ts';
import { EMPTY_HASH, UNSIGNED_PAYLOAD, amzDateNow, encodeKey, encodePart, queryText } from './signature.ts';
import type { KeySource, SigningKeys } from './session.ts';
import type { Way } from './way.ts';
import { elementText, elements, escapeXml } from './xml.ts';

/** A way, and the keys that sign what goes along it. */
interface SignedWay extends Way {
  keys: KeySource;
}

/**
 * `name` is the bucket's. Directory buckets are made and removed along a way of their own. `configuration` is the XML that making the bucket
 * has to send, if any.
 */
export function s3Store(
  name: string,
  objects: SignedWay,
  bucket: SignedWay,
  configuration: string | null,
): ObjectStore {
  const send = async (asked: Asked, way = objects): Promise<Answer> => {
    // Nothing is waited for that is there already: each turn of the queue is time of its own.
    const current = way.keys.current();
    const keys = current instanceof Promise ? await current : current;
    if (!('signer' in keys)) return keys;
    const exchange = await way.client.send(signedRequest(asked, way, keys));
    return answerOf(exchange, ({ text }) => elementText(text, 'Code'));
  };
  return {
    mostRemoved: 1000,
    ...operationsByHeader(send),
    async copy(from, to) {
      const headers = { 'x-amz-copy-source': `/${encodePart(name)}/${encodeKey(from)}` };
      return withLateError(await send({ method: 'PUT', key: to, headers }));
    },
    async removeMany(keys) {
      const objects = keys.map((key) => `<Object><Key>${escapeXml(key)}</Key></Object>`).join('');
      const body = Buffer.from(`<Delete><Quiet>true</Quiet>${objects}</Delete>`);
      const headers = { 'content-md5': createHash('md5').update(body).digest('base64') };
      const answer = await send({ method: 'POST', query: [['delete', '']], headers, body });
      const refused = elements(answer.text, 'Error').map((one) => ({
        key: elementText(one, 'Key') ?? '',
        code: elementText(one, 'Code') ?? '',
      }));
      return { answer, refused: isOk(answer) ? refused : [] };
    },
    async beginParts(key) {
      const answer = await send({ method: 'POST', key, query: [['uploads', '']] });
      const upload = isOk(answer) ? elementText(answer.text, 'UploadId') : null;
      return upload === null ? { answer, upload } : { answer, upload };
    },
    async putPart(key, upload, number, body) {
      const query = [['partNumber', String(number)] as const, uploadId(upload)];
      const answer = await send({ method: 'PUT', key, query, body });
      const tag = answer.headers.etag;
      return { answer, part: isOk(answer) && tag !== undefined ? { number, tag } : null };
    },
    async endParts(key, upload, parts) {
      const xml = parts
        .map(
          ({ number, tag }) =>
            `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
        )
        .join('');
      const body = Buffer.from(`<CompleteMultipartUpload>${xml}</CompleteMultipartUpload>`);
      return withLateError(await send({ method: 'POST', key, query: [uploadId(upload)], body }));
    },
    dropParts: (key, upload) => send({ method: 'DELETE', key, query: [uploadId(upload)] }),
    async unfinished(prefix, next) {
      const [afterKey = '', afterUpload = ''] = next?.split(' ') ?? [];
      const answer = await send({
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
    },
    async list(prefix, next) {
      const answer = await send({
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
    },
    makeBucket: () =>
      send(
        { method: 'PUT', ...(configuration === null ? {} : { body: Buffer.from(configuration) }) },
        bucket,
      ),
    removeBucket: () => send({ method: 'DELETE' }, bucket),
    close() {
      objects.client.close();
      bucket.client.close();
    },
  };
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
