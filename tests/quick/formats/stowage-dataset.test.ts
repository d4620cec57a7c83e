import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { DatasetFile } from '#core/evidence/dataset.ts';
import { sha256 } from '#core/evidence/sha256.ts';
import { importFile } from '#formats/benchmarks/index.ts';
import { packDataset } from '#formats/benchmarks/stowage-dataset.ts';
import { bytesOf, messageOf, rowsStanding, runGauntlet } from '#tests/helpers/formats/gauntlet.ts';
import { ROOT } from '#tests/sources.ts';

function folderOf(id: string) {
  const folder = path.join(ROOT, 'datasets', id);
  const names = readdirSync(folder).filter((name) => name !== 'dataset.yaml');
  return {
    id,
    head: DatasetFile.parse(parse(readFileSync(path.join(folder, 'dataset.yaml'), 'utf8'))),
    files: Object.fromEntries(
      names.map((name) => [name, new Uint8Array(readFileSync(path.join(folder, name)))]),
    ),
  };
}
const endive = folderOf('endive-cas-2025');
const packed = packDataset(endive);

runGauntlet({
  format: 'stowage-dataset',
  bytes: bytesOf(packed),
  context: {},
  golden: rowsStanding('endive-cas-2025'),
});

describe('a dataset as one file', () => {
  test('comes back with its head and every file, byte by byte', () => {
    const macaron = folderOf('macaron-2024');
    expect(Object.keys(macaron.files)).toContain('samples.parquet');
    expect(importFile(bytesOf(packDataset(macaron))).whole).toEqual(macaron);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (content) => {
        const checksums = { ...endive.head.checksums, 'extra.bin': sha256(content) };
        const one = {
          ...endive,
          head: { ...endive.head, checksums },
          files: { ...endive.files, 'extra.bin': content },
        };
        expect(importFile(bytesOf(packDataset(one))).whole).toEqual(one);
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    [
      'figures that were changed',
      'aws/s3-standard',
      'aws/s3-starboard',
      /SHA-256 of measurements\.csv is not/,
    ],
    [
      'a file that is missing',
      '"measurements.csv":"store',
      '"other.csv":"store',
      /holds no measurements\.csv/,
    ],
    ['a file outside its folder', '"files":{', '"files":{"../up":"",', /files/],
    ['an id that is none', '"id":"endive-cas-2025"', '"id":"../up"', /not a folder name/],
    ['another edition', '"stowageDataset":1', '"stowageDataset":2', /stowageDataset/],
  ])('refuses %s', (_, from, to, message) => {
    expect(packed).toContain(from);
    const at = packed.indexOf(from, from.startsWith('aws') ? packed.indexOf('"measurements.csv":"store') : 0);
    const changed = packed.slice(0, at) + to + packed.slice(at + from.length);
    expect(messageOf(() => importFile(bytesOf(changed)))).toMatch(message);
  });
});
