/** Replies of HTTP/1.1 (RFC 9112) from pieces of any size; bodies are handed on without a copy. */

/** What the bytes say is no reply of HTTP/1.1. */
export class ProtocolError extends Error {}

export interface ResponseHead {
  status: number;
  /** Names in lower case; values of a repeated name joined by a comma. */
  headers: Readonly<Record<string, string>>;
}

export interface ResponseSink {
  onHead(head: ResponseHead): void;
  /** The piece is only good until this returns. */
  onBody(piece: Uint8Array): void;
}

const MOST_HEAD_BYTES = 64 * 1024;
const MOST_LINE_BYTES = 4096;
const END_OF_HEAD = '\r\n\r\n';
const STATUS_LINE = /^HTTP\/1\.([01]) (\d{3})(?: [^\r\n]*)?$/;
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;
const LINE_FEED = 0x0a;
const EMPTY = Buffer.alloc(0);

type Part = 'head' | 'length' | 'until-close' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailer' | 'done';

export class ResponseParser {
  #part: Part = 'done';
  #isHead = false;
  #sink: ResponseSink | null = null;
  #held: Buffer = EMPTY;
  /** Bytes still to come of a body or a chunk. */
  #left = 0;
  #keepsAlive = false;

  /** Makes ready for the reply to one request of `method`. */
  begin(method: string, sink: ResponseSink): void {
    this.#part = 'head';
    this.#isHead = method === 'HEAD';
    this.#sink = sink;
    this.#held = EMPTY;
    this.#keepsAlive = false;
  }

  get isDone(): boolean {
    return this.#part === 'done';
  }

  /** Whether the connection may carry another request. */
  get keepsAlive(): boolean {
    return this.#keepsAlive;
  }

  /** Takes the next bytes. Throws `ProtocolError`. */
  push(bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#part === 'done') throw new ProtocolError('bytes after the end of the reply');
      rest = this.#step(rest);
    }
  }

  /** The other side closed. True where that ends the reply; false where it cuts it short. */
  close(): boolean {
    if (this.#part === 'until-close') this.#part = 'done';
    return this.#part === 'done';
  }

  #step(bytes: Buffer): Buffer {
    switch (this.#part) {
      case 'head':
        return this.#readHead(bytes);
      case 'length':
      case 'chunk':
        return this.#readBody(bytes);
      case 'until-close':
        this.#sink?.onBody(bytes);
        return EMPTY;
      case 'chunk-size':
      case 'chunk-end':
      case 'trailer':
        return this.#readLine(bytes);
      case 'done':
        return bytes;
    }
  }

  #readHead(bytes: Buffer): Buffer {
    const all = this.#held.length > 0 ? Buffer.concat([this.#held, bytes]) : bytes;
    const end = all.indexOf(END_OF_HEAD, Math.max(0, this.#held.length - 3), 'latin1');
    if (end > MOST_HEAD_BYTES || (end < 0 && all.length > MOST_HEAD_BYTES))
      throw new ProtocolError(`a head of more than ${MOST_HEAD_BYTES} bytes`);
    if (end < 0) {
      // The bytes are gone when this returns.
      this.#held = all === bytes ? Buffer.from(bytes) : all;
      return EMPTY;
    }
    this.#held = EMPTY;
    const { head, isOldVersion } = parseHead(all.toString('latin1', 0, end));
    if (head.status >= 200) this.#frame(head, isOldVersion);
    return all.subarray(end + END_OF_HEAD.length);
  }

  /** RFC 9112, section 6.3: how long the body is. */
  #frame(head: ResponseHead, isOldVersion: boolean): void {
    const { status, headers } = head;
    const connection = (headers.connection ?? '').toLowerCase();
    this.#keepsAlive = isOldVersion ? connection === 'keep-alive' : !/\bclose\b/.test(connection);
    const coding = headers['transfer-encoding'];
    const length = headers['content-length'];
    if (this.#isHead || status === 204 || status === 304) this.#part = 'done';
    else if (coding !== undefined) {
      if (coding.toLowerCase() !== 'chunked' || length !== undefined)
        throw new ProtocolError(
          length === undefined ? 'an unknown transfer coding' : 'a chunked reply with a length',
        );
      this.#part = 'chunk-size';
    } else if (length === undefined) {
      this.#keepsAlive = false;
      this.#part = 'until-close';
    } else {
      this.#left = lengthOf(length);
      this.#part = this.#left > 0 ? 'length' : 'done';
    }
    this.#sink?.onHead(head);
  }

  #readBody(bytes: Buffer): Buffer {
    const piece = bytes.length > this.#left ? bytes.subarray(0, this.#left) : bytes;
    this.#left -= piece.length;
    this.#sink?.onBody(piece);
    if (this.#left === 0) this.#part = this.#part === 'chunk' ? 'chunk-end' : 'done';
    return piece.length === bytes.length ? EMPTY : bytes.subarray(piece.length);
  }

  #readLine(bytes: Buffer): Buffer {
    const end = bytes.indexOf(LINE_FEED);
    const piece = end < 0 ? bytes : bytes.subarray(0, end);
    this.#held = Buffer.concat([this.#held, piece]);
    if (this.#held.length > MOST_LINE_BYTES) throw new ProtocolError('a line of a chunk without an end');
    if (end < 0) return EMPTY;
    const line = this.#held.toString('latin1');
    this.#held = EMPTY;
    if (!line.endsWith('\r')) throw new ProtocolError('a line of a chunk that ends in no CR LF');
    this.#takeLine(line.slice(0, -1));
    return bytes.subarray(end + 1);
  }

  #takeLine(line: string): void {
    if (this.#part === 'chunk-end') {
      if (line !== '') throw new ProtocolError('a chunk longer than it says');
      this.#part = 'chunk-size';
    } else if (this.#part === 'trailer') {
      if (line === '') this.#part = 'done';
    } else {
      const [, size] = /^([0-9a-fA-F]{1,13})[ \t]*(?:;.*)?$/.exec(line) ?? [];
      if (size === undefined) throw new ProtocolError('a chunk without a size');
      this.#left = Number.parseInt(size, 16);
      this.#part = this.#left > 0 ? 'chunk' : 'trailer';
    }
  }
}

function parseHead(text: string): { head: ResponseHead; isOldVersion: boolean } {
  const [first = '', ...lines] = text.split('\r\n');
  const [, minor, status] = STATUS_LINE.exec(first) ?? [];
  if (status === undefined) throw new ProtocolError('no status line of HTTP/1.1');
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const line of lines) {
    const [, name, value] = FIELD.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new ProtocolError('a header line that is none');
    const key = name.toLowerCase();
    const before = headers[key];
    headers[key] = before === undefined ? value : `${before}, ${value}`;
  }
  return { head: { status: Number(status), headers }, isOldVersion: minor === '0' };
}

/** A length may be repeated, if it is the same. */
function lengthOf(value: string): number {
  const [length = '', ...others] = new Set(value.split(/, */));
  if (others.length > 0 || !/^\d{1,15}$/.test(length)) throw new ProtocolError('a length that is none');
  return Number(length);
}
