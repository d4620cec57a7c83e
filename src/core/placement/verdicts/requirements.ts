/** What must hold, as tests on sums and stores. A requirement on a quantile is additive as P(T > L) ≤ 1 − p, and so is a mean (design §6). */
import { normalScore } from '../../latency/distributions/normal.ts';
import type { Feasible } from '../../report/verdict.ts';
import type { LatencyRequirement } from '../judge/latency-requirements.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';
import type { Policy } from '../policy.ts';
import { holdsObject, largestOf } from '../judge/object-size.ts';
import { UNKNOWN_TAIL, readersTail } from './tails.ts';
import type { Tail } from './tails.ts';

/** What a requirement sums over user actions: by reader, the mixture of hot and cold reads, each action waiting for `fanOut` of them. */
export function policyTail(
  { workload }: Pick<PlanContext, 'workload'>,
  requirement: LatencyRequirement,
  policy: Policy,
  youngShare: number,
  tails: readonly (readonly Tail[])[],
  nodesMs?: Float64Array,
): Tail {
  const hot = tails[policy.hot];
  const cold = tails[policy.cold];
  const partsOf = (q: number) => {
    const fromHot =
      policy.thresholdDays === null ? 1 : policy.entry === 'dual' && policy.coldServes[q] ? 0 : youngShare;
    return [
      { share: fromHot, tail: hot?.[q] ?? UNKNOWN_TAIL },
      { share: 1 - fromHot, tail: cold?.[q] ?? UNKNOWN_TAIL },
    ];
  };
  return readersTail(requirement, workload.fanOut, partsOf, nodesMs);
}

/** What rounding may add to a sum of tails. */
export const SLACK = 1e-9;

export function verdict(found: Tail, { tail }: LatencyRequirement): Feasible {
  if (found.high <= tail + SLACK) return 'yes';
  return found.low > tail + SLACK ? 'no' : 'unproven';
}

/**
 * How far what a requirement sums can lie past its limit: above 0 exactly where it is not proven. On a scale on which latencies
 * that are stretched move it nearly evenly in the logarithm of the factor.
 */
export function excess({ high }: Tail, { counts, tail }: LatencyRequirement): number {
  const limit = tail + SLACK;
  if (counts === 'late') return normalScore(high) - normalScore(limit);
  return counts === 'mean' && high > 0 ? Math.log(high / limit) : high - limit;
}

export function worst(verdicts: Iterable<Feasible>): Feasible {
  let result: Feasible = 'yes';
  for (const one of verdicts) {
    if (one === 'no') return 'no';
    if (one === 'unproven') result = 'unproven';
  }
  return result;
}

/** What must hold for every holder, copies too: `jurisdiction`, and that it takes the largest object. */
export function holdersVerdict(
  { stores, copies, workload }: Pick<PlanContext, 'stores' | 'copies' | 'workload'>,
  holders: readonly number[],
): Feasible {
  const largest = largestOf(workload);
  return worst(
    [...holders.map((s) => stores[s]), ...copies].flatMap((store): Feasible[] =>
      store ? [inPlace(store), holdsObject(store, largest)] : ['unproven'],
    ),
  );
}

export const inPlace = ({ inJurisdiction }: PlacedStore): Feasible =>
  inJurisdiction === null ? 'unproven' : inJurisdiction ? 'yes' : 'no';
