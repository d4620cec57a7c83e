/** Buckets and objects in memory, and the operations of S3 that the probe uses on them. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { IncomingHttpHeaders } from 'node:http';
import { encodeKey } from '../s3/signature.ts';
import { elementText, elements, escapeXml } from '../s3/xml.ts';
import type { Asked, StoredObject } from './object.ts';
import { partsReply, type Uploads } from './parts.ts';
import { errorReply, xmlReply, type Reply } from './reply.ts';

/** Objects by key. */
export class Bucket extends Map<string, StoredObject> {
  readonly uploads: Uploads = new Map();
}

export type Buckets = Map<string, Bucket>;

const MOST_KEYS = 1000;

export function answer(asked: Asked, buckets: Buckets): Reply {
  const bucket = buckets.get(asked.bucket);
  const ofParts = bucket ? partsReply(asked, bucket.uploads, bucket) : null;
  if (ofParts) return ofParts;
  if (asked.key === null) return ofBucket(asked, buckets);
  return bucket ? ofObject(asked, asked.key, bucket) : errorReply('NoSuchBucket');
}

function ofBucket({ method, bucket, query, headers, body }: Asked, buckets: Buckets): Reply {
  const objects = buckets.get(bucket);
  if (method === 'PUT') {
    if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return errorReply('InvalidBucketName');
    if (objects) return errorReply('BucketAlreadyOwnedByYou');
    buckets.set(bucket, new Bucket());
    return { status: 200 };
  }
  if (!objects) return errorReply('NoSuchBucket');
  if (method === 'HEAD') return { status: 200 };
  if (method === 'GET') return listing(bucket, objects, query);
  if (method === 'POST' && query.has('delete')) return manyRemoved(body, headers, objects);
  if (method !== 'DELETE') return errorReply('MethodNotAllowed');
  if (objects.size > 0) return errorReply('BucketNotEmpty');
  buckets.delete(bucket);
  return { status: 204 };
}

function ofObject(
  { method, headers, bucket, body }: Asked,
  key: string,
  objects: Map<string, StoredObject>,
): Reply {
  const { range, 'x-amz-copy-source': source, 'if-none-match': unless, 'if-match': only } = headers;
  if (method === 'PUT' && source !== undefined) return copied(String(source), bucket, key, objects);
  if (method === 'PUT') {
    const old = objects.get(key);
    if (unless === '*' && old) return errorReply('PreconditionFailed');
    if (only !== undefined && !old) return errorReply('NoSuchKey');
    if (only !== undefined && only !== '*' && only !== old?.etag) return errorReply('PreconditionFailed');
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    objects.set(key, { body, etag, modifiedMs: Date.now() });
    return { status: 200, headers: { etag } };
  }
  if (method === 'DELETE') {
    objects.delete(key);
    return { status: 204 };
  }
  if (method !== 'GET' && method !== 'HEAD') return errorReply('MethodNotAllowed');
  const found = objects.get(key);
  if (!found) return errorReply('NoSuchKey');
  const described = {
    etag: found.etag,
    ...(found.modifiedMs === undefined ? {} : { 'last-modified': new Date(found.modifiedMs).toUTCString() }),
    'content-type': 'application/octet-stream',
    'accept-ranges': 'bytes',
  };
  if (unless === '*' || unless === found.etag) return { status: 304, headers: { etag: found.etag } };
  if (range === undefined) return { status: 200, headers: described, body: found.body };
  const part = partOf(range, found.body.length);
  if (part === null) return errorReply('InvalidRange');
  return {
    status: 206,
    headers: { ...described, 'content-range': `bytes ${part.first}-${part.last}/${found.body.length}` },
    body: found.body.subarray(part.first, part.last + 1),
  };
}

/** S3 wants one of them for a batch of removals. */
function checksumRefusal(body: Uint8Array, headers: IncomingHttpHeaders): string | null {
  const md5 = headers['content-md5'];
  if (md5 !== undefined)
    return md5 === createHash('md5').update(body).digest('base64') ? null : 'InvalidDigest';
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return headers['x-amz-checksum-crc32'] === sum.toString('base64') ? null : 'InvalidRequest';
}

function manyRemoved(
  body: Uint8Array,
  headers: IncomingHttpHeaders,
  objects: Map<string, StoredObject>,
): Reply {
  const code = checksumRefusal(body, headers);
  if (code !== null) return errorReply(code);
  const keys = elements(Buffer.from(body).toString(), 'Object').map((one) => elementText(one, 'Key'));
  if (keys.length === 0 || keys.length > MOST_KEYS || keys.includes(null)) return errorReply('MalformedXML');
  for (const key of keys) objects.delete(key ?? '');
  return xmlReply(200, '<DeleteResult></DeleteResult>');
}

/** Inside one bucket. */
function copied(source: string, bucket: string, key: string, objects: Map<string, StoredObject>): Reply {
  const from = `/${decodeURIComponent(source).replace(/^\//, '')}`;
  const found = from.startsWith(`/${bucket}/`) ? objects.get(from.slice(bucket.length + 2)) : undefined;
  if (!found) return errorReply('NoSuchKey');
  objects.set(key, found);
  return xmlReply(200, `<CopyObjectResult><ETag>${escapeXml(found.etag)}</ETag></CopyObjectResult>`);
}

function partOf(range: string, size: number): { first: number; last: number } | null {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})?$/.exec(range) ?? [];
  if (from === undefined) return null;
  const first = Number(from);
  const last = Math.min(size - 1, to === undefined ? size - 1 : Number(to));
  return first <= last ? { first, last } : null;
}

/** ListObjectsV2. The token is the last key given. */
function listing(bucket: string, objects: ReadonlyMap<string, StoredObject>, query: URLSearchParams): Reply {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const most = Math.min(MOST_KEYS, Number(query.get('max-keys') ?? MOST_KEYS));
  if (!Number.isInteger(most) || most < 0) return errorReply('InvalidArgument');
  const isEncoded = query.get('encoding-type') === 'url';
  const write = (key: string) => (isEncoded ? encodeKey(key) : escapeXml(key));
  const all = [...objects]
    .filter(([key]) => key.startsWith(prefix) && (after === '' || key > after))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const page = all.slice(0, most);
  const last = page.at(-1)?.[0];
  const isCut = all.length > page.length && last !== undefined;
  return xmlReply(
    200,
    [
      '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
      `<Name>${escapeXml(bucket)}</Name><Prefix>${write(prefix)}</Prefix>`,
      `<KeyCount>${page.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${isCut}</IsTruncated>`,
      isEncoded ? '<EncodingType>url</EncodingType>' : '',
      isCut ? `<NextContinuationToken>${escapeXml(last)}</NextContinuationToken>` : '',
      ...page.map(
        ([key, { body, etag, modifiedMs }]) =>
          `<Contents><Key>${write(key)}</Key>${modifiedMs === undefined ? '' : `<LastModified>${new Date(modifiedMs).toISOString()}</LastModified>`}<ETag>${escapeXml(etag)}</ETag><Size>${body.length}</Size></Contents>`,
      ),
      '</ListBucketResult>',
    ].join(''),
  );
}
