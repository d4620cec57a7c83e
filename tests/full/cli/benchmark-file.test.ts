import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ReadError } from '#catalog/read-text.ts';
import { importPath } from '#cli/input/benchmark-file.ts';
import { progressBar, progressLine } from '#cli/progress.ts';
import { importFile } from '#formats/benchmarks/index.ts';
import { ImportError } from '#formats/importer.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { ROOT } from '#tests/sources.ts';

const context = { store: 'aws/s3-standard', region: null, from: null };
const packed = readFileSync(path.join(ROOT, 'tests/fixtures/formats/warp/get.csv.zst'));
const unpacked = zstdDecompressSync(packed);
const half = unpacked.indexOf('\n', unpacked.length / 2) + 1;

/** What a file of these bytes is imported as, or why it is not. */
async function imported(bytes: Uint8Array): Promise<unknown> {
  using folder = new Folder({ 'a-file': bytes });
  return await importPath(path.join(folder.path, 'a-file'), context, () => undefined).catch(String);
}
const here = (bytes: Uint8Array): unknown => {
  try {
    return importFile(bytes, context);
  } catch (error) {
    return String(error);
  }
};

describe('a file, unpacked by Node or by ours,', () => {
  test.each([
    ['whole', packed],
    ['not packed', unpacked],
    ['packed by gzip', gzipSync(unpacked)],
    [
      'of two frames',
      Buffer.concat([
        zstdCompressSync(unpacked.subarray(0, half)),
        zstdCompressSync(unpacked.subarray(half)),
      ]),
    ],
    ['with something behind its frame', Buffer.concat([packed, Buffer.from('behind it')])],
    ['broken in its middle', Buffer.from(packed).fill(0xff, 20_000, 20_100)],
    ['of a magic number alone', packed.subarray(0, 4)],
    ['empty', new Uint8Array()],
    ['a bomb', zstdCompressSync(new Uint8Array(200 * 1024 * 1024))],
  ])('%s, is the same', async (_, bytes) => {
    expect(await imported(bytes)).toEqual(here(bytes));
  });

  test('is the same wherever it is cut', async () => {
    for (let end = 1; end < packed.length; end += 7919)
      expect(await imported(packed.subarray(0, end))).toEqual(here(packed.subarray(0, end)));
  });
});

test.each([
  ['that is not there', 'nowhere.csv', /there is no such file/],
  ['that is a folder', '.', /is a folder; name a file/],
])('a file %s is said to be so', async (_, name, message) => {
  using folder = new Folder();
  const failure = importPath(path.join(folder.path, name), context, () => undefined);
  await expect(failure).rejects.toThrow(ReadError);
  await expect(failure).rejects.toThrow(message);
});

test('a format asks for its facts as ever', async () => {
  using folder = new Folder({ 'a-file': packed });
  const failure = importPath(path.join(folder.path, 'a-file'), {}, () => undefined);
  await expect(failure).rejects.toThrow(ImportError);
});

describe('the bar', () => {
  test('is drawn at every percent, and cleared at the end', () => {
    const lines: string[] = [];
    const bar = progressBar('get.csv.zst', (line) => void lines.push(line));
    for (let i = 1; i <= 1000; i++) bar(i / 1000);
    expect(lines).toHaveLength(100);
    expect(lines[49]).toBe('get.csv.zst  ████████████░░░░░░░░░░░░  50%');
    expect(lines.at(-1)).toBe('');
  });

  test('is for a terminal alone, and obeys no control character of a name', () => {
    expect(() => progressBar('a', null)(0.5)).not.toThrow();
    expect(progressLine('\u001b[2J', 1)).not.toContain('\u001b');
  });
});
