import { expect, test } from 'vitest';
import { editDistance, nearest } from '#core/nearest.ts';

test('edit distance counts insertions, deletions, substitutions and swaps of neighbours', () => {
  expect(editDistance('kitten', 'sitting')).toBe(3);
  expect(editDistance('retention', 'retnetion')).toBe(1);
  expect(editDistance('', 'abc')).toBe(3);
  expect(editDistance('abc', 'abc')).toBe(0);
  expect(editDistance('abcdef', 'uvwxyz', 3)).toBe(3);
});

test('the nearest word is suggested, and a stranger is not', () => {
  expect(nearest('retenton', ['size', 'retention'])).toBe('retention');
  expect(nearest('aws/s3-standart', ['aws/s3-standard', 'aws/s3-standard-ia'])).toBe('aws/s3-standard');
  expect(nearest('MBB', ['kB', 'MB'])).toBe('MB');
  expect(nearest('banana', ['size', 'retention'])).toBeUndefined();
});
