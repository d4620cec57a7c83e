/** The largest object of a workload, and how large an object each store takes. */
import type { Limit } from '../../pricing/editions/edition.ts';
import type { Feasible } from '../../report/verdict.ts';
import type { Workload } from '../../workload/workload.ts';
import type { PlacedStore } from '../context/types.ts';

export const largestOf = ({ classes }: Pick<Workload, 'classes'>) =>
  Math.max(...classes.map(({ sizeBytes }) => sizeBytes));

export const sizeLimitOf = ({ edition }: PlacedStore): Limit | undefined =>
  edition.limits.find(({ quantity }) => quantity === 'object-size');

/** A limit that sources contradict each other on rules nothing out, and proves nothing either. */
export function holdsObject(store: PlacedStore, largestBytes: number): Feasible {
  const limit = sizeLimitOf(store);
  if (!limit || largestBytes <= limit.value) return 'yes';
  return limit.confidence === 'conflicting' ? 'unproven' : 'no';
}
