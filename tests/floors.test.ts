import { expect, test } from 'vitest';

test('the house stands', () => {
  expect(1 + 1).toBe(2);
});
