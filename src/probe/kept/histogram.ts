/**
 * Counts of latencies to three significant digits, as HdrHistogram keeps them, and its V2 encoding
 * (HdrHistogram/HdrHistogram, AbstractHistogram.java: `countsArrayIndex`, `fillBufferFromCountsArray`,
 * `encodeIntoCompressedByteBuffer`). `formats/benchmarks/hdr/histogram.ts` reads it back.
 */
import { deflateSync } from 'node:zlib';
import { bump } from '#core/at.ts';
import {
  COMPRESSED_V2,
  ENCODED_V2,
  HEADER_BYTES,
  edgesOf,
  layoutOf,
} from '#formats/benchmarks/hdr/histogram.ts';

const DIGITS = 3;
const LAYOUT = layoutOf(DIGITS, 1);
const HALF = 2 ** LAYOUT.halfMagnitude;
/** An hour in microseconds. */
const MOST = 3_600_000_000;

/** Whole numbers from 0 to 3.6 billion: microseconds. More counts as the most. */
export class Histogram {
  readonly #counts = new Map<number, number>();
  count = 0;
  most = 0;

  add(value: number): void {
    const own = Math.min(MOST, Math.max(0, Math.round(value)));
    bump(this.#counts, indexOf(own));
    this.count += 1;
    this.most = Math.max(this.most, own);
  }

  /** The upper edge of the bucket of the p-quantile, by nearest rank; null of nothing. */
  quantile(p: number): number | null {
    let left = Math.max(1, Math.ceil(this.count * p - 1e-9));
    for (const [index, count] of this.#rising()) {
      left -= count;
      if (left <= 0) return edgesOf(index, LAYOUT).high;
    }
    return null;
  }

  /** Compressed and in base64, `HISTFAAA…`. */
  encoded(): string {
    const counts: Buffer[] = [];
    let next = 0;
    for (const [index, count] of this.#rising()) {
      const empty = index - next;
      if (empty > 0) counts.push(zigZag(-empty));
      counts.push(zigZag(count));
      next = index + 1;
    }
    const payload = Buffer.concat(counts);
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeInt32BE(ENCODED_V2, 0);
    header.writeInt32BE(payload.length, 4);
    header.writeInt32BE(0, 8);
    header.writeInt32BE(DIGITS, 12);
    header.writeBigInt64BE(1n, 16);
    header.writeBigInt64BE(BigInt(MOST), 24);
    header.writeDoubleBE(1, 32);
    const packed = deflateSync(Buffer.concat([header, payload]));
    const outer = Buffer.alloc(8);
    outer.writeInt32BE(COMPRESSED_V2, 0);
    outer.writeInt32BE(packed.length, 4);
    return Buffer.concat([outer, packed]).toString('base64');
  }

  #rising(): [index: number, count: number][] {
    return [...this.#counts].sort(([a], [b]) => a - b);
  }
}

function indexOf(value: number): number {
  const bucket = Math.max(0, Math.floor(Math.log2(Math.max(1, value))) - LAYOUT.halfMagnitude);
  return (bucket + 1) * HALF + Math.floor(value / 2 ** bucket) - HALF;
}

/** Seven bits a byte, the lowest first; the counts here need fewer than nine bytes. */
function zigZag(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value >= 0 ? value * 2 : -value * 2 - 1;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}
