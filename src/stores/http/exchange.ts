/** One HTTP request and what came of it, with every moment that was timed. */

export interface HttpRequest {
  method: 'GET' | 'PUT' | 'HEAD' | 'POST' | 'DELETE';
  /** Path and query as they go over the wire. */
  target: string;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** Gets the body of a 2xx reply piece by piece; a piece is gone when this returns. Without one, the text is kept. */
  onBody?: (piece: Uint8Array) => void;
  /** Bytes of the reply's body that are expected at most; 1 MiB where nothing is said. */
  mostBytes?: number | undefined;
}

/** Why there is no whole reply. */
export type Failure =
  'dns' | 'refused' | 'unreachable' | 'tls' | 'reset' | 'timeout' | 'truncated' | 'size' | 'protocol';

/** Milliseconds it took to open a connection, step by step; `tlsMs` is null without TLS, `dnsMs` without a name to look up. */
export interface Opening {
  dnsMs: number | null;
  connectMs: number;
  tlsMs: number | null;
}

export interface Exchange {
  /** Null: no reply's head arrived. */
  status: number | null;
  headers: Readonly<Record<string, string>>;
  failure: Failure | null;
  /** The system's or the parser's word for the failure, such as `ECONNRESET`. */
  detail: string | null;
  /** Bytes of the reply's body. */
  bytes: number;
  /** Body of a reply that nobody took piece by piece, and of every error; at most 1 MiB of it. */
  text: string;
  /** `performance.now()` when the request was handed over. */
  startMs: number;
  /** Null on a connection that was open already. */
  opening: Opening | null;
  /** From the start to the first byte of the reply. */
  firstByteMs: number | null;
  /** From the start to the last byte, or to the failure. */
  totalMs: number;
}

/** Sends requests to one origin. Never rejects for what the network or the server does: that is in the exchange. */
export interface HttpClient {
  readonly name: string;
  send(request: HttpRequest): Promise<Exchange>;
  /** Closes every connection; requests under way fail. */
  close(): void;
}

export interface Origin {
  protocol: 'http:' | 'https:';
  hostname: string;
  port: number;
}

export const MOST_TEXT_BYTES = 1024 * 1024;

/** An error has its words besides what was expected. */
const SPARE_BYTES = 64 * 1024;

/** A body of more bytes ends its connection, as `size`: who waits would pay for a reply without end. */
export const bodyLimit = ({ mostBytes = MOST_TEXT_BYTES }: Pick<HttpRequest, 'mostBytes'>): number =>
  mostBytes + SPARE_BYTES;

export class TooLong extends Error {
  constructor(limit: number) {
    super(`a body of more than ${limit} bytes`);
  }
}
