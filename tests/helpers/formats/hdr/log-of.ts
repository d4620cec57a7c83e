/** A log of HdrHistogram with one histogram of these values, as its writers would encode it. */
import { zlibSync } from 'fflate';

/** Whole values in any unit. Up to 2,047 have a bucket each at three digits, up to 255 at two. */
export function logOf(values: readonly number[], { tag = '', digits = 3 } = {}): string {
  const half = 2 ** (Math.ceil(Math.log2(2 * 10 ** digits)) - 1);
  const indexOf = (value: number) => {
    const shift = Math.max(0, Math.floor(Math.log2(Math.max(1, value))) - Math.log2(half));
    return shift * half + Math.floor(value / 2 ** shift);
  };
  const counts = Array.from({ length: Math.max(...values.map(indexOf)) + 1 }, () => 0);
  for (const value of values) counts[indexOf(value)] = (counts[indexOf(value)] ?? 0) + 1;
  const payload = counts.flatMap((count) => {
    const zigZag = count * 2;
    return zigZag < 128 ? [zigZag] : [(zigZag & 127) | 128, zigZag >> 7];
  });
  const inner = new DataView(new ArrayBuffer(40 + payload.length));
  inner.setUint32(0, 0x1c849313);
  inner.setUint32(4, payload.length);
  inner.setInt32(12, digits);
  inner.setBigInt64(16, 1n);
  inner.setBigInt64(24, 3_600_000_000n);
  inner.setFloat64(32, 1);
  payload.forEach((byte, i) => inner.setUint8(40 + i, byte));
  const packed = zlibSync(new Uint8Array(inner.buffer));
  const outer = new DataView(new ArrayBuffer(8 + packed.length));
  outer.setUint32(0, 0x1c849314);
  outer.setUint32(4, packed.length);
  new Uint8Array(outer.buffer).set(packed, 8);
  const base64 = Buffer.from(outer.buffer).toString('base64');
  const name = tag === '' ? '' : `Tag=${tag},`;
  return `#[Histogram log format version 1.3]\n"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"\n${name}1795176514.000,1.000,1.000,${base64}\n`;
}
