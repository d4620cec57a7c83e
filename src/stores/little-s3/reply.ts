/** Replies of the little server, as S3 words them. */
import type { ServerResponse } from 'node:http';
import { escapeXml } from '../s3/xml.ts';

export interface Reply {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

const STATUS: Readonly<Record<string, number>> = {
  AccessDenied: 403,
  AuthorizationHeaderMalformed: 400,
  BucketAlreadyOwnedByYou: 409,
  BucketNotEmpty: 409,
  ExpiredToken: 400,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidBucketName: 400,
  InvalidRange: 416,
  MethodNotAllowed: 405,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  PreconditionFailed: 412,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  SlowDown: 503,
  XAmzContentSHA256Mismatch: 400,
};

export function errorReply(code: string): Reply {
  return xmlReply(
    STATUS[code] ?? 400,
    `<Error><Code>${escapeXml(code)}</Code><Message>${escapeXml(code)}</Message></Error>`,
  );
}

export function xmlReply(status: number, xml: string): Reply {
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`),
  };
}

export function send(response: ServerResponse, reply: Reply, isHead: boolean): void {
  const body = reply.body ?? Buffer.alloc(0);
  response.writeHead(reply.status, {
    ...reply.headers,
    ...(reply.status === 204 ? {} : { 'content-length': String(body.length) }),
  });
  if (isHead || reply.status === 204) response.end();
  else response.end(body);
}
