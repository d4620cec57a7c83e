/** What the S3 API calls a request. */
import type { Asked } from '#stores/little-s3/object.ts';

export function operationOf({ method, key, query, headers }: Asked): string {
  if (key === null) {
    if (query.has('session')) return 'CreateSession';
    if (query.has('uploads')) return 'ListMultipartUploads';
    if (query.has('delete')) return 'DeleteObjects';
    return OF_BUCKET[method] ?? method;
  }
  if (query.has('uploads')) return 'CreateMultipartUpload';
  if (query.has('uploadId')) return OF_PARTS[method] ?? method;
  if (method === 'PUT' && headers['x-amz-copy-source'] !== undefined) return 'CopyObject';
  return OF_OBJECT[method] ?? method;
}

const OF_BUCKET: Readonly<Record<string, string>> = {
  GET: 'ListObjectsV2',
  HEAD: 'HeadBucket',
  PUT: 'CreateBucket',
  DELETE: 'DeleteBucket',
};
const OF_PARTS: Readonly<Record<string, string>> = {
  PUT: 'UploadPart',
  POST: 'CompleteMultipartUpload',
  DELETE: 'AbortMultipartUpload',
};
const OF_OBJECT: Readonly<Record<string, string>> = {
  GET: 'GetObject',
  HEAD: 'HeadObject',
  PUT: 'PutObject',
  DELETE: 'DeleteObject',
};
