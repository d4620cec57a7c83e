/** What the stores of a plan are called in its sentences, for who names no placement. */
import { storeNames } from '../../answer/words/names.ts';
import type { NameOf } from '../../answer/words/names.ts';
import type { PlanContext } from './types.ts';

export function storeNamesOf({ archive, stores }: Pick<PlanContext, 'archive' | 'stores'>): NameOf {
  return storeNames(
    stores.map(({ ref }) => ref),
    (id) => archive.facts(id)?.short,
  );
}
