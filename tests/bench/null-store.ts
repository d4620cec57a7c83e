/** Stores on a server that does next to nothing, by each of our clients: what is measured on them is the client. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { loadClient } from '../../src/stores/clients.ts';
import type { ClientName } from '../../src/stores/clients.ts';
import { Secret } from '../../src/stores/secret.ts';
import type { ObjectStore } from '../../src/stores/store.ts';

const credentials = { accessKeyId: 'AKIABENCH', secretAccessKey: new Secret('bench'), sessionToken: null };
const access = { source: 'the bench', credentials, region: null, endpoint: null };

/** What lies there. */
export const BUCKET = 'bench';

export interface NullServer extends Disposable {
  url: string;
  open(client: ClientName): Promise<ObjectStore>;
}

/** In a process of its own; every GET is answered with so many bytes. */
export async function nullServer(sizeBytes: number): Promise<NullServer> {
  const program = path.join(import.meta.dirname, 'null-server.ts');
  const child = spawn(process.execPath, [program, String(sizeBytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const url = `http://127.0.0.1:${port.trim()}`;
  return {
    url,
    async open(client) {
      const open = await loadClient(client);
      const at = { store: 'null/server', region: 'us-east-1', bucket: BUCKET, endpoint: url };
      return open(at, { env: {}, home: '/nowhere', timeoutMs: 30_000, access });
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}

/** GETs until then, so many at a time; `note` gets what each took. Throws where one fails. */
export async function readUntil(
  store: ObjectStore,
  concurrency: number,
  isOver: () => boolean,
  note: (totalMs: number) => void,
): Promise<void> {
  let bytes = 0;
  const count = (piece: Uint8Array) => (bytes += piece.length);
  const worker = async () => {
    while (!isOver()) {
      const { failure, totalMs } = await store.get('key', count);
      if (failure !== null) throw new Error(`a request failed: ${failure}`);
      note(totalMs);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (bytes === 0) throw new Error('nothing was read');
}
