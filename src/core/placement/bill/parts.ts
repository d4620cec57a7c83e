/** What one event of a population's objects uses of each store: made when it is first asked for. */
import { itemAt } from '../../at.ts';
import { memo, memoWith } from '../../memo.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';
import { storeParts } from '../costs/store-parts.ts';
import type { StoreParts } from '../costs/store-parts.ts';

type PartsOf = (population: number, store: number) => StoreParts;

/** `store`: a place in the plan's stores, then its copies. Remembered with the context. */
export const populationParts = memoWith(partsOf);

/** The plan's stores, then the copies that it demands: what holders are places in. */
export function heldStores({ stores, copies }: Pick<PlanContext, 'stores' | 'copies'>): PlacedStore[] {
  return [...stores, ...copies];
}

/** Objects of one size are alike in what they use, whatever their age and popularity. */
function partsOf(context: PlanContext): PartsOf {
  const held = heldStores(context);
  const bySize = memo((sizeClass: number) =>
    memo((store: number) => {
      const p = context.populations.findIndex((one) => one.sizeClass === sizeClass);
      const asked = context.readsAsked?.(store);
      return storeParts(
        itemAt(held, store),
        itemAt(context.populations, p).workload,
        asked && {
          repeat: (reader) => asked.repeat(reader, sizeClass),
          away: (reader) => asked.away(reader, sizeClass),
        },
      );
    }),
  );
  return (population, store) => bySize(itemAt(context.populations, population).sizeClass)(store);
}
