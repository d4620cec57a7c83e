/**
 * Whether the two stores of a split keep to their limits. What a split asks of one of them follows from its part alone (hot or
 * cold, threshold, entry, whom it serves), so one answer serves the splits with every other store. Only where bytes go that are
 * copied out, and reads hedged to the other holder, depend on both.
 */
import type { Assignment } from '../context/assignments.ts';
import type { PlanContext } from '../context/types.ts';
import type { Policy } from '../policy.ts';

/** `code`: of the policy's threshold and assignment, threshold × assignments + assignment. */
type SplitLimits = (policy: Policy, code: number) => boolean;

const WITHIN = 1;
const PAST = 2;

export function splitLimits(
  { limits, stores, workload }: PlanContext,
  assignments: readonly Assignment[],
): SplitLimits {
  const codes = workload.edges.length * assignments.length;
  const isFree = stores.map((_, s) => limits.isFree(s));
  const isFair = stores.map((store) => store.edition.rules.egress?.fairUseTimesStored !== undefined);
  const hedges = stores.some(({ parts }) => parts.away.some(({ requests }) => requests > 0));
  /** By store, stay and entry, then by code; 0 where it was not asked yet. */
  const known: Uint8Array[] = [];
  const keeps = (policy: Policy, stay: number, code: number): boolean => {
    const store = stay === 0 ? policy.hot : policy.cold;
    if (isFree[store]) return true;
    const copiesOut = stay === 0 && policy.entry === 'tier';
    if (hedges || (copiesOut && isFair[store])) return limits.stayWithin(policy, stay);
    const row = (known[(store * 2 + stay) * 2 + (policy.entry === 'dual' ? 1 : 0)] ??= new Uint8Array(codes));
    if (row[code] === 0) row[code] = limits.stayWithin(policy, stay) ? WITHIN : PAST;
    return row[code] === WITHIN;
  };
  return (policy, code) => keeps(policy, 0, code) && keeps(policy, 1, code);
}
