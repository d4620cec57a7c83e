import { describe, expect, test } from 'vitest';
import { importFile } from '#importers/index.ts';
import type { ImportContext } from '#importers/importer.ts';
import { bytesOf, fixture, rowsStanding, runGauntlet } from '#tests/helpers/importers/gauntlet.ts';

const near: ImportContext = {
  store: 'aws/s3-standard',
  region: 'aws/us-east-1',
  from: 'aws/us-east-1',
  run: 'use1-usw1',
};
const standing = (sizeBytes: number) =>
  rowsStanding('macaron-2024').filter((row) => row.size_bytes === sizeBytes && row.note === 'run use1-usw1');

runGauntlet({
  format: 'macaron-latency',
  bytes: fixture('macaron/get1B.csv'),
  context: { ...near, sizeBytes: 1 },
  golden: standing(1),
});

const file = (lines: readonly string[]) => bytesOf(`key,latency(us)\n${lines.join('\n')}\n`);
const requests = (count: number) => Array.from({ length: count }, (_, i) => `key${i},${10_000 - i}`);
const statistics = (count: number) =>
  importFile(file(requests(count)), { ...near, sizeBytes: 1 }).measurements.map((row) => row.statistic);

describe('a cell of Macaron', () => {
  test('takes its size from the name of the file', () => {
    const { measurements } = importFile(fixture('macaron/get4194304B.csv'), {
      ...near,
      name: 'get4194304B.csv',
    });
    expect(measurements).toEqual(standing(4_194_304));
  });

  test('has only the quantiles beyond which a request lies', () => {
    expect(statistics(1000)).toContain('p999');
    expect(statistics(999)).not.toContain('p999');
    expect(statistics(100)).toEqual(expect.arrayContaining(['p1', 'p99']));
    expect(statistics(99)).not.toContain('p99');
    expect(statistics(1)).toEqual(['min', 'max', 'mean']);
  });

  test('states how many requests there were', () => {
    const { measurements } = importFile(file(requests(7)), { ...near, sizeBytes: 1 });
    expect(new Set(measurements.map((row) => row.samples))).toEqual(new Set([7]));
  });

  test.each([
    ['a line that is no request', ['key0,1000', 'key1,fast'], /^line 3: "key1,fast" is no request/],
    ['a request that took no time', ['key0,0'], /^line 2: /],
    ['a request that is lost', ['key0,1000', 'key2,1000'], /^line 3: key2 stands where key1 belongs/],
    ['no requests', [], /^line 2: /],
  ])('with %s is refused with its line', (_, lines, message) => {
    expect(() => importFile(file(lines), { ...near, sizeBytes: 1 })).toThrow(message);
  });

  test('cut inside its last number is refused', () => {
    expect(() =>
      importFile(bytesOf('key,latency(us)\nkey0,1000\nkey1,18'), { ...near, sizeBytes: 1 }),
    ).toThrow(/^line 3: has no line end/);
  });

  test.each([
    ['put1B.csv', undefined, /is named a PUT/],
    ['get1B.csv', 1024, /its name: says how large the objects were: 1, and 1024 was given/],
  ])('called %s with a size of %s contradicts itself', (name, sizeBytes, message) => {
    expect(() => importFile(file(requests(3)), { ...near, name, sizeBytes })).toThrow(message);
  });

  test('asks for everything that it cannot know at once', () => {
    expect(() => importFile(file(requests(3)))).toThrow(
      expect.objectContaining({ missing: ['store', 'region', 'from', 'sizeBytes'] }) as Error,
    );
  });
});
