import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import type { HttpClient } from '#stores/http/exchange.ts';
import type { ConnectionOptions } from '#stores/http/connection.ts';
import { loadUndici } from '#stores/http/undici-client.ts';
import { wireClient } from '#stores/http/wire-client.ts';

/** A certificate for localhost and 127.0.0.1, by a CA that nobody else trusts and whose key is gone. */
const pem = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../../fixtures/tls', name), 'utf8');
const CA = pem('ca.pem');
const BODY = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 37) % 253));

interface Handshake {
  name: string | false | undefined;
  isReused: boolean;
}

/** Gives BODY to a GET and takes what is PUT; closes the connection after `/close`. */
async function secureServer() {
  const handshakes: Handshake[] = [];
  const server = createServer({ key: pem('server.key'), cert: pem('server.pem') }, (request, response) => {
    let bytes = 0;
    request.on('data', (piece: Buffer) => (bytes += piece.length));
    request.on('end', () => {
      if (request.url === '/close') response.setHeader('connection', 'close');
      response.setHeader('x-taken', String(bytes));
      response.end(request.method === 'GET' ? BODY : '');
    });
  });
  server.on('secureConnection', (socket: TLSSocket & { servername?: string | false }) =>
    handshakes.push({ name: socket.servername, isReused: socket.isSessionReused() }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    handshakes,
    options: (hostname: string): ConnectionOptions => ({
      origin: { protocol: 'https:', hostname, port },
      timeoutMs: 20_000,
      ca: CA,
    }),
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const CONNECTS: [string, () => Promise<(options: ConnectionOptions) => HttpClient>][] = [
  ['wire', () => Promise.resolve(wireClient)],
  ['undici', loadUndici],
];

describe.each(CONNECTS)('%s over TLS', (_, load) => {
  async function readWith(client: HttpClient, target: string, host = 'localhost') {
    const pieces: Buffer[] = [];
    const exchange = await client.send({
      method: 'GET',
      target,
      headers: { host },
      onBody: (piece) => void pieces.push(Buffer.from(piece)),
    });
    expect(Buffer.concat(pieces).equals(exchange.failure === null ? BODY : Buffer.alloc(0))).toBe(true);
    return exchange;
  }

  test('reads whole bodies by the name it asked for, and tells the steps of opening apart', async () => {
    await using server = await secureServer();
    const client = (await load())(server.options('localhost'));
    const first = await readWith(client, '/');
    expect(first).toMatchObject({ status: 200, bytes: BODY.length, failure: null });
    const { dnsMs, connectMs, tlsMs } = first.opening ?? {};
    for (const ms of [dnsMs, connectMs, tlsMs]) expect(ms).toBeGreaterThan(0);
    expect((dnsMs ?? NaN) + (connectMs ?? NaN) + (tlsMs ?? NaN)).toBeLessThan(first.firstByteMs ?? NaN);
    const put = { method: 'PUT', target: '/', headers: { host: 'localhost' }, body: BODY } as const;
    expect((await client.send(put)).headers['x-taken']).toBe(String(BODY.length));
    expect(server.handshakes[0]).toEqual({ name: 'localhost', isReused: false });
    client.close();
  });

  test('goes on with the session of an earlier connection', async () => {
    await using server = await secureServer();
    const client = (await load())(server.options('localhost'));
    await readWith(client, '/close');
    await readWith(client, '/close');
    expect(server.handshakes.map(({ isReused }) => isReused)).toEqual([false, true]);
    client.close();
  });

  test('names no name to an address that is a number, and looks none up', async () => {
    await using server = await secureServer();
    const client = (await load())(server.options('127.0.0.1'));
    const { opening, failure } = await readWith(client, '/', '127.0.0.1');
    expect(failure).toBe(null);
    expect(opening?.dnsMs).toBe(null);
    expect(opening?.tlsMs).toBeGreaterThan(0);
    expect(server.handshakes[0]?.name).toBe(false);
    client.close();
  });

  test('does not speak to who cannot show a certificate that it trusts', async () => {
    await using server = await secureServer();
    const { origin, timeoutMs } = server.options('localhost');
    const client = (await load())({ origin, timeoutMs });
    expect(await readWith(client, '/')).toMatchObject({ status: null, failure: 'tls' });
    client.close();
  });
});
