import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProtocolError, ResponseParser } from '#stores/http/response-parser.ts';

interface Parsed {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  isDone: boolean;
  keepsAlive: boolean;
}

/** Feeds the reply in pieces that end at `cuts`, then closes where `closes`. */
function parse(
  reply: string,
  { method = 'GET', cuts = [] as readonly number[], closes = false } = {},
): Parsed {
  const parser = new ResponseParser();
  const seen = { status: 0, headers: {} as Readonly<Record<string, string>>, body: '' };
  parser.begin(method, {
    onHead: ({ status, headers }) => Object.assign(seen, { status, headers }),
    onBody: (piece) => (seen.body += Buffer.from(piece).toString('latin1')),
  });
  const bytes = Buffer.from(reply, 'latin1');
  const ends = [...cuts.filter((cut) => cut < bytes.length), bytes.length].sort((a, b) => a - b);
  ends.reduce((from, to) => {
    parser.push(Buffer.from(bytes.subarray(from, to)));
    return to;
  }, 0);
  if (closes) parser.close();
  return { ...seen, isDone: parser.isDone, keepsAlive: parser.keepsAlive };
}

const LENGTH = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nETag: "x"\r\n\r\nhello';
const CHUNKED =
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nh\r\n3;a=b\r\nell\r\n1\r\no\r\n0\r\nTrailer: 1\r\n\r\n';
const UNTIL_CLOSE = 'HTTP/1.1 200 OK\r\n\r\nhello';
const INTERIM = `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${LENGTH}`;

describe('a reply', () => {
  test.each([
    ['with a length', LENGTH, true],
    ['in chunks', CHUNKED, true],
    ['that ends when the connection does', UNTIL_CLOSE, false],
    ['after interim ones', INTERIM, true],
  ])('%s is read, however it is cut into pieces', (_, reply, keepsAlive) => {
    fc.assert(
      fc.property(fc.array(fc.nat(reply.length), { maxLength: 12 }), (cuts) => {
        expect(parse(reply, { cuts, closes: !keepsAlive })).toMatchObject({
          status: 200,
          body: 'hello',
          isDone: true,
          keepsAlive,
        });
      }),
    );
  });

  test.each([
    ['to HEAD', 'HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n'],
    ['204', 'DELETE', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['304', 'GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n'],
    ['of no bytes', 'PUT', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'],
  ])('%s has no body', (_, method, reply) => {
    expect(parse(reply, { method })).toMatchObject({ body: '', isDone: true, keepsAlive: true });
  });

  test('says whether the connection lives on', () => {
    const saying = (line: string, version = '1.1') =>
      parse(`HTTP/${version} 200 OK\r\nContent-Length: 0\r\n${line}\r\n`).keepsAlive;
    expect(saying('')).toBe(true);
    expect(saying('Connection: close\r\n')).toBe(false);
    expect(saying('Connection: Keep-Alive\r\n', '1.0')).toBe(true);
    expect(saying('', '1.0')).toBe(false);
  });

  test('that is not all there is not done', () => {
    expect(parse(LENGTH.slice(0, -1), { closes: true }).isDone).toBe(false);
    expect(parse(CHUNKED.slice(0, -2), { closes: true }).isDone).toBe(false);
  });

  test('may repeat a name, and a length if it is the same', () => {
    const { headers, body } = parse(
      'HTTP/1.1 200 OK\r\nVary: a\r\nvary:b \r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok',
    );
    expect(headers.vary).toBe('a, b');
    expect(body).toBe('ok');
  });
});

test.each([
  ['another protocol', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ['a header without a colon', 'HTTP/1.1 200 OK\r\nnothing\r\n\r\n'],
  ['a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ['a length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['an unknown coding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n'],
  ['a chunk without a size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'],
  ['a chunk longer than it says', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nhello\r\n'],
  ['more than was said', `${LENGTH}!`],
  ['a head without an end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}`],
])('%s is refused', (_, reply) => {
  expect(() => parse(reply)).toThrow(ProtocolError);
});
