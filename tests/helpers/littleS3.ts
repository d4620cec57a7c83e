/** A little S3 for a test, with a bucket in it, and drivers that reach it. */
import { CLOCKS } from '#stores/age.ts';
import type { Clocks } from '#stores/age.ts';
import { Bucket } from '#stores/little-s3/buckets.ts';
import type { OpenStore } from '#stores/clients.ts';
import { startLittleS3 } from './little-s3/server.ts';
import type { LittleS3, LittleS3Options } from './little-s3/server.ts';
import { openStore } from '#stores/open-store.ts';
import { Secret } from '#stores/secret.ts';
import type { ObjectStore } from '#stores/store.ts';

import { withFaults } from './littleS3Faults.ts';
import type { FaultOf } from './littleS3Faults.ts';

export const KEY_ID = 'AKIACANARYCANARY';
export const SECRET = 'canary/secret+canary/secret+canary/secre';
export const BUCKET = 'a-bucket';

export interface OtherDriver {
  id?: string;
  secret?: string;
  timeoutMs?: number;
  store?: string;
  bucket?: string;
  clocks?: Clocks;
  /** Of what stands before the server. */
  endpoint?: string;
  /** The client that it goes out by. */
  by?: OpenStore;
}

export interface TestStore extends AsyncDisposable {
  server: LittleS3;
  /** Opens another driver, with keys or a bucket other than the server's own. */
  open(other?: OtherDriver): ObjectStore;
  store: ObjectStore;
}

export async function littleS3({
  fault,
  ...options
}: Omit<LittleS3Options, 'keys' | 'deliver'> & { fault?: FaultOf } = {}): Promise<TestStore> {
  const server = await startLittleS3({
    ...options,
    ...(fault ? { deliver: withFaults(fault) } : {}),
    keys: [{ accessKeyId: KEY_ID, secretAccessKey: new Secret(SECRET) }],
  });
  server.buckets.set(BUCKET, new Bucket());
  const opened: ObjectStore[] = [];
  const open: TestStore['open'] = (other = {}) => {
    const { id = KEY_ID, secret = SECRET, timeoutMs = 20_000, clocks = CLOCKS, by = openStore } = other;
    const credentials = { accessKeyId: id, secretAccessKey: new Secret(secret), sessionToken: null };
    const store = by(
      {
        store: other.store ?? 'acme/store',
        region: 'us-east-1',
        bucket: other.bucket ?? BUCKET,
        endpoint: other.endpoint ?? server.url,
      },
      {
        env: {},
        home: '/nowhere',
        timeoutMs,
        clocks,
        access: { source: 'the test', credentials, region: null, endpoint: null },
      },
    );
    opened.push(store);
    return store;
  };
  return {
    server,
    open,
    store: open(),
    [Symbol.asyncDispose]: async () => {
      opened.forEach((one) => one.close());
      await server.close();
    },
  };
}

/** A sink that keeps all. */
export function collector(): { sink: (piece: Uint8Array) => void; bytes(): Buffer } {
  const pieces: Buffer[] = [];
  return { sink: (piece) => void pieces.push(Buffer.from(piece)), bytes: () => Buffer.concat(pieces) };
}
