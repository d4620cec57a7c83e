/** The largest object of a workload against the size that each holder takes. */
import type { Limit } from '../../pricing/editions/edition.ts';
import type { Feasible, Violation } from '../../report/verdict.ts';
import type { Workload } from '../../workload/workload.ts';
import { formatBytes } from '../../units.ts';
import type { PlacedStore } from '../context/types.ts';

export const largestOf = ({ classes }: Pick<Workload, 'classes'>) =>
  Math.max(...classes.map(({ sizeBytes }) => sizeBytes));

const limitOf = ({ edition }: PlacedStore): Limit | undefined =>
  edition.limits.find(({ quantity }) => quantity === 'object-size');

/** A limit that sources contradict each other on rules nothing out, and proves nothing either. */
export function holdsObject(store: PlacedStore, largestBytes: number): Feasible {
  const limit = limitOf(store);
  if (!limit || largestBytes <= limit.value) return 'yes';
  return limit.confidence === 'conflicting' ? 'unproven' : 'no';
}

/** Of those stores that take no object so large for certain. */
export function sizeViolations(stores: readonly PlacedStore[], workload: Workload): Violation[] {
  const largest = largestOf(workload);
  return stores
    .filter((store) => holdsObject(store, largest) === 'no')
    .map((store) => ({
      requirement: 'object size',
      required: `≤ ${formatBytes(limitOf(store)?.value ?? 0, 4)} (an object of ${store.ref})`,
      found: formatBytes(largest),
    }));
}
