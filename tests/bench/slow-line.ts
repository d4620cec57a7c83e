/** The built page over a slow line: 10 Mbit/s for all connections together, 40 ms a round trip, texts gzipped as hosts of pages do. */
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { TYPES, type Served } from '../helpers/serveFolder.ts';

const BYTES_A_MS = 10_000_000 / 8 / 1000;
const ROUND_TRIP_MS = 40;
const PIECE = 8 * 1024;

/** A chromium of today asks for what has a certificate over HTTP/2; here it opens six connections, each with a round trip of its own. */
export async function serveSlowly(folder: string): Promise<Served> {
  const packed = new Map<string, Buffer>();
  const seen = new WeakSet<Socket>();
  let freeAtMs = 0;
  const sleepUntil = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms - performance.now()));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = path.join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const arrivedMs = performance.now() + (seen.has(request.socket) ? 1 : 2) * ROUND_TRIP_MS;
    seen.add(request.socket);
    void (async () => {
      await sleepUntil(arrivedMs);
      if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return void response.writeHead(404).end();
      const body = packed.get(file) ?? gzipSync(readFileSync(file), { level: 9 });
      packed.set(file, body);
      response.writeHead(200, {
        'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
        'content-encoding': 'gzip',
        'content-length': body.length,
        'cache-control': 'max-age=600',
      });
      for (let at = 0; at < body.length; at += PIECE) {
        const piece = body.subarray(at, at + PIECE);
        freeAtMs = Math.max(freeAtMs, performance.now()) + piece.length / BYTES_A_MS;
        await sleepUntil(freeAtMs);
        response.write(piece);
      }
      response.end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
