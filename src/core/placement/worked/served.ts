/** How a placement's reads fall on its stores: by stretch of an object's life, and by the store that serves each reader. */
import type { Workload } from '../../workload/workload.ts';
import { serverOf } from '../chain.ts';
import type { Chain, Stretch } from '../chain.ts';

/** Share of all reads in each stretch, over the billed months; all in the first where nothing is read. */
export function stretchShares({ months }: Pick<Workload, 'months'>, { stretches }: Chain): number[] {
  const reads = months.reduce((sum, { population }) => sum + population.reads, 0);
  const below = (age: number | null) =>
    age === null || reads === 0
      ? 1
      : months.reduce((sum, { population }) => sum + population.reads * population.readShareBelow(age), 0) /
        reads;
  let before = 0;
  return stretches.map(({ toDays }) => {
    const through = below(toDays);
    const share = through - before;
    before = through;
    return share;
  });
}

/** The other stay that holds the object where two do, to which a read may be hedged; −1 where only one does. */
export function secondOf(stretch: Stretch, reader: number): number {
  return stretch.holders.find((stay) => stay !== serverOf(stretch, reader)) ?? -1;
}

/** Share of one reader's reads that each stay serves. */
export function servedBy({ stays, stretches }: Chain, shares: readonly number[], reader: number): number[] {
  const served = stays.map(() => 0);
  for (let k = 0; k < stretches.length; k += 1) {
    const stretch = stretches[k];
    const stay = stretch ? serverOf(stretch, reader) : 0;
    served[stay] = (served[stay] ?? 0) + (shares[k] ?? 0);
  }
  return served;
}
