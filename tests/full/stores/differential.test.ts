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
  method?: 'HEAD' | 'PUT';
  /** Answers a PUT before its body is there. */
  isEarly?: boolean;
}

const SENT = Buffer.alloc(300_000, 'x');

/** Answers the request for `/n` with the n-th reply, byte for byte. */
async function scripted(replies: readonly Reply[]) {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    let asked = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      asked += bytes.toString('latin1');
      const [head = '', n] = /^\w+ \/(\d+) HTTP\/1\.1\r\n[\s\S]*?\r\n\r\n/.exec(asked) ?? [];
      const reply = replies[Number(n)];
      const [, length = '0'] = /content-length: (\d+)/i.exec(head) ?? [];
      if (n === undefined || !reply) return;
      if (!reply.isEarly && asked.length < head.length + Number(length)) return;
      // What else comes of a request that was answered early is not looked at.
      asked = reply.isEarly ? ' ' : '';
      play(socket, reply);
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
type Seen = Awaited<ReturnType<typeof seenBy>>;

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

const chunked = (pieces: readonly string[], extension: string, trailer: string) =>
  `${pieces.map((c) => `${c.length.toString(16)}${extension}\r\n${c}\r\n`).join('')}0${extension}\r\n${trailer}\r\n`;

/** Of other methods, and of rarer ways to say the same. */
const rarer = fc.oneof(
  fc.record({ status, length: fc.nat(1e6) }).map((r): Reply => ({
    text: head(r.status, `Content-Length: ${r.length}`),
    cuts: [],
    ends: false,
    method: 'HEAD',
  })),
  fc.constant<Reply>({
    text: head(200, 'Transfer-Encoding: chunked'),
    cuts: [],
    ends: false,
    method: 'HEAD',
  }),
  fc
    .nat(1e6)
    .map((n): Reply => ({ text: head(304, `Content-Length: ${n}`, 'ETag: "a"'), cuts: [], ends: false })),
  fc
    .record({
      status,
      chunks,
      extension: fc.constantFrom('', ';a', ';a=b', ';a="b c"', ';a=b;c=d'),
      trailer: fc.constantFrom('', 'X-Sum: 1\r\n', 'X-Sum: 1\r\nX-More: 2\r\n'),
    })
    .map((r): Reply => ({
      text: head(r.status, 'Transfer-Encoding: chunked') + chunked(r.chunks, r.extension, r.trailer),
      cuts: [],
      ends: false,
    })),
  fc.record({ body, hasLength: fc.boolean(), isKept: fc.boolean() }).map((r): Reply => ({
    text:
      head(
        200,
        ...(r.hasLength ? [`Content-Length: ${r.body.length}`] : []),
        ...(r.isKept && r.hasLength ? ['Connection: keep-alive'] : []),
      ).replace('HTTP/1.1', 'HTTP/1.0') + r.body,
    cuts: [],
    ends: !(r.isKept && r.hasLength),
  })),
  fc.record({ status, body }).map((r): Reply => ({
    text: head(r.status, `Content-Length: ${r.body.length}`) + r.body,
    cuts: [],
    ends: false,
    method: 'PUT',
  })),
  fc.record({ status: fc.constantFrom(400, 403, 413), body }).map((r): Reply => ({
    text: head(r.status, `Content-Length: ${r.body.length}`, 'Connection: close') + r.body,
    cuts: [],
    ends: false,
    method: 'PUT',
    isEarly: true,
  })),
  // Two lengths that contradict each other, one that is none, one beside chunks, a head without an end.
  ...['Content-Length: 3\r\nContent-Length: 4', 'Content-Length: 3x', 'Content-Length: -3'].map((line) =>
    fc.constant<Reply>({ text: `${head(200, line)}abcd`, cuts: [], ends: true }),
  ),
  fc.integer({ min: 1, max: 12_000 }).map((n): Reply => ({
    text: `${head(200, `X-Long: ${'a'.repeat(n)}`, 'Content-Length: 2')}ab`,
    cuts: [],
    ends: false,
  })),
  fc.constant<Reply>({ text: head(200, `X-Long: ${'a'.repeat(70_000)}`), cuts: [], ends: true }),
);
const rarerReply = fc
  .tuple(rarer, fc.array(fc.nat(500), { maxLength: 4 }))
  .map(([one, cuts]): Reply => ({ ...one, cuts }));

/** What our client and undici see of each reply, asked one after another. */
async function bothSee(replies: readonly Reply[]) {
  const undiciClient = await loadUndici();
  const server = await scripted(replies);
  const ours = wireClient({ origin: server.origin, timeoutMs: 20_000 });
  const theirs = undiciClient({ origin: server.origin, timeoutMs: 20_000 });
  try {
    const seen: [Seen, Seen][] = [];
    for (const [n, { method = 'GET' }] of replies.entries()) {
      const request: HttpRequest = {
        method,
        target: `/${n}`,
        headers: { host: 'script' },
        ...(method === 'PUT' ? { body: SENT } : {}),
      };
      seen.push([await seenBy(ours, request), await seenBy(theirs, request)]);
    }
    return seen;
  } finally {
    ours.close();
    theirs.close();
    server.close();
  }
}

test.each([
  ['every reply', reply],
  ['replies to HEAD and PUT, of 304, HTTP/1.0, chunks with extensions and trailers, long heads', rarerReply],
])('our client and undici see the same in %s', async (_, one) => {
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 5, maxLength: 25 }), async (replies) => {
      for (const [ours, theirs] of await bothSee(replies)) expect(ours).toEqual(theirs);
    }),
    { numRuns: 20 },
  );
});

test('a refusal that comes before the body of a PUT has gone is read whole by both', async () => {
  const text = `${head(403, 'Content-Length: 6', 'Connection: close')}denied`;
  const early: Reply = { text, cuts: [20], ends: false, method: 'PUT', isEarly: true };
  for (const seen of (await bothSee([early, early])).flat())
    expect(seen).toMatchObject({ code: 403, text: 'denied' });
});

test('only ours takes a length that is said twice alike (RFC 9112, 6.3), and a head of more than 16 kB', async () => {
  const twice = `${head(200, 'Content-Length: 2', 'Content-Length: 2')}ab`;
  const long = `${head(200, `X-Long: ${'a'.repeat(20_000)}`, 'Content-Length: 2')}ab`;
  const seen = await bothSee([twice, long].map((text) => ({ text, cuts: [], ends: false })));
  for (const [ours, theirs] of seen) {
    expect(ours).toMatchObject({ code: 200, body: 'ab' });
    expect(theirs).toEqual({ failed: true });
  }
});
