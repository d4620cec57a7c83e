import { describe, expect, test } from 'vitest';
import { importFile } from '#importers/index.ts';
import { bytesOf, fixture, rowsStanding, runGauntlet } from '#tests/helpers/importers/gauntlet.ts';

const RUNS = 4;
const BENCHES = 8;
const context = { region: 'aws/us-east-1', from: 'aws/us-east-1', runtime: 'm5dn.24xlarge' };
const standing = (store: string) =>
  rowsStanding('mountpoint-s3-2026')
    .filter((row) => row.store === store)
    .slice(0, RUNS * BENCHES);

runGauntlet({
  format: 'mountpoint-s3',
  bytes: fixture('mountpoint-s3/s3-standard.data.js'),
  context,
  golden: standing('aws/s3-standard'),
});

const express = fixture('mountpoint-s3/s3-express.data.js');
const text = new TextDecoder().decode(express);
const after = (from: string | RegExp, to: string) => () => {
  expect(text).not.toBe(text.replace(from, to));
  return importFile(bytesOf(text.replace(from, to)), context);
};

describe("Mountpoint's benchmark", () => {
  test('says itself which store it measured', () => {
    expect(importFile(express, context).measurements).toEqual(standing('aws/s3-express-one-zone'));
    expect(() => importFile(express, { ...context, store: 'aws/s3-standard' })).toThrow(
      /aws\/s3-express-one-zone, and aws\/s3-standard was given/,
    );
  });

  test('asks for the store where its suite is not known here', () => {
    const other = after('(S3 Express One Zone)', '(S3 Glacier)');
    expect(other).toThrow(expect.objectContaining({ missing: ['store'] }) as Error);
  });

  test('gives means of ten through a file system, and never a quantile of requests', () => {
    for (const row of importFile(express, context).measurements) {
      expect(row).toMatchObject({ statistic: 'mean', samples: 10 });
      expect(row.layer).not.toBe('store');
    }
  });

  test('is read as JSON and never run', () => {
    expect(after('"value": 0.029', '"value": (globalThis.wasRun = 1)')).toThrow(/^line \d+: is not JSON/);
    expect(globalThis).not.toHaveProperty('wasRun');
  });

  test.each([
    ['a bench not known here', 'readdir_100"', 'rename_100"', /benches\[1\]: "rename_100" is no bench/],
    ['a unit not known', '"seconds"', '"minutes"', /benches\[1\]\.unit: "minutes"/],
    ['a value that is none', '0.029', '"fast"', /benches\[1\]\.value/],
    ['a value below zero', '0.029', '-0.029', /benches\[1\]\.value/],
    ['larger as better', 'customSmallerIsBetter', 'customBiggerIsBetter', /\[0\]\.tool/],
    ['a day beyond the calendar', /"date": \d+/, '"date": 9e15', /\[0\]\.date/],
    ['a key of the prototype', '"tool"', '"__proto__"', /__proto__/],
  ])('with %s is refused with its place', (_, from, to, message) => {
    expect(after(from, to)).toThrow(message);
  });

  test('without a run is refused', () => {
    const none =
      'window.BENCHMARK_DATA = {"repoUrl": "https://github.com/awslabs/mountpoint-s3", "entries": {}};';
    expect(() => importFile(bytesOf(none), context)).toThrow(/there are no runs/);
  });
});
