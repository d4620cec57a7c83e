import { expect, test } from 'vitest';
import { percent } from '#core/text/numbers.ts';

test.each([
  [0, {}, '0%'],
  [0.714, {}, '71%'],
  [0.0456, {}, '4.6%'],
  [0.0004, {}, '0.04%'],
  [1e-12, {}, '< 0.001%'],
  [0.9996, {}, '> 99.9%'],
  [1, {}, '100%'],
  [1.234, {}, '123%'],
  [0.12345, { figures: 3 }, '12.3%'],
  [0.004, { whole: true }, '< 1%'],
  [0.996, { whole: true }, '> 99%'],
  [0.714, { whole: true }, '71%'],
  [0.0456, { signed: true }, '+4.6%'],
  [-0.12, { signed: true }, '−12%'],
])('%d as %o is %s', (share, style, words) => expect(percent(share, style)).toBe(words));
