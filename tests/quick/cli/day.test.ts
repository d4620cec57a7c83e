import { expect, test } from 'vitest';
import { Unanswerable } from '#cli/failures.ts';
import { dayOf } from '#cli/node-deps.ts';

test('a clock beyond the year 9999 is said to be wrong', () => {
  expect(dayOf(new Date('2026-11-24T23:59:59Z'))).toBe('2026-11-24');
  expect(() => dayOf(new Date(Date.UTC(10_000, 0, 1)))).toThrow(Unanswerable);
  expect(() => dayOf(new Date(Date.UTC(10_000, 0, 1)))).toThrow(/says \+010000-01-01; set it/);
});
