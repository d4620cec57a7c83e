/** Which holder answers whom where nobody chose: the cheapest at list price, among those that keep the latency that is asked. */
import { itemAt } from '../at.ts';
import { memo, memoWith } from '../memo.ts';
import { listPrices } from './bill/list-prices.ts';
import { heldStores, populationParts } from './bill/parts.ts';
import type { PlanContext } from './context/types.ts';
import type { Lateness } from './judge/lateness.ts';

/** `asker`: a reader, then a job, then the other operations, as in `Stage.servers`. −1: no holder may. */
export type Serve = (population: number, holders: readonly number[], asker: number) => number;

/** By price alone; remembered with the context. */
export const cheapestServe = memoWith((context: PlanContext): Serve => serveBy(context, null));

/** Among holders that keep each requirement at a level of the evidence; where none does, the least late. */
export function serveInTime(context: PlanContext, lateness: Lateness, level: number): Serve {
  return lateness.isAsked ? serveBy(context, { lateness, level }) : cheapestServe(context);
}

function serveBy(context: PlanContext, within: { lateness: Lateness; level: number } | null): Serve {
  const { readers } = context.workload;
  const held = heldStores(context);
  const parts = populationParts(context);
  const price = listPrices(context);
  const costs = memo((population: number) =>
    memo((store: number) => {
      const { jobs: runs, operations } = itemAt(held, store).parts;
      const asked = parts(population, store).reads.map((part) => price(store, part));
      const others = operations.reduce((sum, part) => sum + price(store, part), 0);
      return [...asked, ...runs.map((part) => price(store, part)), others];
    }),
  );
  /** How far past what is asked one read is: 0 where it keeps everything. */
  const late = (population: number, store: number, reader: number): number => {
    if (!within || reader >= readers.length) return 0;
    const { lateness, level } = within;
    const { sizeClass } = itemAt(context.populations, population);
    let worst = 0;
    for (const [r, { of, weights }] of lateness.requirements.entries()) {
      if (of !== 'read' || itemAt(weights, reader) === 0) continue;
      const own = lateness.read(r, level, store, reader, sizeClass);
      const most = lateness.mostOfReads(r);
      worst = Math.max(worst, own === null ? Infinity : own > most ? own / most : 0);
    }
    return worst;
  };
  return (population, holders, asker) => {
    let best = -1;
    for (const store of holders) {
      if (itemAt(held, store).restore === 'never') continue;
      if (best >= 0) {
        const [mine, its] = [late(population, store, asker), late(population, best, asker)];
        const cost = itemAt(costs(population)(best), asker);
        const saves = cost - itemAt(costs(population)(store), asker);
        if (mine > its || (mine === its && saves <= 1e-12 * Math.abs(cost))) continue;
      }
      best = store;
    }
    return best;
  };
}
