/** A static file server for the built web app, for this machine alone. */
import { createReadStream, promises } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { isInside } from '../input/inside.ts';

const { readFile, realpath, stat } = promises;

/** Texts are of UTF-8. */
const TYPES: Record<string, string> = {
  ...Object.fromEntries(['html', 'css', 'csv'].map((name) => [`.${name}`, `text/${name}; charset=utf-8`])),
  ...Object.fromEntries(['.js', '.mjs'].map((name) => [name, 'text/javascript; charset=utf-8'])),
  ...Object.fromEntries(['.json', '.map'].map((name) => [name, 'application/json; charset=utf-8'])),
  ...Object.fromEntries(['.txt', '.yaml'].map((name) => [name, 'text/plain; charset=utf-8'])),
  '.md': 'text/markdown; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.parquet': 'application/vnd.apache.parquet',
};

export interface Server {
  port: number;
  /** Settles once the server is closed. */
  closed: Promise<void>;
  close(): void;
}

/** `texts`: JSON that is answered beside the files, by its path. Listens on 127.0.0.1. Rejects with the system's error when the port cannot be had. */
export async function startServer(
  folder: string,
  port: number,
  texts: ReadonlyMap<string, string> = new Map(),
): Promise<Server> {
  // Loading HTTP costs more than most commands take; in one bundle a static import would charge it to all of them.
  const { createServer } = await import('node:http');
  const root = await realpath(folder);
  const server = createServer((request, response) => {
    response.setHeader('x-content-type-options', 'nosniff');
    if (!isForThisMachine(request)) return refuse(response, 421);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
    const text = texts.get(request.url ?? '');
    if (text !== undefined) return send(response, 200, '.json', text);
    answer(root, request, response).catch(() => refuse(response, 500));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const closed = new Promise<void>((resolve) => server.once('close', () => resolve()));
  return {
    port: (server.address() as AddressInfo).port,
    closed,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A name of another site that resolves to this machine would let that site read what is served. */
function isForThisMachine({ headers: { host = '' } }: IncomingMessage): boolean {
  return /^(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/i.test(host);
}

/** A HEAD is answered by Node without the text. */
function send(response: ServerResponse, status: number, kind: string, text: string): void {
  response
    .writeHead(status, {
      'content-type': TYPES[kind],
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-cache',
    })
    .end(text);
}

async function answer(root: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const file = await fileOf(root, request.url ?? '/');
  if (file === null) return await sendMissing(root, request, response);
  if ('moved' in file) {
    response.writeHead(308, { location: file.moved }).end();
    return;
  }
  response.writeHead(200, {
    'content-type': TYPES[path.extname(file.path).toLowerCase()] ?? 'application/octet-stream',
    'content-length': file.size,
    'cache-control': file.path.includes(`${path.sep}immutable${path.sep}`)
      ? 'public, max-age=31536000, immutable'
      : 'no-cache',
  });
  if (request.method === 'HEAD') response.end();
  else pipeline(createReadStream(file.path), response, () => undefined);
}

/** Who asks for a page sees the site's own, whose links are relative to the root wherever it is shown. */
async function sendMissing(root: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isPage = request.headers.accept?.includes('text/html') ?? false;
  const page = isPage ? await readFile(path.join(root, '404.html'), 'utf8').catch(() => null) : null;
  if (page === null) return refuse(response, 404);
  send(response, 404, '.html', page.replace('<head>', '<head><base href="/">'));
}

/** The file a URL asks for, never one outside `root`, symbolic links included. */
async function fileOf(
  root: string,
  url: string,
): Promise<{ path: string; size: number } | { moved: string } | null> {
  const [raw = '/', query] = url.split('?', 2);
  let pathname: string;
  try {
    pathname = decodeURIComponent(raw);
  } catch {
    return null;
  }
  if (!pathname.startsWith('/') || pathname.includes('\0') || pathname.includes('\\')) return null;
  const wanted = path.join(root, pathname);
  if (!isInside(root, wanted)) return null;
  try {
    const found = await stat(wanted);
    if (found.isDirectory() && !pathname.endsWith('/')) {
      // `//host` would be another site.
      return { moved: `${raw.replace(/^\/+/, '/')}/${query === undefined ? '' : `?${query}`}` };
    }
    const file = await realpath(found.isDirectory() ? path.join(wanted, 'index.html') : wanted);
    const { size } = await stat(file);
    return isInside(root, file) ? { path: file, size } : null;
  } catch {
    return null;
  }
}

function refuse(response: ServerResponse, status: 404 | 405 | 421 | 500): void {
  const words = {
    404: 'There is no such page here.',
    405: 'Only GET and HEAD are answered.',
    421: 'Only 127.0.0.1 and localhost are answered for.',
    500: 'That file could not be read.',
  }[status];
  if (response.headersSent) return void response.destroy();
  if (status === 405) response.setHeader('allow', 'GET, HEAD');
  send(response, status, '.txt', `${words}\n`);
}
