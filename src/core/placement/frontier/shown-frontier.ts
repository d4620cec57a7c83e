/** Of the plans that are shown, those worth choosing between by cost and p99. */
import type { Candidate } from '../../report/plan-types.ts';

/** Ids of shown plans that no other shown plan beats on both cost and p99. */
export function frontierOf(candidates: readonly Candidate[]): string[] {
  const known = candidates
    .filter((one) => one.read.p99Ms !== null && !one.monthly.atLeast)
    .sort((a, b) => a.monthly.total - b.monthly.total);
  const ids: string[] = [];
  let fastest = Infinity;
  for (const one of known) {
    if ((one.read.p99Ms ?? Infinity) < fastest) {
      fastest = one.read.p99Ms ?? Infinity;
      ids.push(one.id);
    }
  }
  return ids;
}
