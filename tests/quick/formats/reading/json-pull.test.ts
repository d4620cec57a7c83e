import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ImportError } from '#formats/importer.ts';
import { pullJson } from '#formats/reading/json-pull.ts';
import type { JsonPath } from '#formats/reading/json-pull.ts';
import { bytesOf, excerpt } from '#tests/helpers/formats/prices/price-files.ts';

function pulled(bytes: Uint8Array, ...wanted: JsonPath[]): [string, unknown][] {
  const found: [string, unknown][] = [];
  pullJson(bytes, wanted, (path, value) => found.push([path.join('.'), value()]));
  return found;
}

describe('what is wanted', () => {
  test('is handed over in the order of the text, the rest is passed over', () => {
    const file = bytesOf({ a: { x: 1, y: [2, { z: 'three' }] }, b: [10, 20], c: null });
    expect(pulled(file, ['a', '*'], ['b', '1'], ['c'])).toEqual([
      ['a.x', 1],
      ['a.y', [2, { z: 'three' }]],
      ['b.1', 20],
      ['c', null],
    ]);
  });

  test('is, of the whole text, what JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(4), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const parsed: unknown = JSON.parse(text);
        expect(() => pulled(bytesOf(text))).not.toThrow();
        const found = trying(() => pulled(bytesOf(text), []));
        // A key that names a prototype is refused, whoever wrote it.
        if (found) expect(found).toEqual([['', parsed]]);
        else expect(text).toMatch(/"(__proto__|constructor|prototype)"/);
      }),
    );
  });
});

describe('what is no JSON', () => {
  test.each([
    ['{"a":1', /cut short/],
    ['{"a":01}', /is not JSON/],
    ['{"a":1.}', /is not JSON/],
    ['{"a":NaN}', /is not JSON/],
    ['{"a":tru}', /is not JSON/],
    ["{'a':1}", /a key that is no text/],
    ['{"a" 1}', /lacks a colon/],
    ['[1 2]', /lacks a comma/],
    ['[1,]', /is not JSON/],
    ['{"a":"\\x"}', /a bad escape/],
    ['{"a":"\\u12g4"}', /a bad escape/],
    ['{"a":"line\nend"}', /a text that does not end/],
    ['{} {}', /goes on after its end/],
    ['', /is not JSON/],
    ['{"a":1,"a":2}', /has "a" twice/],
    [`${'['.repeat(40)}${']'.repeat(40)}`, /more than 32 levels/],
    [`[${'1'.repeat(100)}]`, /is not JSON/],
  ])('%s is refused, with the byte', (text, why) => {
    expect(() => pulled(bytesOf(text), ['a'])).toThrow(why);
    expect(() => pulled(bytesOf(text), ['a'])).toThrow(ImportError);
  });

  test('is refused wherever the file is cut, though nothing there was wanted', () => {
    const whole = excerpt('aws-offer.json');
    for (let end = 0; end < whole.length - 2; end += 7)
      expect(() => pulled(whole.subarray(0, end)), `${end} bytes`).toThrow(ImportError);
  });

  test('a subtree larger than a price ever is, is refused', () => {
    expect(() => pulled(bytesOf({ a: 'x'.repeat(2 ** 21) }), ['a'])).toThrow(/more than a price ever needs/);
    expect(() => pulled(bytesOf({ a: Array(30_000).fill(1) }), ['a'])).toThrow(/more than 20000 values/);
  });

  test('text that is not UTF-8 is refused where it is read', () => {
    const file = new Uint8Array([...bytesOf('{"a":"'), 0xff, ...bytesOf('"}')]);
    expect(() => pulled(file, ['a'])).toThrow(/is not UTF-8/);
  });
});

function trying<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ImportError) return undefined;
    throw error;
  }
}
