/** One connection of the wire client: one request at a time, read into a buffer that is used again and again. */
import net from 'node:net';
import tls from 'node:tls';
import type { Socket } from 'node:net';
import { MOST_TEXT_BYTES, TooLong, bodyLimit } from './exchange.ts';
import type { Exchange, Failure, HttpRequest, Opening, Origin } from './exchange.ts';
import { failureOfCode } from './failure-of-code.ts';
import { watchOpening } from './opening.ts';
import { ProtocolError, ResponseParser, type ResponseHead } from './response-parser.ts';

const READ_BUFFER_BYTES = 64 * 1024;

export interface ConnectionOptions {
  origin: Origin;
  /** From handing a request over to its last byte. */
  timeoutMs: number;
  /** Certificates to trust instead of the system's. */
  ca?: string;
  /** What connections to one origin keep of each other's handshakes: the last session, for the next to go on with. */
  resumption?: { session: Buffer | null };
}

interface UnderWay {
  request: HttpRequest;
  resolve: (exchange: Exchange) => void;
  startMs: number;
  firstByteMs: number | null;
  head: ResponseHead | null;
  bytes: number;
  mostBytes: number;
  text: Buffer[];
  textBytes: number;
}

export class Connection {
  readonly #socket: Socket;
  readonly #parser = new ResponseParser();
  readonly #onFree: (connection: Connection) => void;
  readonly #timeoutMs: number;
  #timer: NodeJS.Timeout | undefined;
  /** Until the first request has said so. */
  #opening: Opening | null;
  #isOpen = true;
  #underWay: UnderWay | null = null;

  /** `onFree` is called when a request has ended and the connection can carry another. */
  constructor(
    { origin, timeoutMs, ca, resumption = { session: null } }: ConnectionOptions,
    onFree: (connection: Connection) => void,
  ) {
    this.#onFree = onFree;
    this.#timeoutMs = timeoutMs;
    const buffer = Buffer.allocUnsafe(READ_BUFFER_BYTES);
    const options = {
      host: origin.hostname,
      port: origin.port,
      noDelay: true,
      onread: {
        buffer,
        callback: (length: number) => {
          this.#read(buffer.subarray(0, length));
          return true;
        },
      },
    };
    this.#socket =
      origin.protocol === 'https:'
        ? tls
            .connect({
              ...options,
              ...(ca === undefined ? {} : { ca }),
              ...(net.isIP(origin.hostname) ? {} : { servername: origin.hostname }),
              ...(resumption.session === null ? {} : { session: resumption.session }),
              ALPNProtocols: ['http/1.1'],
            })
            .on('session', (session) => {
              resumption.session = session;
            })
        : net.connect(options);
    this.#opening = watchOpening(this.#socket);
    this.#socket.on('error', (error: NodeJS.ErrnoException) =>
      this.#fail(failureOfCode(error.code ?? ''), error.code ?? error.message),
    );
    this.#socket.on('end', () => this.#closed());
    this.#socket.on('close', () => this.#closed());
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Only while no other request is under way. */
  send(request: HttpRequest, startMs: number): Promise<Exchange> {
    return new Promise((resolve) => {
      this.#underWay = {
        request,
        resolve,
        startMs,
        firstByteMs: null,
        head: null,
        bytes: 0,
        mostBytes: bodyLimit(request),
        text: [],
        textBytes: 0,
      };
      this.#parser.begin(request.method, this);
      if (this.#timer) this.#timer.refresh();
      else this.#timer = setTimeout(() => this.#fail('timeout', 'no whole reply in time'), this.#timeoutMs);
      const { body } = request;
      if (body && body.length > 0) {
        this.#socket.cork();
        this.#socket.write(headText(request), 'latin1');
        this.#socket.write(body);
        this.#socket.uncork();
      } else this.#socket.write(headText(request), 'latin1');
    });
  }

  close(): void {
    this.#fail('reset', 'closed by us');
  }

  onHead(head: ResponseHead): void {
    if (this.#underWay) this.#underWay.head = head;
  }

  onBody(piece: Uint8Array): void {
    const one = this.#underWay;
    if (!one) return;
    one.bytes += piece.length;
    if (one.bytes > one.mostBytes) return this.#fail('size', new TooLong(one.mostBytes).message);
    const isGood = one.head !== null && one.head.status < 300;
    if (isGood && one.request.onBody) one.request.onBody(piece);
    else if (one.textBytes < MOST_TEXT_BYTES) {
      one.text.push(Buffer.from(piece));
      one.textBytes += piece.length;
    }
  }

  #read(bytes: Buffer): void {
    const one = this.#underWay;
    if (!one) {
      // Whatever nobody asked for cannot be told from the reply to what comes next.
      this.#shut();
      return;
    }
    one.firstByteMs ??= performance.now() - one.startMs;
    try {
      this.#parser.push(bytes);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#fail('protocol', error.message);
      return;
    }
    if (this.#underWay === one && this.#parser.isDone) this.#finish(one, null, null);
  }

  #closed(): void {
    const one = this.#underWay;
    if (!one) this.#shut();
    else if (this.#parser.close()) this.#finish(one, null, null);
    else
      this.#fail(
        one.firstByteMs === null ? 'reset' : 'truncated',
        one.firstByteMs === null ? 'closed without a reply' : `closed after ${one.bytes} bytes of the body`,
      );
  }

  #fail(failure: Failure, detail: string): void {
    const one = this.#underWay;
    this.#shut();
    if (one) this.#finish(one, failure, detail);
  }

  #finish(one: UnderWay, failure: Failure | null, detail: string | null): void {
    const totalMs = performance.now() - one.startMs;
    this.#underWay = null;
    const opening = this.#opening;
    this.#opening = null;
    if (failure === null && this.#isOpen) {
      // A reply that came before the whole request had gone leaves half a request on the way.
      if (this.#parser.keepsAlive && this.#socket.writableLength === 0) this.#onFree(this);
      else this.#shut();
    }
    one.resolve({
      status: one.head?.status ?? null,
      headers: one.head?.headers ?? {},
      failure,
      detail,
      bytes: one.bytes,
      text: one.text.length === 0 ? '' : Buffer.concat(one.text).toString('utf8'),
      startMs: one.startMs,
      opening,
      firstByteMs: one.firstByteMs,
      totalMs,
    });
  }

  #shut(): void {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#socket.destroy();
  }
}

function headText({ method, target, headers, body }: HttpRequest): string {
  let text = `${method} ${target} HTTP/1.1\r\n`;
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
  const hasBody = body !== undefined || method === 'PUT' || method === 'POST';
  return hasBody ? `${text}content-length: ${body?.length ?? 0}\r\n\r\n` : `${text}\r\n`;
}
