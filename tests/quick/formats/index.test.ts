import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { IMPORTERS, importFile } from '#formats/benchmarks/index.ts';
import { ImportError, MOST_BYTES } from '#formats/importer.ts';
import { measurementsCsv } from '#formats/benchmarks/stowage-csv.ts';
import { bytesOf, rowsStanding } from '#tests/helpers/formats/gauntlet.ts';

const messageOf = (bytes: Uint8Array): string => {
  try {
    importFile(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError);
    return String(error);
  }
  throw new Error('it was imported');
};

describe('a file of no known format', () => {
  test.each([
    ['text', bytesOf('hello\n')],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255)],
    [
      "another project's data.js",
      bytesOf('window.BENCHMARK_DATA = {"repoUrl": "https://example.org/other"}'),
    ],
  ])('such as %s is told every format that was tried, and what each wanted', (_, bytes) => {
    for (const { id } of IMPORTERS) expect(messageOf(bytes)).toMatch(new RegExp(`\\b${id} wants .`));
  });

  test('that is empty or too large is said to be so', () => {
    expect(messageOf(new Uint8Array())).toMatch(/is empty; it should hold a benchmark's output/);
    const head = measurementsCsv([]);
    expect(messageOf(bytesOf(head.padEnd(MOST_BYTES + 1, '\n')))).toMatch(/more than 16777216 bytes/);
  });
});

test('every format walks the gauntlet', () => {
  const folder = path.resolve(import.meta.dirname, '../..');
  const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.includes('formats') && name.endsWith('.test.ts'),
  );
  const texts = tests.map((name) => readFileSync(path.join(folder, name), 'utf8'));
  for (const { id } of IMPORTERS) {
    const runs = new RegExp(`runGauntlet\\(\\s*(fixtureOf\\(\\s*|\\{\\s*format: )'${id}'`);
    expect(
      texts.some((text) => runs.test(text)),
      id,
    ).toBe(true);
  }
});

test('no two formats share an id', () => {
  const ids = IMPORTERS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a run is named first in every note', () => {
  const [row] = rowsStanding('mountpoint-s3-2026');
  const { measurements } = importFile(bytesOf(measurementsCsv(row ? [row] : [])), { run: 'again' });
  expect(row?.note).toMatch(/^creates and closes a file of one byte/);
  expect(measurements.map(({ note }) => note)).toEqual([`run again; ${row?.note}`]);
});
