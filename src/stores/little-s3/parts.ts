/** Uploads in parts, as S3 has them: begun, sent part by part in any order, joined or dropped. */
import { createHash, randomBytes } from 'node:crypto';
import { encodeKey } from '../s3/signature.ts';
import { elementText, elements, escapeXml } from '../s3/xml.ts';
import type { Asked, StoredObject } from './object.ts';
import { errorReply, xmlReply, type Reply } from './reply.ts';

interface Upload {
  key: string;
  parts: Map<number, StoredObject>;
}

/** Of one bucket, by upload id, in the order they were begun. */
export type Uploads = Map<string, Upload>;

const MOST_PARTS = 10_000;
const LEAST_PART_BYTES = 5 * 2 ** 20;

/** Null: the request is about whole objects. */
export function partsReply(
  { method, key, query, body }: Asked,
  uploads: Uploads,
  objects: Map<string, StoredObject>,
): Reply | null {
  if (key === null) return method === 'GET' && query.has('uploads') ? listing(uploads, query) : null;
  if (method === 'POST' && query.has('uploads')) {
    const id = randomBytes(12).toString('hex');
    uploads.set(id, { key, parts: new Map() });
    return xmlReply(
      200,
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }
  const id = query.get('uploadId');
  if (id === null) return null;
  const upload = uploads.get(id);
  if (upload?.key !== key) return errorReply('NoSuchUpload');
  switch (method) {
    case 'PUT': {
      const number = Number(query.get('partNumber'));
      if (!Number.isInteger(number) || number < 1 || number > MOST_PARTS)
        return errorReply('InvalidArgument');
      const etag = `"${md5(body).toString('hex')}"`;
      upload.parts.set(number, { body, etag });
      return { status: 200, headers: { etag } };
    }
    case 'DELETE':
      uploads.delete(id);
      return { status: 204 };
    case 'POST': {
      const joined = join(Buffer.from(body).toString(), upload);
      if ('code' in joined) return errorReply(joined.code);
      uploads.delete(id);
      objects.set(key, joined);
      return xmlReply(
        200,
        `<CompleteMultipartUploadResult><ETag>${escapeXml(joined.etag)}</ETag></CompleteMultipartUploadResult>`,
      );
    }
    default:
      return errorReply('MethodNotAllowed');
  }
}

function join(xml: string, { parts }: Upload): StoredObject | { code: string } {
  const listed = elements(xml, 'Part').map((one) => ({
    number: Number(elementText(one, 'PartNumber')),
    etag: elementText(one, 'ETag') ?? '',
  }));
  if (listed.length === 0) return { code: 'MalformedXML' };
  if (listed.some(({ number }, i) => i > 0 && number <= (listed[i - 1]?.number ?? 0)))
    return { code: 'InvalidPartOrder' };
  const taken = listed.flatMap(({ number, etag }) => {
    const part = parts.get(number);
    return part && part.etag.replaceAll('"', '') === etag.replaceAll('"', '') ? [part] : [];
  });
  if (taken.length < listed.length) return { code: 'InvalidPart' };
  if (taken.slice(0, -1).some(({ body }) => body.length < LEAST_PART_BYTES))
    return { code: 'EntityTooSmall' };
  const digest = md5(Buffer.concat(taken.map(({ body }) => md5(body))));
  return {
    body: Buffer.concat(taken.map(({ body }) => body)),
    etag: `"${digest.toString('hex')}-${taken.length}"`,
  };
}

function listing(uploads: Uploads, query: URLSearchParams): Reply {
  const prefix = query.get('prefix') ?? '';
  const isEncoded = query.get('encoding-type') === 'url';
  const shown = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
  return xmlReply(
    200,
    [
      `<ListMultipartUploadsResult>${isEncoded ? '<EncodingType>url</EncodingType>' : ''}<IsTruncated>false</IsTruncated>`,
      ...shown.map(
        ([id, { key }]) =>
          `<Upload><Key>${isEncoded ? encodeKey(key) : escapeXml(key)}</Key><UploadId>${id}</UploadId></Upload>`,
      ),
      '</ListMultipartUploadsResult>',
    ].join(''),
  );
}

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest();
