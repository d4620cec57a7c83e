/**
 * A little S3 in memory, on this machine alone: what tests measure and the demonstration probes. It checks signatures.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { zoneOf } from '#core/s3-addresses.ts';
import type { SigningKey } from '../s3/signature.ts';
import { answer } from './buckets.ts';
import type { Buckets } from './buckets.ts';
import type { Asked } from './object.ts';
import { operationOf } from './operation.ts';
import { errorReply, send } from './reply.ts';
import type { Reply } from './reply.ts';
import { Sessions } from './sessions.ts';
import { refusal } from './verify.ts';

export interface SeenRequest {
  method: string;
  /** By the S3 API's name. */
  operation: string;
  bucket: string;
  key: string | null;
  /** From the last byte of the request to the first of the reply, by the server's clock. */
  servedMs: number;
  status: number;
}

export interface LittleS3Options {
  keys: readonly SigningKey[];
  /** How long a session on a directory bucket lasts; S3 gives five minutes. */
  sessionMs?: number;
  /** How long an answer waits. */
  delayMs?: (request: AskedOf, count: number) => number;
  /** Sends a reply in its own way; false: it goes out as it is. `count` is 1 for the first request that came. */
  deliver?: (response: ServerResponse, reply: Reply, request: AskedOf, count: number) => boolean;
  /** Its clock, in milliseconds of the epoch. */
  now?: () => number;
}

export type AskedOf = Pick<Asked, 'method' | 'bucket' | 'key' | 'query' | 'headers'>;

export interface LittleS3 {
  /** `http://127.0.0.1:PORT` */
  url: string;
  buckets: Buckets;
  /** Every request that was answered, in order. */
  seen: readonly SeenRequest[];
  sessions: Sessions;
  close(): Promise<void>;
}

const FIVE_MINUTES_MS = 300_000;
const MOST_BODY_BYTES = 256 * 1024 * 1024;

/** Listens on 127.0.0.1, on a free port unless one is named. */
export async function startLittleS3(options: LittleS3Options, port = 0): Promise<LittleS3> {
  const { createServer } = await import('node:http');
  const buckets: Buckets = new Map();
  const seen: SeenRequest[] = [];
  const sessions = new Sessions(options.sessionMs ?? FIVE_MINUTES_MS);
  let count = 0;
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    void receive(request).then((body) => {
      if (body === null) return response.destroy();
      const startMs = performance.now();
      const { reply, asked } = replyTo(request, body, options, buckets, sessions);
      count += 1;
      const turn = count;
      if (options.now) response.setHeader('date', new Date(options.now()).toUTCString());
      const finish = () => {
        const { method, bucket, key } = asked;
        seen.push({
          method,
          operation: operationOf(asked),
          bucket,
          key,
          servedMs: performance.now() - startMs,
          status: reply.status,
        });
        if (!response.destroyed && !options.deliver?.(response, reply, asked, turn))
          send(response, reply, method === 'HEAD');
      };
      const delayMs = options.delayMs?.(asked, turn) ?? 0;
      if (delayMs > 0) setTimeout(finish, delayMs);
      else finish();
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
    seen,
    sessions,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function replyTo(
  request: IncomingMessage,
  body: Uint8Array,
  { keys, now = Date.now }: LittleS3Options,
  buckets: Buckets,
  sessions: Sessions,
): { reply: Reply; asked: Asked } {
  const { method = 'GET', url = '/', headers } = request;
  const asked = askedOf(method, url, headers, body);
  if (!asked) {
    const nothing = { method, bucket: '', key: null, query: new URLSearchParams(), headers, body };
    return { reply: errorReply('InvalidArgument'), asked: nothing };
  }
  const signed = { method, target: url, headers, body };
  const nowMs = now();
  if (zoneOf(asked.bucket) === null) {
    const code = refusal(signed, keys, 's3', nowMs);
    return { reply: code === null ? answer(asked, buckets) : errorReply(code), asked };
  }
  if (asked.key === null && asked.query.has('session')) {
    const code = refusal(signed, keys, 's3express', nowMs);
    const granted = buckets.has(asked.bucket)
      ? sessions.grant(asked.bucket, nowMs)
      : errorReply('NoSuchBucket');
    return { reply: code === null ? granted : errorReply(code), asked };
  }
  const isControl = asked.key === null && (method === 'PUT' || method === 'DELETE');
  const code = isControl
    ? refusal(signed, keys, 's3express', nowMs)
    : sessions.refusal(asked.bucket, signed, nowMs);
  return { reply: code === null ? answer(asked, buckets) : errorReply(code), asked };
}

/** `bucket.localhost:PORT` names its bucket in the host, all else in the path, whose slashes may be doubled. */
function askedOf(method: string, url: string, headers: IncomingHttpHeaders, body: Uint8Array): Asked | null {
  const [rawPath = '/', rawQuery = ''] = url.split('?', 2);
  const [, virtual] = /^([a-z0-9.-]+)\.localhost(?::\d+)?$/.exec(headers.host ?? '') ?? [];
  try {
    const path = decodeURIComponent(rawPath.slice(1));
    const cut = virtual === undefined ? path.indexOf('/') : -1;
    const bucket = virtual ?? (cut < 0 ? path : path.slice(0, cut));
    const key = virtual === undefined ? (cut < 0 ? '' : path.slice(cut + 1).replace(/^\//, '')) : path;
    // A plus is a plus here, as S3's own clients encode blanks as %20.
    const query = new URLSearchParams(rawQuery.replaceAll('+', '%2B'));
    return { method, bucket, key: key === '' ? null : key, query, headers, body };
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
