import { expect, test } from 'vitest';
import { addAt, bump, itemAt, numberAt } from '#core/at.ts';

test('an index outside a list throws, and says which and how long it is', () => {
  expect(itemAt(['a', 'b'], 1)).toBe('b');
  expect(() => itemAt(['a', 'b'], 2)).toThrow(new RangeError('index 2 lies outside a list of 2'));
  expect(() => itemAt([], 0)).toThrow(RangeError);
  expect(() => itemAt([1], -1)).toThrow(RangeError);
  expect(() => itemAt([1], NaN)).toThrow(RangeError);
});

test('a price that is not known is an item like any other', () => {
  expect(itemAt([null, 0.023], 0)).toBeNull();
});

test('a vector is read and added to inside its length alone', () => {
  const vector = Float64Array.of(1, 2);
  addAt(vector, 1, 0.5);
  expect(numberAt(vector, 1)).toBe(2.5);
  expect(() => numberAt(vector, 2)).toThrow('index 2 lies outside a list of 2');
  expect(() => addAt(vector, -1, 1)).toThrow(RangeError);
  expect([...vector]).toEqual([1, 2.5]);
});

test('a key that is not there yet counts from 0', () => {
  const counts = new Map<string, number>();
  bump(counts, 'a');
  bump(counts, 'a', 2.5);
  expect(counts.get('a')).toBe(3.5);
});
