/** What a search answers on the way, and where a plan is known already. */
import { expect, it } from 'vitest';
import { anyProblem } from '#tests/helpers/placement/anyProblem.ts';
import { triedAll } from '#tests/helpers/placement/aProblem.ts';
import { search } from '#core/placement/search/search.ts';

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed + 1);

it('answers after singles and pairs with a plan of two stores at the most, and a true gap where pairs are all', () => {
  for (const seed of SEEDS) {
    const problem = anyProblem(seed);
    const last = search(problem);
    const paired = search(problem, { stores: 2 });
    if (!paired.best) continue;
    expect(paired.best.stores.length).toBeLessThanOrEqual(2);
    const total = paired.best.bill + paired.best.effort;
    expect(last.best && last.best.bill + last.best.effort).toBeLessThanOrEqual(total);
    expect(paired.bound, `seed ${seed}`).toBeLessThanOrEqual(triedAll(problem, 2).total * (1 + 1e-9));
  }
});

it('looks only for what is cheaper than a plan that is known', () => {
  for (const seed of SEEDS) {
    const problem = anyProblem(seed);
    const { best } = search(problem, { tolerance: 0 });
    if (!best) continue;
    const total = best.bill + best.effort;
    const none = search(problem, { tolerance: 0, below: total });
    expect(none.best, `seed ${seed}`).toBeNull();
    expect(none.bound, `seed ${seed}`).toBeGreaterThanOrEqual(total * (1 - 1e-9));
    const again = search(problem, { tolerance: 0, below: total + 1e-6 }).best;
    expect(again && again.bill + again.effort, `seed ${seed}`).toBeCloseTo(total, 8);
  }
});

it('tells the gap that is left where no more evaluations are granted', () => {
  for (const seed of SEEDS) {
    const problem = anyProblem(seed);
    const { best, bound, gap } = search(problem, { scans: 1 });
    const all = triedAll(problem).total;
    if (!Number.isFinite(all)) continue;
    expect(bound, `seed ${seed}`).toBeLessThanOrEqual(all * (1 + 1e-9));
    if (best)
      expect(best.bill + best.effort - all).toBeLessThanOrEqual(
        gap * Math.abs(best.bill + best.effort) + 1e-9,
      );
  }
});
