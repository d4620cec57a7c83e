import { describe, expect, it } from 'vitest';
import { readCurve } from '#core/workload/read-curve.ts';

describe('the read curve', () => {
  const curve = readCurve(
    [
      { ageDays: 1, share: 0.45 },
      { ageDays: 7, share: 0.8 },
    ],
    90,
  );

  it('passes through nothing at birth, the given points, and everything at the retention', () => {
    expect([0, 1, 7, 90].map((age) => curve.at(age))).toEqual([0, 0.45, 0.8, 1]);
  });

  it('is linear between two points', () => {
    expect(curve.at(4)).toBeCloseTo(0.625, 12);
    expect(curve.at(48.5)).toBeCloseTo(0.9, 12);
  });

  it('is uniform where no point is given', () => {
    expect(readCurve([], 30).at(10)).toBeCloseTo(1 / 3, 12);
  });

  it('refuses a point past the retention', () => {
    expect(() => readCurve([{ ageDays: 91, share: 0.9 }], 90)).toThrow(/past the retention of 90 days/);
  });
});
