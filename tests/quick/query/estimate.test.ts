/** What a larger log would take, by the rule of three. */
import { expect, test } from 'vitest';
import { estimated } from '#query/estimate.ts';

test('ten thousand times the rows on fifty times the cores take two hundred times as long', () => {
  const measured = { rows: 1_000_000, seconds: 10, cores: 2 };
  const { rowsPerSecondPerCore, seconds, cost } = estimated(measured, {
    rows: 1e10,
    cores: 100,
    coreHour: 0.05,
  });
  expect(rowsPerSecondPerCore).toBe(50_000);
  expect(seconds).toBe(2000);
  // 2000 s of 100 cores are 55.6 core-hours.
  expect(cost).toBeCloseTo((2000 / 3600) * 100 * 0.05, 10);
});

test('costs nothing that nobody priced, and needs a measurement', () => {
  const asked = { rows: 1e10, cores: 100, coreHour: null };
  expect(estimated({ rows: 100, seconds: 1, cores: 1 }, asked).cost).toBeNull();
  expect(() => estimated({ rows: 0, seconds: 1, cores: 1 }, asked)).toThrow(RangeError);
});
