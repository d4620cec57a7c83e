/** The little S3 as tests want it: with directory buckets and their sessions, slow or at odds with the clock, telling what it saw. */
import type { ServerResponse } from 'node:http';
import { zoneOf } from '#core/s3-addresses.ts';
import { answer } from '#stores/little-s3/buckets.ts';
import type { Buckets } from '#stores/little-s3/buckets.ts';
import type { Asked } from '#stores/little-s3/object.ts';
import { errorReply, send } from '#stores/little-s3/reply.ts';
import type { Reply } from '#stores/little-s3/reply.ts';
import { startLittleS3 as start } from '#stores/little-s3/server.ts';
import type { LittleS3 as Server } from '#stores/little-s3/server.ts';
import { refusal } from '#stores/little-s3/verify.ts';
import type { SigningKey } from '#stores/s3/signature.ts';
import { operationOf } from './operation.ts';
import { Sessions } from './sessions.ts';

interface SeenRequest {
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
  delayMs?: (request: Asked, count: number) => number;
  /** Sends a reply in its own way; false: it goes out as it is. `count` is 1 for the first request that came. */
  deliver?: (response: ServerResponse, reply: Reply, request: Asked, count: number) => boolean;
  /** Its clock, in milliseconds of the epoch. */
  now?: () => number;
}

export interface LittleS3 extends Server {
  /** Every request that was answered, in order. */
  seen: readonly SeenRequest[];
  sessions: Sessions;
}

const FIVE_MINUTES_MS = 300_000;

/** Listens on 127.0.0.1, on a free port unless one is named. */
export async function startLittleS3(options: LittleS3Options, port?: number): Promise<LittleS3> {
  const seen: SeenRequest[] = [];
  const sessions = new Sessions(options.sessionMs ?? FIVE_MINUTES_MS);
  let count = 0;
  const server = await start((asked, response, buckets) => {
    const startMs = performance.now();
    const reply = replyTo(asked, options, buckets, sessions);
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
  }, port);
  return { ...server, seen, sessions };
}

function replyTo(
  asked: Asked,
  { keys, now = Date.now }: LittleS3Options,
  buckets: Buckets,
  sessions: Sessions,
): Reply {
  const nowMs = now();
  const isDirectory = zoneOf(asked.bucket) !== null;
  if (isDirectory && asked.key === null && asked.query.has('session')) {
    const code = refusal(asked, keys, 's3express', nowMs);
    const granted = () =>
      buckets.has(asked.bucket) ? sessions.grant(asked.bucket, nowMs) : errorReply('NoSuchBucket');
    return code === null ? granted() : errorReply(code);
  }
  const isControl = asked.key === null && (asked.method === 'PUT' || asked.method === 'DELETE');
  const code =
    isDirectory && !isControl
      ? sessions.refusal(asked.bucket, asked, nowMs)
      : refusal(asked, keys, isDirectory ? 's3express' : 's3', nowMs);
  return code === null ? answer(asked, buckets) : errorReply(code);
}
