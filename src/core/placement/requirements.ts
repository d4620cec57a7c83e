/** What must hold, as tests on probabilities and stores. A requirement on a quantile is additive as P(T > L) ≤ 1 − p (design §6). */
import type { Feasible } from '../report/plan-types.ts';
import type { LatencyGrid, ReadMetric } from './latency-grid.ts';
import type { PlacedStore, PlanContext } from './plan-context.ts';
import type { Policy } from './policy.ts';

export interface LatencyRequirement {
  name: 'readP99' | 'firstByteP99';
  metric: ReadMetric;
  limitMs: number;
  /** Largest share of reads that may take longer. */
  tail: number;
}

export function latencyRequirements(context: PlanContext): LatencyRequirement[] {
  const { readP99, firstByteP99 } = context.scenario.requirements;
  return [
    ...(readP99 !== undefined
      ? [{ name: 'readP99' as const, metric: 'total' as const, limitMs: readP99, tail: 0.01 }]
      : []),
    ...(firstByteP99 !== undefined
      ? [{ name: 'firstByteP99' as const, metric: 'first_byte' as const, limitMs: firstByteP99, tail: 0.01 }]
      : []),
  ];
}

/** P(T > limit) of one store and reader over the size classes, at the low and the high end of the evidence. */
export interface Tail {
  low: number;
  high: number;
}

export const UNKNOWN_TAIL: Tail = { low: 0, high: 1 };

/** Nothing is known of a CDN's own answers. */
export function tailOf(
  { workload }: PlanContext,
  grid: LatencyGrid,
  { metric, limitMs }: LatencyRequirement,
  store: number,
  reader: number,
): Tail {
  const { via, hitRatio = 0 } = workload.readers[reader] ?? {};
  const hits = via ? hitRatio : 0;
  let [low, high] = [0, hits];
  for (const [k, { share }] of workload.classes.entries()) {
    const prediction = grid.read(store, reader, k, metric);
    low += (1 - hits) * share * (prediction ? 1 - prediction.low.cdf(limitMs) : UNKNOWN_TAIL.low);
    high += (1 - hits) * share * (prediction ? 1 - prediction.high.cdf(limitMs) : UNKNOWN_TAIL.high);
  }
  return { low, high };
}

/** Share of user actions past the limit: by reader, the mixture of hot and cold reads, each action waiting for `fanOut` of them. */
export function policyTail(
  context: PlanContext,
  policy: Policy,
  youngShare: number,
  tails: readonly (readonly Tail[])[],
): Tail {
  const { readers, fanOut } = context.workload;
  const [hot, cold] = [tails[policy.hot], tails[policy.cold]];
  let [low, high] = [0, 0];
  for (let q = 0; q < readers.length; q += 1) {
    const share = readers[q]?.share ?? 0;
    const fromHot =
      policy.thresholdDays === null ? 1 : policy.entry === 'dual' && policy.coldServes[q] ? 0 : youngShare;
    const fromCold = 1 - fromHot;
    const [h, c] = [hot?.[q] ?? UNKNOWN_TAIL, cold?.[q] ?? UNKNOWN_TAIL];
    low += share * lateActions(fromHot * h.low + fromCold * c.low, fanOut);
    high += share * lateActions(fromHot * h.high + fromCold * c.high, fanOut);
  }
  return { low, high };
}

/** Share of actions that are late where each waits for `fanOut` reads, and that share of reads is. */
export function lateActions(reads: number, fanOut: number): number {
  return fanOut === 1 ? reads : 1 - (1 - reads) ** fanOut;
}

/** What rounding may add to a sum of tails. */
export const SLACK = 1e-9;

export function verdict(tail: Tail, requirement: LatencyRequirement): Feasible {
  if (tail.high <= requirement.tail + SLACK) return 'yes';
  return tail.low > requirement.tail + SLACK ? 'no' : 'unproven';
}

export function worst(verdicts: Iterable<Feasible>): Feasible {
  let result: Feasible = 'yes';
  for (const one of verdicts) {
    if (one === 'no') return 'no';
    if (one === 'unproven') result = 'unproven';
  }
  return result;
}

/** `zones` must hold for one holder at every age; copies hold at every age. */
export function zonesVerdict(context: PlanContext, policy: Policy): Feasible {
  const wanted = context.scenario.requirements.zones;
  if (wanted <= 1) return 'yes';
  const meets = (store: PlacedStore | undefined): Feasible =>
    !store || store.edition.zones === null ? 'unproven' : store.edition.zones >= wanted ? 'yes' : 'no';
  const best = (verdicts: Feasible[]): Feasible =>
    verdicts.includes('yes') ? 'yes' : verdicts.includes('unproven') ? 'unproven' : 'no';
  const copies = context.copies.map(meets);
  const [hot, cold] = [meets(context.stores[policy.hot]), meets(context.stores[policy.cold])];
  const young = policy.entry === 'dual' ? [hot, cold] : [hot];
  return worst([best([...young, ...copies]), best([cold, ...copies])]);
}

/** `jurisdiction` must hold for every holder. */
export function jurisdictionVerdict(context: PlanContext, policy: Policy): Feasible {
  const holders = [context.stores[policy.hot], context.stores[policy.cold], ...context.copies];
  return worst(
    holders.map((store): Feasible =>
      !store || store.inJurisdiction === null ? 'unproven' : store.inJurisdiction ? 'yes' : 'no',
    ),
  );
}
