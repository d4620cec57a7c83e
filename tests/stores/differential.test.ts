import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Exchange, HttpClient, HttpRequest } from '#stores/http/exchange.ts';
import { loadUndici } from '#stores/http/undici-client.ts';
import { wireClient } from '#stores/http/wire-client.ts';

interface Reply {
  text: string;
  /** Where the server pauses between pieces. */
  cuts: number[];
  /** The connection ends after it. */
  ends: boolean;
}

/** Answers the request for `/n` with the n-th reply, byte for byte. */
async function scripted(replies: readonly Reply[]) {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    let asked = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      asked += bytes.toString('latin1');
      const [, n] = /^\w+ \/(\d+) HTTP\/1\.1\r\n[\s\S]*\r\n\r\n/.exec(asked) ?? [];
      if (n === undefined) return;
      asked = '';
      const reply = replies[Number(n)];
      if (reply) play(socket, reply);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: {
      protocol: 'http:',
      hostname: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
    } as const,
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}

function play(socket: Socket, { text, cuts, ends }: Reply): void {
  const bytes = Buffer.from(text, 'latin1');
  const edges = [
    0,
    ...cuts.filter((cut) => cut > 0 && cut < bytes.length).sort((a, b) => a - b),
    bytes.length,
  ];
  const next = (i: number): void => {
    const [from, to] = [edges[i - 1], edges[i]];
    if (from === undefined || to === undefined) {
      if (ends) socket.end();
    } else socket.write(bytes.subarray(from, to), () => setImmediate(next, i + 1));
  };
  next(1);
}

const body = fc.string({ unit: fc.constantFrom('a', 'b', '\r', '\n', '0', ';', '\u00ff'), maxLength: 400 });
const head = (status: number, ...lines: string[]) =>
  ['HTTP/1.1 ' + status + ' Some Words', 'Server: script', 'X-Twice: 1', 'X-Twice: 2', ...lines, '', ''].join(
    '\r\n',
  );
const status = fc.constantFrom(200, 206, 301, 404, 503);
const chunks = fc.array(fc.string({ unit: fc.constantFrom('a', '\n', '0'), minLength: 1, maxLength: 40 }), {
  maxLength: 6,
});

// Not `100 Continue`: undici ends the connection at one that it did not ask for.
const shapes = fc.oneof(
  fc
    .record({ status, body })
    .map((r) => ({ text: head(r.status, `Content-Length: ${r.body.length}`) + r.body, ends: false })),
  fc
    .record({ status, body })
    .map((r) => ({ text: head(r.status, 'Connection: close') + r.body, ends: true })),
  fc.record({ status, chunks }).map((r) => ({
    text: `${head(r.status, 'Transfer-Encoding: chunked')}${r.chunks.map((c) => `${c.length.toString(16)}\r\n${c}\r\n`).join('')}0\r\n\r\n`,
    ends: false,
  })),
  fc.record({ body }).map((r) => ({
    text: `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${head(200, `Content-Length: ${r.body.length}`)}${r.body}`,
    ends: false,
  })),
  fc.constant({ text: head(204), ends: false }),
  // Cut short, and no HTTP at all.
  fc.record({ body, missing: fc.integer({ min: 1, max: 50 }) }).map((r) => ({
    text: head(200, `Content-Length: ${r.body.length + r.missing}`) + r.body,
    ends: true,
  })),
  fc.constant({ text: `${head(200, 'Transfer-Encoding: chunked')}5\r\nab`, ends: true }),
  fc.constant({ text: 'HTTP/1.1 200 OK\r\nContent-Le', ends: true }),
  fc.constant({ text: '', ends: true }),
  fc.constant({ text: 'nonsense\r\n\r\n', ends: true }),
  fc.constant({ text: `${head(200, 'Transfer-Encoding: chunked')}xyz\r\n`, ends: true }),
);
const reply = fc
  .tuple(shapes, fc.array(fc.nat(500), { maxLength: 4 }))
  .map(([shape, cuts]): Reply => ({ ...shape, cuts }));

/** All that the two must agree on. */
async function seenBy(client: HttpClient, request: HttpRequest) {
  const pieces: Buffer[] = [];
  const {
    status: code,
    headers,
    failure,
    bytes,
    text,
  }: Exchange = await client.send({
    ...request,
    onBody: (piece) => void pieces.push(Buffer.from(piece)),
  });
  if (failure !== null) return { failed: true };
  return { code, headers: { ...headers }, bytes, body: Buffer.concat(pieces).toString('latin1'), text };
}

test('our client and undici see the same in every reply', async () => {
  const undiciClient = await loadUndici();
  await fc.assert(
    fc.asyncProperty(fc.array(reply, { minLength: 5, maxLength: 25 }), async (replies) => {
      const server = await scripted(replies);
      const ours = wireClient({ origin: server.origin, timeoutMs: 20_000 });
      const theirs = undiciClient({ origin: server.origin, timeoutMs: 20_000 });
      try {
        for (const n of replies.keys()) {
          const request = { method: 'GET', target: `/${n}`, headers: { host: 'script' } } as const;
          expect(await seenBy(ours, request)).toEqual(await seenBy(theirs, request));
        }
      } finally {
        ours.close();
        theirs.close();
        server.close();
      }
    }),
    { numRuns: 20 },
  );
});
