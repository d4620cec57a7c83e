/**
 * A little S3 in memory, on this machine alone: what the demonstration probes and tests measure. It checks signatures.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SigningKey } from '../s3/signature.ts';
import { answer, type Buckets } from './buckets.ts';
import type { Asked } from './object.ts';
import { errorReply, send } from './reply.ts';
import { refusal } from './verify.ts';

/** Answers a request. */
type Respond = (asked: Asked, response: ServerResponse, buckets: Buckets) => void;

export interface LittleS3 {
  /** `http://127.0.0.1:PORT` */
  url: string;
  buckets: Buckets;
  close(): Promise<void>;
}

const MOST_BODY_BYTES = 256 * 1024 * 1024;

/** To those who sign with one of the keys. */
export const answerSigned =
  (keys: readonly SigningKey[]): Respond =>
  (asked, response, buckets) => {
    const code = refusal(asked, keys, 's3', Date.now());
    send(response, code === null ? answer(asked, buckets) : errorReply(code), asked.method === 'HEAD');
  };

/** Listens on 127.0.0.1, on a free port unless one is named. */
export async function startLittleS3(respond: Respond, port = 0): Promise<LittleS3> {
  const { createServer } = await import('node:http');
  const buckets: Buckets = new Map();
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    void receive(request).then((body) => {
      if (body === null) return response.destroy();
      const asked = askedOf(request, body);
      if (asked) respond(asked, response, buckets);
      else send(response, errorReply('InvalidArgument'), request.method === 'HEAD');
      return undefined;
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    buckets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** `bucket.localhost:PORT` names its bucket in the host, all else in the path, whose slashes may be doubled. */
function askedOf(request: IncomingMessage, body: Uint8Array): Asked | null {
  const { method = 'GET', url: target = '/', headers } = request;
  const [rawPath = '/', rawQuery = ''] = target.split('?', 2);
  const [, virtual] = /^([a-z0-9.-]+)\.localhost(?::\d+)?$/.exec(headers.host ?? '') ?? [];
  try {
    const path = decodeURIComponent(rawPath.slice(1));
    const cut = virtual === undefined ? path.indexOf('/') : -1;
    const bucket = virtual ?? (cut < 0 ? path : path.slice(0, cut));
    const key = virtual === undefined ? (cut < 0 ? '' : path.slice(cut + 1).replace(/^\//, '')) : path;
    // A plus is a plus here, as S3's own clients encode blanks as %20.
    const query = new URLSearchParams(rawQuery.replaceAll('+', '%2B'));
    return { method, target, bucket, key: key === '' ? null : key, query, headers, body };
  } catch {
    return null;
  }
}

/** Null where the client went away, or sends more than fits. */
async function receive(request: IncomingMessage): Promise<Uint8Array | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > MOST_BODY_BYTES) return null;
      pieces.push(piece);
    }
  } catch {
    return null;
  }
  return Buffer.concat(pieces);
}
