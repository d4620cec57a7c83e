import { expect, test } from 'vitest';
import { formatMs } from '#core/units.ts';

test.each([
  [8.4, '8.4 ms'],
  [610, '610 ms'],
  [1234, '1.23 s'],
  [3_600_000, '3600 s'],
  [7_200_000, '2 h'],
  [86_400_000, '1 day'],
  [1.21e9, '14 days'],
])('%d ms reads %s', (ms, words) => {
  expect(formatMs(ms)).toBe(words);
});
