/** The engine against every plan of 6,000 random problems. */
import { expect, it } from 'vitest';
import { compared, faultOf } from '#tests/helpers/placement/againstAll.ts';

it('is within 1% of the best of all plans in every one of 6,000 problems', () => {
  const faults: string[] = [];
  for (let seed = 501; seed <= 6500; seed += 1) faults.push(...faultOf(compared(seed)));
  expect(faults).toEqual([]);
});
