/** One request as a driver says it, and the operations that S3 and Azure name alike: by path, with conditions in headers. */
import type { Exchange, HttpRequest } from './http/exchange.ts';
import type { Answer, BodySink, ObjectStore } from './store.ts';

/** Names and values. */
export type Query = readonly (readonly [string, string])[];

export interface Asked {
  method: HttpRequest['method'];
  /** Without one, the bucket itself. */
  key?: string;
  query?: Query;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  sink?: BodySink;
  /** Of the reply. */
  mostBytes?: number | undefined;
}

/** Bytes of a read, as the header `range` has them. */
export const rangeOf = ({ offset, length }: { offset: number; length: number }): string =>
  `bytes=${offset}-${offset + length - 1}`;

/** `written`: headers of every write; `range`: the header that names what is read of an object. */
export function operationsByHeader(
  send: (asked: Asked) => Promise<Answer>,
  { written = {}, range = 'range' }: { written?: Readonly<Record<string, string>>; range?: string } = {},
): Pick<ObjectStore, 'put' | 'tagOf' | 'get' | 'head' | 'remove'> {
  return {
    put(key, body, onlyIf) {
      const condition: Record<string, string> =
        onlyIf === 'absent' ? { 'if-none-match': '*' } : onlyIf ? { 'if-match': onlyIf.tag } : {};
      return send({ method: 'PUT', key, headers: { ...written, ...condition }, body });
    },
    tagOf: ({ headers }) => headers.etag ?? null,
    get(key, sink, { part, unless, mostBytes = part?.length ?? Infinity } = {}) {
      const headers = {
        ...(part ? { [range]: rangeOf(part) } : {}),
        ...(unless === undefined ? {} : { 'if-none-match': unless }),
      };
      return send({ method: 'GET', key, headers, sink, mostBytes });
    },
    head: (key) => send({ method: 'HEAD', key }),
    remove: (key) => send({ method: 'DELETE', key }),
  };
}

/** `codeOf`: the store's own word for an error. */
export function answerOf(exchange: Exchange, codeOf: (exchange: Exchange) => string | null): Answer {
  const isError = exchange.status !== null && exchange.status >= 300;
  return { ...exchange, code: isError ? codeOf(exchange) : null };
}
