import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ImportError } from '#formats/importer.ts';
import type { ImportedDataset } from '#formats/importer.ts';
import { unpacking } from '#formats/reading/unpack.ts';
import { bytesOf } from '#tests/helpers/formats/gauntlet.ts';

const NO_DATASET: ImportedDataset = {
  format: '',
  measurements: [],
  tool: null,
  method: { loop: null, temperature: null, connections: null },
  caveats: [],
};

function unpack(pieces: readonly Uint8Array[]): { bytes: Uint8Array; isCut: boolean | undefined } {
  const found: Uint8Array[] = [];
  let isCut: boolean | undefined;
  const reading = unpacking({
    push: (piece) => void found.push(piece.slice()),
    end: (cut) => {
      isCut = cut;
      return NO_DATASET;
    },
  });
  pieces.forEach((piece) => reading.push(piece));
  reading.end(false);
  return { bytes: Buffer.concat(found), isCut };
}

const halved = (bytes: Uint8Array, at: number) => [bytes.subarray(0, at), bytes.subarray(at)];
const text = (lines: number) =>
  bytesOf(Array.from({ length: lines }, (_, i) => `line ${i * 7919}\n`).join(''));

const PACKERS = [
  ['zstd', zstdCompressSync],
  ['gzip', gzipSync],
] as const;

test.each([...PACKERS, ['nothing', (bytes: Uint8Array) => bytes] as const])(
  'what is packed by %s comes out whole, wherever the pieces are cut',
  (_, pack) => {
    fc.assert(
      fc.property(fc.nat(30_000), fc.nat(), (lines, cut) => {
        const packed = Uint8Array.from(pack(text(lines)));
        const { bytes, isCut } = unpack(halved(packed, cut % (packed.length + 1)));
        expect(Buffer.compare(bytes, text(lines))).toBe(0);
        expect(isCut).toBe(false);
      }),
      { numRuns: 30 },
    );
  },
);

test.each(PACKERS)('what is packed by %s and cut gives what is whole, and says so', (_, pack) => {
  const whole = text(60_000);
  const packed = Uint8Array.from(pack(whole));
  const { bytes, isCut } = unpack([packed.subarray(0, packed.length - 20)]);
  expect(isCut).toBe(true);
  expect(bytes.length).toBeGreaterThan(0);
  expect(Buffer.compare(bytes, whole.subarray(0, bytes.length))).toBe(0);
});

test('what unpacks to a thousand times its size is refused before it has unfolded', () => {
  const bomb = Uint8Array.from(zstdCompressSync(new Uint8Array(200 * 1024 * 1024)));
  expect(bomb.length).toBeLessThan(100_000);
  expect(() => unpack([bomb])).toThrow(/unpacks to more than 1000 times its size/);
});

test('a window that would fill the memory is refused by its header', () => {
  const header = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa0, ...new Uint8Array(20));
  expect(() => unpack([header])).toThrow(/a window of 1073741824 bytes/);
});

test('broken bytes are refused in words', () => {
  const packed = Uint8Array.from(zstdCompressSync(bytesOf('broken '.repeat(50_000))));
  packed.fill(0xff, 6, 30);
  expect(() => unpack([packed])).toThrow(ImportError);
});
