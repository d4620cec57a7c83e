/** What the stores and placements of a plan are called in its sentences. */
import { namesIn } from '../../answer/words/in-archive.ts';
import type { Names } from '../../answer/words/names.ts';
import type { PlanContext } from './types.ts';

export function namesOfContext({ archive, stores }: Pick<PlanContext, 'archive' | 'stores'>): Names {
  return namesIn(
    archive,
    stores.map(({ ref }) => ref),
  );
}
