/** What reads of the recommended plan wait for, and what a cache of one's own answers. */
import type { Candidate, Reason } from '../../report/plan-types.ts';
import { percent } from '../../text/numbers.ts';
import { formatBytes, hoursWords } from '../../units.ts';
import { storeNamesOf } from '../context/store-names.ts';
import type { PlanContext } from '../context/types.ts';

export function reasonsOnReads(context: PlanContext, chosen: Candidate): Reason[] {
  const reasons: Reason[] = [];
  const restored = context.stores.filter(
    ({ ref, edition }) => chosen.stores.includes(ref) && edition.restoreHours !== undefined,
  );
  for (const { ref, edition, restore } of restored) {
    const hours = restore === 'never' || restore === null ? edition.restoreHours : restore.hours;
    const waits = chosen.read.byPlace.reduce(
      (sum, { share, servedBy }) =>
        sum + servedBy.reduce((own, by) => own + (by.store === ref ? share * by.share : 0), 0),
      0,
    );
    if (hours)
      reasons.push({
        code: 'restore',
        words: `${waits > 0 ? `${percent(waits)} of reads wait: in` : 'In'} ${storeNamesOf(context)(ref)} a restore takes up to ${hoursWords(hours)}.`,
      });
  }
  for (const { ref, edition } of context.stores)
    for (const { name, restoreHours } of edition.rules.storage.accessTiers)
      if (restoreHours !== undefined && chosen.stores.includes(ref))
        reasons.push({
          code: 'restore',
          words: `In ${storeNamesOf(context)(ref)} a restore from the tier ${name} takes up to ${hoursWords(restoreHours)}.`,
        });
  const { cache } = chosen;
  if (cache)
    reasons.push({
      code: 'cache',
      words: `${percent(cache.hitShare)} of reads find a copy in ${storeNamesOf(context)(chosen.stores[0] ?? '')}, which holds ${formatBytes(cache.hotBytes)} of copies.`,
    });
  return reasons;
}
