/**
 * What each store adds to the sums that latency requirements limit, at the low and the high end of its evidence. Sums over
 * reads are additive over stores, size classes and readers (design §6); an action that waits for several reads is not.
 */
import { slower } from '../../latency/client/slower.ts';
import type { Distribution } from '../../latency/types.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { LatencyRequirement } from '../judge/latency-requirements.ts';
import type { PlanContext } from '../context/types.ts';

/** What a requirement sums, of one read, between what the evidence allows. */
export interface Tail {
  low: number;
  high: number;
  /** F at the requirement's nodes, where a mean is of actions that wait for several reads. */
  curves?: { low: Float64Array; high: Float64Array };
}

export const UNKNOWN_TAIL: Tail = { low: 0, high: 1 };

const ENDS = ['low', 'high'] as const;

function amount({ counts, limitMs }: LatencyRequirement, of: Distribution): number {
  switch (counts) {
    case 'late':
      return 1 - of.cdf(limitMs);
    case 'mean':
      return Number.isFinite(of.meanMs) ? of.meanMs / limitMs : 0;
    case 'unbounded':
      return Number.isFinite(of.meanMs) ? 0 : 1;
  }
}

/** What nothing is known of: as late, and as slow, as can be. */
function unknownAmount({ counts }: LatencyRequirement): number {
  return counts === 'mean' ? 0 : UNKNOWN_TAIL.high;
}

/** Of one store and reader over the size classes. Nothing is known of a CDN's own answers. */
export function tailOf(
  { workload }: Pick<PlanContext, 'workload'>,
  grid: LatencyGrid,
  requirement: LatencyRequirement,
  store: number,
  reader: number,
  nodesMs: Float64Array = NO_NODES,
): Tail {
  const { via, hitRatio = 0 } = workload.readers[reader] ?? {};
  const hits = via ? hitRatio : 0;
  let low = 0;
  let high = hits * unknownAmount(requirement);
  const blank = () => new Float64Array(nodesMs.length).fill(hits);
  const curves = nodesMs.length > 0 ? { low: blank(), high: blank() } : undefined;
  for (let k = 0; k < workload.classes.length; k += 1) {
    const prediction = grid.read(store, reader, k, requirement.metric);
    const weight = (1 - hits) * (workload.classes[k]?.share ?? 0);
    if (!prediction) {
      high += weight * unknownAmount(requirement);
      // A read of which nothing is known takes no time here: that its mean has no bound is a requirement of its own.
      if (curves) for (const end of ENDS) add(curves[end], weight, () => 1);
      continue;
    }
    const least = amount(requirement, prediction.low);
    low += weight * least;
    // What is supposed of a store has no band.
    high += weight * (prediction.high === prediction.low ? least : amount(requirement, prediction.high));
    if (curves) for (const end of ENDS) add(curves[end], weight, (i) => prediction[end].cdf(nodesMs[i] ?? 0));
  }
  return curves ? { low, high, curves } : { low, high };
}

const NO_NODES = new Float64Array(0);

function add(sum: Float64Array, weight: number, value: (i: number) => number): void {
  for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + weight * value(i);
}

/** What a requirement sums of one action that waits for `fanOut` reads, each drawn from `parts`. */
export function actionTail(
  requirement: LatencyRequirement,
  fanOut: number,
  parts: readonly { share: number; tail: Tail }[],
  nodesMs: Float64Array = NO_NODES,
): Tail {
  let low = 0;
  let high = 0;
  for (const { share, tail } of parts) {
    low += share * tail.low;
    high += share * tail.high;
  }
  if (fanOut === 1) return { low, high };
  if (requirement.counts !== 'mean')
    return { low: lateActions(low, fanOut), high: lateActions(high, fanOut) };
  const [atLow, atHigh] = ENDS.map((end) => {
    const sum = new Float64Array(nodesMs.length);
    for (const { share, tail } of parts) add(sum, share, (i) => tail.curves?.[end][i] ?? 1);
    return meanOfSlowest(nodesMs, sum, fanOut) / requirement.limitMs;
  });
  return { low: atLow ?? 0, high: atHigh ?? 0 };
}

