import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Measurement } from '#core/evidence/dataset.ts';
import { importFile } from '#formats/benchmarks/index.ts';
import { measurementsCsv } from '#formats/benchmarks/stowage-csv.ts';
import { bytesOf, rowsStanding, runGauntlet } from '#tests/helpers/formats/gauntlet.ts';
import { allDatasets } from '#tests/sources.ts';

const express = rowsStanding('mountpoint-s3-2026').slice(0, 40);

runGauntlet({
  format: 'stowage-csv',
  bytes: bytesOf(measurementsCsv(express)),
  context: {},
  golden: express,
});

describe('our own measurements.csv', () => {
  test('of every dataset here comes back as it is', () => {
    for (const { measurements } of allDatasets())
      expect(importFile(bytesOf(measurementsCsv(measurements))).measurements).toEqual(measurements);
  });

  test('keeps any text and any number', () => {
    const [first] = express;
    const row = fc.record({
      note: fc.string({ minLength: 1 }),
      value: fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }),
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (changes) => {
        const rows = changes.map((change) => Measurement.parse({ ...first, ...change }));
        expect(importFile(bytesOf(measurementsCsv(rows))).measurements).toEqual(rows);
      }),
    );
  });

  test('that says otherwise than it was told is refused with its line', () => {
    const told = { store: 'tigris/standard' };
    expect(() => importFile(bytesOf(measurementsCsv(express)), told)).toThrow(
      /^line 2: says which store was measured: aws\/s3-standard, and tigris\/standard was given/,
    );
  });

  test.each([
    ['a cell too few', /,[^,\n]*\n$/, '\n', /^line 41: has 19 cells/],
    ['a unit of its own', ',ms,', ',fortnights,', /^line 2, unit: "fortnights"/],
    ['a value that is none', '290.7732621', 'NaN', /^line 2, value: /],
  ])('with %s is refused with its line', (_, from, to, message) => {
    const text = measurementsCsv(express);
    expect(() => importFile(bytesOf(text.replace(from, to)))).toThrow(message);
  });
});
