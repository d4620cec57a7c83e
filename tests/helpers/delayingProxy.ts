/**
 * Stands before a little S3 and holds back what a GET of an object answers, by a clock of its own at its sockets: from the
 * last byte that came in to the first that went out. One request at a time on each connection.
 */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** By `performance.now()`. */
export interface Held {
  fromMs: number;
  untilMs: number;
}

export interface DelayingProxy extends AsyncDisposable {
  url: string;
  /** Of each GET of an object, in order. */
  held: readonly Held[];
}

/** `delayMs` of the n-th GET, from 1. */
export async function delayingProxy(target: string, delayMs: (n: number) => number): Promise<DelayingProxy> {
  const { hostname, port } = new URL(target);
  const held: Held[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true).on('error', () => undefined);
    return socket;
  };
  const server = createServer((client) => {
    keep(client);
    const store = keep(connect(Number(port), hostname));
    let fromMs = 0;
    let isHeld = false;
    let reply = Buffer.alloc(0);
    client.on('data', (bytes: Buffer) => {
      fromMs = performance.now();
      const begin = bytes.toString('latin1', 0, 400);
      if (/^[A-Z]+ \//.test(begin)) isHeld = /^GET \/[^ ?]+\/[^ ?]+ /.test(begin);
      store.write(bytes);
    });
    store.on('data', (bytes: Buffer) => {
      if (!isHeld) return void client.write(bytes);
      reply = Buffer.concat([reply, bytes]);
      if (!isWhole(reply)) return;
      const whole = reply;
      reply = Buffer.alloc(0);
      const since = fromMs;
      setTimeout(
        () => {
          held.push({ fromMs: since, untilMs: performance.now() });
          client.write(whole);
        },
        delayMs(held.length + 1),
      );
    });
    client.on('close', () => store.destroy());
    store.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held,
    [Symbol.asyncDispose]: async () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}

function isWhole(reply: Buffer): boolean {
  const end = reply.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(reply.toString('latin1', 0, end)) ?? [];
  return length !== undefined && reply.length >= end + 4 + Number(length);
}
