/** What travels compressed, unpacked on the way in: zstd and gzip, told by their first bytes. */
import { errorCode } from '#core/message-of.ts';
import { Gunzip } from 'fflate';
import { Decompress } from 'fzstd';
import { ImportError, type Reading } from '../importer.ts';

type Sink = (piece: Uint8Array) => void;
interface Unpacker {
  push(packed: Uint8Array): void;
  /** False: it ended too early. */
  end(): boolean;
}

const MAGIC_BYTES = 4;
/** A frame tells within so many bytes how large a window it needs. */
const HEAD_BYTES = 18;
/** The largest that `zstd -d` takes without being told. */
const MOST_WINDOW_BYTES = 128 * 1024 * 1024;
/** A log's text shrinks to a tenth; what shrinks more than this was made to fill a disk. */
const MOST_RATIO = 1000;
const LEAST_JUDGED_BYTES = 64 * 1024 * 1024;
const ZSTD_ENDS_EARLY = 5;
const GZIP_ENDS_EARLY = 0;
const SLICE_BYTES = 256 * 1024;

/** Hands on what the bytes unpack to, or the bytes. */
export function unpacking<Read>(content: Reading<Read>): Reading<Read> {
  let head = new Uint8Array();
  let unpacker: Unpacker | undefined;
  let packed = 0;
  let unpacked = 0;
  const sink: Sink = (piece) => {
    unpacked += piece.length;
    refuseBomb(packed, unpacked);
    content.push(piece);
  };
  const pass = (piece: Uint8Array) => {
    unpacker ??= unpackerOf(head, sink);
    // Small slices, so that a bomb is judged before it has unfolded.
    for (let at = 0; at < piece.length; at += SLICE_BYTES) {
      const slice = piece.subarray(at, at + SLICE_BYTES);
      packed += slice.length;
      unpacker.push(slice);
    }
  };
  return {
    push(piece) {
      if (unpacker) return pass(piece);
      head = joined([head, piece]);
      if (head.length >= HEAD_BYTES) pass(head);
    },
    end(isCut) {
      if (!unpacker) pass(head);
      const isWhole = unpacker?.end() ?? true;
      return content.end(isCut || !isWhole);
    },
  };
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Throws `ImportError` where so many bytes came from so few. */
export function refuseBomb(packed: number, unpacked: number): void {
  if (unpacked > LEAST_JUDGED_BYTES && unpacked > MOST_RATIO * packed)
    throw new ImportError(`unpacks to more than ${MOST_RATIO} times its size`);
}

/** Whether a file that begins so is a frame of zstd. */
export function isZstd(head: Uint8Array): boolean {
  return head.length >= MAGIC_BYTES && new DataView(head.buffer, head.byteOffset).getUint32(0) === 0x28b52ffd;
}

function unpackerOf(head: Uint8Array, sink: Sink): Unpacker {
  if (isZstd(head)) return unzstd(head, sink);
  if (head[0] === 0x1f && head[1] === 0x8b) return gunzip(sink);
  return { push: sink, end: () => true };
}

function unzstd(head: Uint8Array, sink: Sink): Unpacker {
  const window = windowOf(head);
  if (window > MOST_WINDOW_BYTES)
    throw new ImportError(
      `is zstd with a window of ${window} bytes, and at most ${MOST_WINDOW_BYTES} are held`,
    );
  const stream = new Decompress(sink);
  return {
    push: (packed) => void attempt('zstd', ZSTD_ENDS_EARLY, () => void stream.push(packed)),
    end: () => attempt('zstd', ZSTD_ENDS_EARLY, () => void stream.push(new Uint8Array(), true)),
  };
}

/** RFC 8878, 3.1.1.1: the window of a frame, or its content where it is held as one segment. */
function windowOf(head: Uint8Array): number {
  const [descriptor = 0, first = 0] = head.subarray(MAGIC_BYTES);
  if ((descriptor & 0x20) === 0) return 2 ** (10 + (first >> 3)) * (1 + (first & 7) / 8);
  const from = MAGIC_BYTES + 1 + ([0, 1, 2, 4][descriptor & 3] ?? 0);
  const length = [1, 2, 4, 8][descriptor >> 6] ?? 1;
  const digits = head.subarray(from, from + length);
  return digits.reduceRight((sum, digit) => sum * 256 + digit, 0) + (length === 2 ? 256 : 0);
}

function gunzip(sink: Sink): Unpacker {
  const stream = new Gunzip(sink);
  return {
    push: (packed) => void attempt('gzip', GZIP_ENDS_EARLY, () => stream.push(packed)),
    end: () => attempt('gzip', GZIP_ENDS_EARLY, () => stream.push(new Uint8Array(), true)),
  };
}

/** False where the stream ends too early. Throws `ImportError` where it is broken. */
function attempt(what: string, endsEarly: number, work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof ImportError) throw error;
    // The libraries throw whatever broken bytes lead them to.
    if (errorCode(error) === endsEarly) return false;
    throw new ImportError(`is broken: its ${what} cannot be unpacked; fetch or copy it again`);
  }
}
