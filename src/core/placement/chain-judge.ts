/** Whether chains meet the requirements: sums that are asked of every chain of a search, and the verdict of one in full. */
import type { Feasible } from '../report/plan-types.ts';
import { APART, BESIDE_BOTH, BESIDE_FIRST, hasBit } from './chain-class.ts';
import { chainJurisdiction, chainTail, chainZones } from './chain-tail.ts';
import { writtenTo } from './chain.ts';
import type { Chain } from './chain.ts';
import type { PlanContext } from './plan-context.ts';
import { SLACK, verdict, worst } from './requirements.ts';
import { stretchShares } from './served.ts';
import { lateActions } from './tails.ts';
import type { Verdicts } from './verdicts.ts';

/** One sum of read latencies: above `low` the requirement fails, above `high` it is not proven. */
export interface TailSum {
  limit: number;
  weights: readonly number[];
  /** Reads that each late action waits for; 1 where the sum is one of reads. */
  fanOut: number;
  /** By store × readers + reader, at either end of the evidence. */
  low: Float64Array;
  high: Float64Array;
}

/** By requirement. The mean of actions that wait for several reads is bounded by that of one. */
export function tailSums({ workload }: PlanContext, { requirements, tails }: Verdicts): TailSum[] {
  return requirements.map(({ tail: limit, weights, counts }, r) => {
    const at = (end: 'low' | 'high') =>
      Float64Array.from((tails[r] ?? []).flatMap((row) => row.map((tail) => tail[end])));
    return {
      limit: limit + SLACK,
      weights,
      fanOut: counts === 'mean' ? 1 : workload.fanOut,
      low: at('low'),
      high: at('high'),
    };
  });
}

export type Three = readonly [number, number, number];

/** Ages and servers of a chain of given stores and shape, as in `ChainCode`. */
export interface ChainSplit {
  first: number;
  second: number;
  before: number;
  until: number;
}

/** What a sum of read latencies comes to over a chain; `young`: share of all reads below each age of the grid. */
export function splitTail(
  { weights, fanOut }: Pick<TailSum, 'weights' | 'fanOut'>,
  tails: Float64Array,
  [A, B, C]: Three,
  shape: number,
  { first, second, before, until }: ChainSplit,
  young: Float64Array,
): number {
  const width = weights.length;
  const [t1, t2] = [young[first] ?? 0, young[second] ?? 0];
  const older = shape === BESIDE_FIRST ? B : C;
  let sum = 0;
  for (let q = 0; q < width; q += 1) {
    const one = shape !== APART && hasBit(before, q) ? older : A;
    const two = shape === BESIDE_BOTH && hasBit(until, q) ? C : B;
    const share =
      t1 * (tails[one * width + q] ?? 0) +
      (t2 - t1) * (tails[two * width + q] ?? 0) +
      (1 - t2) * (tails[C * width + q] ?? 0);
    sum += (weights[q] ?? 0) * (fanOut === 1 || share > 1 ? share : lateActions(share, fanOut));
  }
  return sum;
}

/** The least that it could come to, were two copies to divide the readers as is best for each. */
export function leastTail(
  { weights, fanOut }: Pick<TailSum, 'weights' | 'fanOut'>,
  tails: Float64Array,
  [A, B, C]: Three,
  shape: number,
  first: number,
  second: number,
  young: Float64Array,
): number {
  const width = weights.length;
  const [t1, t2] = [young[first] ?? 0, young[second] ?? 0];
  let sum = 0;
  for (let q = 0; q < width; q += 1) {
    const [a, b, c] = [tails[A * width + q] ?? 0, tails[B * width + q] ?? 0, tails[C * width + q] ?? 0];
    const one = shape === APART ? a : Math.min(a, shape === BESIDE_FIRST ? b : c);
    const two = shape === BESIDE_BOTH ? Math.min(b, c) : b;
    const share = t1 * one + (t2 - t1) * two + (1 - t2) * c;
    sum += (weights[q] ?? 0) * (fanOut === 1 || share > 1 ? share : lateActions(share, fanOut));
  }
  return sum;
}

/** Of the stores and how they are entered, whatever the ages: zones, jurisdiction and writes. */
export function verdictOfStores(context: PlanContext, verdicts: Verdicts, chain: Chain): Feasible {
  return worst([
    chainZones(context, chain),
    chainJurisdiction(context, chain),
    ...verdicts.writes.map(({ requirement, of }) => verdict(of(writtenTo(chain)), requirement)),
  ]);
}

/** Of all that is required, its cost apart. */
export function verdictOfChain(context: PlanContext, verdicts: Verdicts, chain: Chain): Feasible {
  const ofStores = verdictOfStores(context, verdicts, chain);
  return ofStores === 'no' ? 'no' : worst([ofStores, verdictOfReads(context, verdicts, chain)]);
}

/** Of each latency requirement by itself, by its name. */
export function verdictsByName(
  { workload }: Pick<PlanContext, 'workload'>,
  { requirements, tails, nodesMs, writes }: Verdicts,
  chain: Chain,
): ReadonlyMap<string, Feasible> {
  const shares = stretchShares(workload, chain);
  const found = new Map<string, Feasible>();
  const note = (name: string, own: Feasible) => found.set(name, worst([found.get(name) ?? 'yes', own]));
  for (const [r, requirement] of requirements.entries()) {
    const tail = chainTail({ workload }, requirement, chain, shares, tails[r] ?? [], nodesMs[r]);
    note(requirement.name, verdict(tail, requirement));
  }
  for (const { requirement, of } of writes)
    note(requirement.name, verdict(of(writtenTo(chain)), requirement));
  return found;
}

/** Of read latency and limits. */
export function verdictOfReads(context: PlanContext, verdicts: Verdicts, chain: Chain): Feasible {
  const { requirements, tails, nodesMs } = verdicts;
  const shares = stretchShares(context.workload, chain);
  let result: Feasible = 'yes';
  for (const [r, requirement] of requirements.entries()) {
    const tail = chainTail(context, requirement, chain, shares, tails[r] ?? [], nodesMs[r]);
    result = worst([result, verdict(tail, requirement)]);
    if (result === 'no') return 'no';
  }
  return context.limits.within(chain) ? result : 'no';
}
