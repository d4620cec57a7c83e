/** undici behind our interface: another's reading of HTTP, to compare ours with. */
import { Pool } from 'undici';
import { MOST_TEXT_BYTES } from '#stores/http/exchange.ts';
import type { Exchange, Failure, HttpClient, HttpRequest, Origin } from '#stores/http/exchange.ts';

export function undiciClient({ protocol, hostname, port }: Origin, timeoutMs: number): HttpClient {
  const pool = new Pool(`${protocol}//${hostname}:${port}`, {
    connections: 1024,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 60_000,
  });
  return { name: 'undici', send: (request) => send(pool, request), close: () => void pool.destroy() };
}

function send(pool: Pool, { method, target, headers, body, onBody }: HttpRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    const startMs = performance.now();
    const text: Buffer[] = [];
    let textBytes = 0;
    let status: number | null = null;
    let seen: Record<string, string> = {};
    let bytes = 0;
    let firstByteMs: number | null = null;
    const finish = (failure: Failure | null, detail: string | null) =>
      resolve({
        status,
        headers: seen,
        failure,
        detail,
        bytes,
        text: Buffer.concat(text).toString('utf8'),
        startMs,
        opening: null,
        firstByteMs,
        totalMs: performance.now() - startMs,
      });
    pool.dispatch(
      { method, path: target, headers, body: body ?? null },
      {
        onRequestStart() {},
        onResponseStart(_controller, code, fields) {
          if (code < 200) return;
          firstByteMs = performance.now() - startMs;
          status = code;
          seen = Object.fromEntries(
            Object.entries(fields).map(([name, value]) => [
              name,
              Array.isArray(value) ? value.join(', ') : String(value),
            ]),
          );
        },
        onResponseData(_controller, piece) {
          bytes += piece.length;
          if (status !== null && status < 300 && onBody) onBody(piece);
          else if (textBytes < MOST_TEXT_BYTES) {
            text.push(Buffer.from(piece));
            textBytes += piece.length;
          }
        },
        onResponseEnd() {
          finish(null, null);
        },
        onResponseError(_controller, error) {
          finish(failureOf(error, status !== null), error.message);
        },
      },
    );
  });
}

function failureOf(error: Error, hasHead: boolean): Failure {
  const code = 'code' in error ? String(error.code) : '';
  if (/TIMEOUT/.test(code)) return 'timeout';
  if (code === 'ECONNREFUSED') return 'refused';
  if (/^HPE_/.test(code)) return 'protocol';
  return hasHead ? 'truncated' : 'reset';
}
