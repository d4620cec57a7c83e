/** Tools that print a summary and keep no request: s3bench and Wasabi's. */
import { describe, expect, test } from 'vitest';
import { importFile } from '#formats/benchmarks/index.ts';
import {
  NEAR,
  bytesOf,
  changedText,
  fixture,
  fixtureOf,
  runGauntlet,
  textOfFixture,
} from '#tests/helpers/formats/gauntlet.ts';

runGauntlet(fixtureOf('s3bench', 's3bench/output.txt'));
runGauntlet(fixtureOf('wasabi', 'wasabi/benchmark.log'));

const refusing = (name: string) => (from: string | RegExp, to: string) => () =>
  importFile(bytesOf(changedText(textOfFixture(name), from, to)), NEAR);

describe('s3bench', () => {
  const after = refusing('s3bench/output.txt');
  const rows = importFile(fixture('s3bench/output.txt'), NEAR).measurements;

  test('prints a zero for less than half a millisecond, which is a bound and no zero', () => {
    expect(
      rows.filter(({ operation, statistic }) => operation === 'GET' && statistic === 'min'),
    ).toMatchObject([{ value: 0.5, relation: 'lt' }]);
    expect(rows.every(({ metric, value }) => metric === 'errors' || value > 0)).toBe(true);
  });

  test('of 60 requests has no p99, though it prints one', () => {
    expect(rows.map(({ statistic }) => statistic)).not.toContain('p99');
  });

  test('is read by the title of a summary, as its first version called every time a put', () => {
    const old = after(/Read times/g, 'Put times')().measurements;
    expect(old).toEqual(rows);
  });

  test('leaves failed requests out of the times, and counts them', () => {
    const some = after(/(Read Operation[\s\S]*?Errors: +)0/, '$115')().measurements;
    expect(some).toContainEqual(expect.objectContaining({ operation: 'GET', metric: 'errors', value: 0.25 }));
    expect(some).toContainEqual(expect.objectContaining({ operation: 'GET', statistic: 'p50', samples: 45 }));
  });

  test.each([
    ['no summary', /Results Summary[\s\S]*$/, '', /holds no "Results Summary"/],
    ['more errors than requests', /Errors: +0/, 'Errors: 61', /Write: 61 errors of 60 requests/],
    ['no clients', 'numClients:       2', 'numClients:       0', /numClients: 0/],
  ])('with %s is refused', (_, from, to, message) => {
    expect(after(from, to)).toThrow(message);
  });
});

describe("Wasabi's benchmark", () => {
  test('without its parameters does not say how large its objects were', () => {
    const loops = textOfFixture('wasabi/benchmark.log').split('\n').slice(2).join('\n');
    expect(() => importFile(bytesOf(loops), NEAR)).toThrow(
      expect.objectContaining({ missing: ['sizeBytes'] }) as Error,
    );
    expect(importFile(bytesOf(loops), { ...NEAR, sizeBytes: 1e6 }).measurements[0]).toMatchObject({
      size_bytes: 1e6,
      concurrency: null,
    });
  });

  test('that says otherwise than it was told is refused', () => {
    expect(() => importFile(fixture('wasabi/benchmark.log'), { ...NEAR, concurrency: 4 })).toThrow(
      /Parameters: says how many requests were under way at once: 10, and 4 was given/,
    );
  });

  test('as older versions print it, without a date and without slowdowns, is read too', () => {
    const old = textOfFixture('wasabi/benchmark.log')
      .replace(/^.*?GMT: /gm, '')
      .replace(/ Slowdowns = \d+/g, '');
    expect(importFile(bytesOf(old), NEAR).measurements[0]?.note).toBe('run loop-1');
  });

  test('with a result that is none is refused with its line', () => {
    expect(refusing('wasabi/benchmark.log')('speed = 91.3MB', 'speed = fast')).toThrow(
      /^line 3: is no result that is understood/,
    );
  });
});
