/** HTTP as Node's own makers write it: undici's dispatch behind our interface. Its package is loaded when it is asked for. */
import type { Socket } from 'node:net';
import { errorCode } from '#core/message-of.ts';
import type { Client, Dispatcher } from 'undici';
import { loadPackage } from '../load-package.ts';
import { MOST_TEXT_BYTES, TooLong, bodyLimit } from './exchange.ts';
import type { Exchange, Failure, HttpClient, HttpRequest, Opening } from './exchange.ts';
import { failureOfCode } from './failure-of-code.ts';
import type { ConnectionOptions } from './connection.ts';
import { watchOpening } from './opening.ts';

const MOST_CONNECTIONS = 4096;
const KEEP_ALIVE_MS = 60_000;

/** What is known of one connection: how it was opened, until a request has said so. */
interface Line {
  opening: Opening | null;
}

/** Loads undici; makes clients that open as many connections as there are requests at once, and keep them. Throws `ClientError`. */
export async function loadUndici(): Promise<(options: ConnectionOptions) => HttpClient> {
  const { Client: UndiciClient, Pool, buildConnector } = await loadPackage('undici', () => import('undici'));
  return ({ origin: { protocol, hostname, port }, timeoutMs, ca }) => {
    const connect = buildConnector({
      allowH2: false,
      timeout: timeoutMs,
      ...(ca === undefined ? {} : { ca }),
    });
    const host = hostname.includes(':') ? `[${hostname}]` : hostname;
    const pool = new Pool(`${protocol}//${host}:${port}`, {
      connections: MOST_CONNECTIONS,
      pipelining: 1,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      factory: (origin, options) => {
        const line: Line = { opening: null };
        const client = new UndiciClient(origin, {
          ...(options as Client.Options),
          connect: (where, callback) => {
            // It gives its socket back, though its types do not say so.
            const socket = connect(where, callback) as unknown as Socket;
            line.opening = watchOpening(socket);
          },
        });
        const dispatch = client.dispatch.bind(client);
        client.dispatch = (request, handler) => {
          if (handler instanceof UnderWay) handler.line = line;
          return dispatch(request, handler);
        };
        return client;
      },
    });
    return {
      name: 'undici',
      send: (request) =>
        new Promise((resolve) => {
          const { method, target, headers, body } = request;
          pool.dispatch(
            { method, path: target, headers, body: body ?? null },
            new UnderWay(request, resolve),
          );
        }),
      close: () => void pool.destroy(),
    };
  };
}

/** One request on its way. */
class UnderWay implements Dispatcher.DispatchHandler {
  line: Line | null = null;
  readonly #request: HttpRequest;
  readonly #resolve: (exchange: Exchange) => void;
  readonly #startMs = performance.now();
  readonly #text: Buffer[] = [];
  #textBytes = 0;
  #status: number | null = null;
  #headers: Record<string, string> = {};
  #bytes = 0;
  #firstByteMs: number | null = null;

  constructor(request: HttpRequest, resolve: (exchange: Exchange) => void) {
    this.#request = request;
    this.#resolve = resolve;
  }

  onRequestStart(): void {
    // Undici asks for it.
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    fields: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#firstByteMs = performance.now() - this.#startMs;
    this.#status = status;
    for (const name in fields) {
      const value = fields[name];
      if (value !== undefined) this.#headers[name] = Array.isArray(value) ? value.join(', ') : value;
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    this.#bytes += piece.length;
    const limit = bodyLimit(this.#request);
    if (this.#bytes > limit) return controller.abort(new TooLong(limit));
    if (this.#status !== null && this.#status < 300 && this.#request.onBody) this.#request.onBody(piece);
    else if (this.#textBytes < MOST_TEXT_BYTES) {
      this.#text.push(Buffer.from(piece));
      this.#textBytes += piece.length;
    }
  }

  onResponseEnd(): void {
    this.#finish(null, null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish(failureOf(error, this.#status !== null), detailOf(error));
  }

  #finish(failure: Failure | null, detail: string | null): void {
    const opening = this.line?.opening ?? null;
    if (this.line) this.line.opening = null;
    this.#resolve({
      status: this.#status,
      headers: this.#headers,
      failure,
      detail,
      bytes: this.#bytes,
      text: Buffer.concat(this.#text).toString('utf8'),
      startMs: this.#startMs,
      opening,
      firstByteMs: this.#firstByteMs,
      totalMs: performance.now() - this.#startMs,
    });
  }
}

const codeOf = (error: Error): string => String(errorCode(error) ?? '');

/** The code of the system or of the parser. Undici's own codes say less than its messages. */
function detailOf(error: Error): string {
  const code = codeOf(error);
  return code === '' || code.startsWith('UND_ERR_') ? error.message : code;
}

function failureOf(error: Error, hasHead: boolean): Failure {
  if (error instanceof TooLong) return 'size';
  const code = codeOf(error);
  if (/TIMEOUT/.test(code)) return 'timeout';
  if (/^HPE_/.test(code)) return 'protocol';
  const failure = failureOfCode(code);
  return failure === 'reset' && hasHead ? 'truncated' : failure;
}
