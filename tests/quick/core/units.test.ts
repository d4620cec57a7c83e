import { expect, test } from 'vitest';
import { parseBytesPerSecond, parseNines } from '#core/rates.ts';
import { formatNines } from '#core/text/numbers.ts';
import { formatMs } from '#core/units.ts';

test.each([
  [8.4, '8.4 ms'],
  [610, '610 ms'],
  [1234, '1.23 s'],
  [3_600_000, '60 min'],
  [2_940_000, '49 min'],
  [7_200_000, '2 h'],
  [86_400_000, '1 day'],
  [1.21e9, '14 days'],
])('%d ms reads %s', (ms, words) => {
  expect(formatMs(ms)).toBe(words);
});

test.each<[string | number, number]>([
  ['11 nines', 0.99999999999],
  ['1 nine', 0.9],
  ['99.999999999 %', 0.99999999999],
  ['99.999999999 % a year', 0.99999999999],
  ['99.9%', 0.999],
  [0.999, 0.999],
  ['0.999', 0.999],
])('%s keeps %d', (text, share) => {
  expect(parseNines(text)).toBe(share);
});

test.each([
  ['16 nines', '99.99999999999999%'],
  ['12 nines', '99.9999999999%'],
  ['11 nines', '99.999999999%'],
  ['99.9 %', '99.9%'],
])('%s is printed with all its nines', (text, words) => {
  expect(formatNines(parseNines(text))).toBe(words);
});

test.each([
  ['25 Gbit/s', 3.125e9],
  ['25 Gbps', 3.125e9],
  ['800 Mbit/sec', 1e8],
  ['3 GB/s', 3e9],
  ['3 GBps', 3e9],
  ['1 MiB / s', 2 ** 20],
])('%s is %d bytes a second', (text, bytes) => {
  expect(parseBytesPerSecond(text)).toBe(bytes);
});