/** What a requirement sums over the actions of all readers: `partsOf` says who answers those of one. */
export function readersTail(
  requirement: LatencyRequirement,
  fanOut: number,
  partsOf: (reader: number) => readonly { share: number; tail: Tail }[],
  nodesMs?: Float64Array,
): Tail {
  let low = 0;
  let high = 0;
  for (let q = 0; q < requirement.weights.length; q += 1) {
    const weight = requirement.weights[q] ?? 0;
    if (weight === 0) continue;
    const own = actionTail(requirement, fanOut, partsOf(q), nodesMs);
    low += weight * own.low;
    high += weight * own.high;
  }
  return { low, high };
}

/** Share of actions that are late where each waits for `fanOut` reads, and that share of reads is. */
export function lateActions(reads: number, fanOut: number): number {
  return fanOut === 1 ? reads : 1 - (1 - reads) ** fanOut;
}

/** E[max] of `fanOut` reads with cdf F: ∫ (1 − F(t)^k) dt, by the trapezoid rule on the nodes; all is over at the last. */
function meanOfSlowest(nodesMs: Float64Array, cdf: Float64Array, fanOut: number): number {
  let mean = nodesMs[0] ?? 0;
  let before = 1 - (cdf[0] ?? 1) ** fanOut;
  for (let i = 1; i < nodesMs.length; i += 1) {
    const after = 1 - (cdf[i] ?? 1) ** fanOut;
    mean += (((nodesMs[i] ?? 0) - (nodesMs[i - 1] ?? 0)) * (before + after)) / 2;
    before = after;
  }
  return mean;
}

const NODES = 600;
const LAST_OUT_OF = 1e9;

/** Where F is taken of every store for the mean of actions: rising evenly in ln t from the fastest floor on. None where it is not needed. */
export function nodesOf(
  { stores, workload }: PlanContext,
  grid: LatencyGrid,
  { counts, metric }: LatencyRequirement,
): Float64Array {
  if (counts !== 'mean' || workload.fanOut === 1) return NO_NODES;
  const known = stores.flatMap((_, s) =>
    workload.readers.flatMap((_reader, q) =>
      workload.classes.flatMap((_class, k) => grid.read(s, q, k, metric) ?? []),
    ),
  );
  const first = Math.min(...known.map(({ low }) => low.quantile(1e-6)));
  const last = Math.max(
    ...known.map(({ high }) => high.quantile(1 - 1 / LAST_OUT_OF)).filter(Number.isFinite),
  );
  if (!(last > first && first > 0)) return Float64Array.of(Number.isFinite(first) ? first : 0);
  return Float64Array.from({ length: NODES }, (_, i) => first * (last / first) ** (i / (NODES - 1)));
}

/** Of writes that are answered when each of `stores` has the object. */
export function writeTail(
  { workload }: Pick<PlanContext, 'workload'>,
  grid: LatencyGrid,
  requirement: LatencyRequirement,
  stores: readonly number[],
): Tail {
  let [low, high] = [0, 0];
  for (const [k, { share }] of workload.classes.entries()) {
    const known = stores.flatMap((s) => grid.write(s, k) ?? []);
    const last = (end: (typeof ENDS)[number]) => {
      const [first, ...others] = known.map((one) => one[end]);
      return first ? amount(requirement, others.reduce(slower, first)) : 0;
    };
    low += share * last('low');
    const isKnown = known.length === stores.length || requirement.counts === 'mean';
    // The mean of the later is no less than that of those known; that it may have no bound is a requirement of its own.
    high += share * (isKnown ? last('high') : unknownAmount(requirement));
  }
  return { low, high };
}
