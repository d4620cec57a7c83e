/**
 * HdrHistogram's V2 encoding, compressed, as its logs hold it in base64: a header of 40 bytes, then the counts of all
 * buckets as ZigZag LEB128, a negative one standing for that many empty buckets
 * (HdrHistogram/HdrHistogram, AbstractHistogram.java: `encodeIntoCompressedByteBuffer`, `fillCountsArrayFromSourceBuffer`).
 */
import { Unzlib, unzlibSync } from 'fflate';
import type { Bin } from '#core/evidence/binned-statistics.ts';
import { ImportError } from '../../importer.ts';
import { joined } from '../../reading/unpack.ts';

export const COMPRESSED_V2 = 0x1c849314;
export const ENCODED_V2 = 0x1c849313;
const FIRST_THREE_BYTES = 0x1c8493;
export const HEADER_BYTES = 40;
/** The widest histogram (1 to 2⁶³ at five digits) takes some 60 million empty buckets, which one count skips. */
const MOST_PAYLOAD_BYTES = 8 * 1024 * 1024;
const PIECE_BYTES = 4096;
/** What deflate reaches on zeros. */
const MOST_DEFLATED_TIMES = 1032;

/** The filled buckets, rising, in the units they were recorded in. Throws `ImportError` led by `where`. */
export function decodeHistogram(base64: string, where: string): Bin[] {
  const refuse = (what: string) => new ImportError(`${where}: ${what}`);
  const packed = bytesOf(base64);
  if (!packed || packed.length < 8) throw refuse('holds no histogram in base64');
  const outer = new DataView(packed.buffer);
  const cookie = outer.getUint32(0);
  if (cookie !== COMPRESSED_V2)
    throw refuse(
      cookie >>> 8 === FIRST_THREE_BYTES
        ? 'is in an older encoding of HdrHistogram; write the log again with a version that writes V2 (HISTFAAA…)'
        : 'is no histogram of HdrHistogram (it begins HISTFAAA)',
    );
  if (outer.getUint32(4) !== packed.length - 8) throw refuse('is shorter or longer than it says');
  const bytes = inflated(packed.subarray(8));
  if (!bytes || bytes.length < HEADER_BYTES) throw refuse('cannot be unpacked');
  const header = new DataView(bytes.buffer, bytes.byteOffset);
  if (header.getUint32(0) !== ENCODED_V2) throw refuse('holds no V2 histogram');
  if (header.getUint32(4) !== bytes.length - HEADER_BYTES)
    throw refuse('holds fewer or more counts than it says');
  if (header.getInt32(8) !== 0)
    throw refuse('is shifted (normalizing index offset), which is not understood');
  const digits = header.getInt32(12);
  const lowest = Number(header.getBigInt64(16));
  if (digits < 0 || digits > 5 || lowest < 1) throw refuse('has a precision that cannot be');
  return binsOf(bytes.subarray(HEADER_BYTES), layoutOf(digits, lowest), refuse);
}

interface Layout {
  unitMagnitude: number;
  /** log₂ of half the sub-buckets of a bucket. */
  halfMagnitude: number;
}

export function layoutOf(digits: number, lowest: number): Layout {
  const magnitude = Math.ceil(Math.log2(2 * 10 ** digits));
  return { unitMagnitude: Math.floor(Math.log2(lowest)), halfMagnitude: Math.max(1, magnitude) - 1 };
}

/** The values that one bucket takes together. */
export function edgesOf(
  index: number,
  { unitMagnitude, halfMagnitude }: Layout,
): { low: number; high: number } {
  const half = 2 ** halfMagnitude;
  const bucket = Math.max(0, Math.floor(index / half) - 1);
  const subBucket = index < half ? index : (index % half) + half;
  const width = 2 ** (bucket + unitMagnitude);
  return { low: subBucket * width, high: subBucket * width + width - 1 };
}

function binsOf(counts: Uint8Array, layout: Layout, refuse: (what: string) => ImportError): Bin[] {
  const bins: Bin[] = [];
  const most = (64 - layout.unitMagnitude) * 2 ** layout.halfMagnitude;
  let index = 0;
  let at = 0;
  while (at < counts.length) {
    const { value, next } = zigZagAt(counts, at);
    if (next === null) throw refuse('holds a count that is cut or too large');
    at = next;
    index += value < 0 ? -value : 1;
    if (index > most) throw refuse('has more buckets than values');
    if (value > 0) bins.push({ ...edgesOf(index - 1, layout), count: value });
  }
  return bins;
}

/** Null where the bytes end first, or no histogram counts so far. Seven bits a byte, and all eight of a ninth. */
function zigZagAt(bytes: Uint8Array, start: number): { value: number; next: number | null } {
  let zigZag = 0;
  for (let i = 0; i < 9; i++) {
    const byte = bytes[start + i];
    if (byte === undefined) break;
    zigZag += (i < 8 ? byte & 0x7f : byte) * 2 ** (7 * i);
    if (i < 8 && byte >= 0x80) continue;
    if (zigZag > Number.MAX_SAFE_INTEGER) break;
    return { value: zigZag % 2 === 0 ? zigZag / 2 : -(zigZag + 1) / 2, next: start + i + 1 };
  }
  return { value: 0, next: null };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** Undefined where it is no zlib stream, ends early, or unfolds to more than any histogram holds. */
function inflated(packed: Uint8Array): Uint8Array | undefined {
  try {
    // So little cannot unfold to too much, and most histograms are so little.
    if (packed.length * MOST_DEFLATED_TIMES <= MOST_PAYLOAD_BYTES) return unzlibSync(packed);
    return inflatedByPieces(packed);
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function inflatedByPieces(packed: Uint8Array): Uint8Array | undefined {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  const stream = new Unzlib((piece, isLast) => {
    pieces.push(piece);
    size += piece.length;
    isWhole = isLast;
  });
  for (let at = 0; at < packed.length && size <= MOST_PAYLOAD_BYTES; at += PIECE_BYTES)
    stream.push(packed.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= packed.length);
  return isWhole && size <= MOST_PAYLOAD_BYTES ? joined(pieces) : undefined;
}
