import { expect, test } from 'vitest';
import { allSteps } from '#core/steps.ts';
import { indexSteps } from '#core/uncertainty/indices.ts';

const sobolIndices = (...asked: Parameters<typeof indexSteps>) => allSteps(indexSteps(...asked));
const effort = { points: 256, repeats: 8, seed: 5 };

/** Within four of its own standard errors, or a hundredth. */
function near(found: number, error: number, exact: number) {
  expect(Math.abs(found - exact)).toBeLessThan(Math.max(4 * error, 0.01));
  expect(error).toBeLessThan(0.05);
}

test('the Ishigami function, whose indices are known', () => {
  const [a, b] = [7, 0.1];
  const f = (u: Float64Array) => {
    const [x = 0, y = 0, z = 0] = u.map((one) => Math.PI * (2 * one - 1));
    return Math.sin(x) + a * Math.sin(y) ** 2 + b * z ** 4 * Math.sin(x);
  };
  const variance = a ** 2 / 8 + (b * Math.PI ** 4) / 5 + (b ** 2 * Math.PI ** 8) / 18 + 1 / 2;
  const x = (1 + (b * Math.PI ** 4) / 5) ** 2 / 2 / variance;
  const y = a ** 2 / 8 / variance;
  const xz = (8 * b ** 2 * Math.PI ** 8) / 225 / variance;
  const [first, second, third] = sobolIndices(f, 3, effort) ?? [];
  if (!first || !second || !third) throw new Error('no indices');
  near(first.first, first.firstError, x);
  near(second.first, second.firstError, y);
  near(third.first, third.firstError, 0);
  near(first.total, first.totalError, x + xz);
  near(second.total, second.totalError, y);
  near(third.total, third.totalError, xz);
});

test('a weighted sum: each index is the share of its squared weight, and an unused input has none', () => {
  const weights = [3, 1, 0];
  const f = (u: Float64Array) => 1000 + weights.reduce((sum, weight, i) => sum + weight * (u[i] ?? 0), 0);
  for (const [i, index] of (sobolIndices(f, 3, effort) ?? []).entries()) {
    near(index.first, index.firstError, (weights[i] ?? 0) ** 2 / 10);
    near(index.total, index.totalError, (weights[i] ?? 0) ** 2 / 10);
  }
});

test('what does not vary has no indices', () => {
  expect(sobolIndices(() => 42, 2, effort)).toBeNull();
});

test('asks a point for each input, and two more', () => {
  let asked = 0;
  sobolIndices((u) => ((asked += 1), u[0] ?? 0), 3, effort);
  expect(asked).toBe(effort.points * effort.repeats * (3 + 2));
});
