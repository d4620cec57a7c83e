/** A plain file server for one folder under a sub-path: no headers but the type, folders by their index.html. */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

export const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

export interface Served {
  /** Address of the folder, with a slash at its end. */
  url: string;
  close(): Promise<void>;
}

/** `serves`: whether a file, by its path inside the folder, is there for who asks, or the text that is there instead. What it throws is told with a status of 500. */
export async function serveFolder(
  folder: string,
  subPath: string,
  serves: (file: string) => boolean | string = () => true,
): Promise<Served> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = pathname.startsWith(subPath)
      ? fileAt(path.join(folder, decodeURIComponent(pathname.slice(subPath.length))))
      : null;
    let served: boolean | string;
    try {
      served = file !== null && serves(path.relative(folder, file));
    } catch (error) {
      response.writeHead(500).end(String(error));
      return;
    }
    if (!file || served === false) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
    if (served === true) createReadStream(file).pipe(response);
    else response.end(served);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${subPath}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function fileAt(place: string): string | null {
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats?.isFile()) return place;
  return stats?.isDirectory() ? fileAt(path.join(place, 'index.html')) : null;
}
