/** The engine finds what trying every plan finds, and its gap is never too small: 500 random problems. */
import { expect, it } from 'vitest';
import { compared, faultOf } from '#tests/helpers/placement/againstAll.ts';

it('is within 1% of the best of all plans, and mostly the best itself', () => {
  const all = Array.from({ length: 500 }, (_, seed) => compared(seed + 1));
  expect(all.flatMap(faultOf)).toEqual([]);
  const some = all.filter(({ best }) => Number.isFinite(best));
  expect(some.length).toBeGreaterThan(400);
  const equal = some.filter(({ found, best }) => found <= best + 1e-9 * Math.max(1, Math.abs(best)));
  expect(equal.length / some.length).toBeGreaterThan(0.95);
});

it('finds the best itself where nothing is tolerated', () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const { found, best } = compared(seed, 0);
    if (Number.isFinite(best)) expect(found, `seed ${seed}`).toBeCloseTo(best, 8);
    else expect(found, `seed ${seed}`).toBe(Infinity);
  }
});
