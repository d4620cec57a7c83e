/** A request as the little S3 reads it, and an object as it keeps it. */
import type { IncomingHttpHeaders } from 'node:http';

export interface Asked {
  method: string;
  /** As it came over the wire. */
  target: string;
  bucket: string;
  /** Null: the bucket itself. */
  key: string | null;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Uint8Array;
}

export interface StoredObject {
  body: Uint8Array;
  etag: string;
  /** When it was written; missing where a test put it there. */
  modifiedMs?: number;
}
