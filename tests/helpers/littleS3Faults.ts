/** What a real store does on a bad day, on purpose. */
import type { ServerResponse } from 'node:http';
import { errorReply, send } from '#stores/little-s3/reply.ts';
import type { Reply } from '#stores/little-s3/reply.ts';
import type { Asked } from '#stores/little-s3/object.ts';
import type { LittleS3Options } from './little-s3/server.ts';

export type Fault =
  /** 503 SlowDown. */
  | { kind: 'slow-down' }
  /** An error of that code instead of the answer. */
  | { kind: 'error'; code: string }
  /** Half of the body, then the connection closes. */
  | { kind: 'truncate' }
  /** The connection is reset before a reply. */
  | { kind: 'reset' }
  /** The head, half of the body, and the rest after `ms`. */
  | { kind: 'stall'; ms: number }
  /** The body in chunks of odd sizes instead of one length. */
  | { kind: 'chunked' }
  /** The head in pieces of a few bytes. */
  | { kind: 'split-head' }
  /** An interim `100 Continue` first. */
  | { kind: 'continue' }
  /** Another byte in the middle of the body. */
  | { kind: 'corrupt' }
  /** `Connection: close`. */
  | { kind: 'close' };

/** What goes wrong with a request; `count` is 1 for the first that came. */
export type FaultOf = (request: Asked, count: number) => Fault | null;

/** The server's way to deliver replies with faults. */
export const withFaults =
  (faultOf: FaultOf): NonNullable<LittleS3Options['deliver']> =>
  (response, reply, request, count) => {
    const fault = faultOf(request, count);
    if (fault) sendFaulty(response, reply, fault, request.method === 'HEAD');
    return fault !== null;
  };

/** Answers as `fault` has it. */
function sendFaulty(response: ServerResponse, reply: Reply, fault: Fault, isHead: boolean): void {
  const body = Buffer.from(reply.body ?? []);
  const half = body.length >> 1;
  const headers = { ...reply.headers, 'content-length': String(body.length) };
  switch (fault.kind) {
    case 'slow-down':
      send(response, errorReply('SlowDown'), isHead);
      return;
    case 'error':
      send(response, errorReply(fault.code), isHead);
      return;
    case 'truncate':
      response.writeHead(reply.status, headers);
      response.write(body.subarray(0, half), () => response.destroy());
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'stall':
      response.writeHead(reply.status, headers);
      response.write(body.subarray(0, half));
      setTimeout(() => response.end(body.subarray(half)), fault.ms);
      return;
    case 'chunked':
      response.writeHead(reply.status, { ...reply.headers });
      for (let at = 0, size = 1; at < body.length; at += size, size = size * 3 + 1)
        response.write(body.subarray(at, at + size));
      response.end();
      return;
    case 'split-head':
      sendInPieces(response, reply, body);
      return;
    case 'continue':
      response.writeContinue();
      send(response, reply, isHead);
      return;
    case 'corrupt':
      if (body.length > 0) body[half] = (body[half] ?? 0) ^ 0xff;
      send(response, { ...reply, body }, isHead);
      return;
    case 'close':
      send(response, { ...reply, headers: { ...reply.headers, connection: 'close' } }, isHead);
  }
}

/** Past node:http, which would send the head at once. The connection is of no use afterwards. */
function sendInPieces(response: ServerResponse, reply: Reply, body: Buffer): void {
  const { socket } = response;
  if (!socket) return;
  const lines = Object.entries(reply.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${reply.status} Split\r\n${lines.join('')}content-length: ${body.length}\r\nconnection: close\r\n\r\n`;
  const pieces = head.match(/[\s\S]{1,7}/g) ?? [];
  const next = (i: number): void => {
    const piece = pieces[i];
    if (piece === undefined) socket.end(body);
    else socket.write(piece, 'latin1', () => setImmediate(next, i + 1));
  };
  next(0);
}
