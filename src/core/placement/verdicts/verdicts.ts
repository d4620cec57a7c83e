/** Whether a policy meets the requirements, apart from its cost: asked for every policy of a search. */
import type { Feasible } from '../../report/verdict.ts';
import { lazily, memo } from '../../memo.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { PlanContext } from '../context/types.ts';
import type { Policy } from '../policy.ts';
import { latencyRequirements } from '../judge/latency-requirements.ts';
import type { LatencyRequirement } from '../judge/latency-requirements.ts';
import { chainZones } from '../chains/tail.ts';
import { chainOf } from '../chain.ts';
import { holdersVerdict, policyTail, verdict, worst } from './requirements.ts';
import { nodesOf, tailOf, writeTail } from './tails.ts';
import type { Tail } from './tails.ts';

/** Best first. */
export const VERDICTS = ['yes', 'unproven', 'no'] as const;

export interface Verdicts {
  /** Of reads. */
  requirements: readonly LatencyRequirement[];
  /** By requirement, store and reader. */
  tails: readonly (readonly (readonly Tail[])[])[];
  /** Of one requirement, those of some stores alone. */
  tailsOf(requirement: number, stores: readonly number[]): readonly (readonly Tail[])[];
  /** By requirement: where its tails have their curves, if they have any. */
  nodesMs: readonly Float64Array[];
  /** Of writes, each with what it sums where an arriving object is written to some stores. */
  writes: readonly { requirement: LatencyRequirement; of(stores: readonly number[]): Tail }[];
  /** Share of all reads on objects younger than an age, over the billed months. */
  youngShare(thresholdDays: number | null): number;
  /** Of the stores alone, whatever the threshold: zones, jurisdiction and writes. */
  ofStores(policy: Policy): Feasible;
  of(policy: Policy): Feasible;
  /** Of each latency requirement by itself, by its name. */
  each(policy: Policy): ReadonlyMap<string, Feasible>;
}

export function verdicts(context: PlanContext, grid: LatencyGrid): Verdicts {
  const { stores, workload } = context;
  const reads = workload.months.reduce((sum, { population }) => sum + population.reads, 0);
  const arrivals = workload.months.some(({ population }) => population.arrivals > 0);
  const asked = latencyRequirements(context);
  // Without reads there is nothing to be late.
  const requirements = asked.filter(({ of }) => of === 'read' && reads > 0);
  const nodesMs = requirements.map((requirement) => nodesOf(context, grid, requirement));
  const rows = requirements.map((requirement, r) =>
    memo((s: number) =>
      workload.readers.map((_reader, q) => tailOf(context, grid, requirement, s, q, nodesMs[r])),
    ),
  );
  const tails = lazily(() => rows.map((row) => stores.map((_, s) => row(s))));
  const tailsOf = (r: number, own: readonly number[]) => {
    const some: (readonly Tail[])[] = [];
    for (const s of own) some[s] = rows[r]?.(s) ?? [];
    return some;
  };
  const writes = asked
    .filter(({ of }) => of === 'write' && arrivals)
    .map((requirement) => ({
      requirement,
      of: (written: readonly number[]) => writeTail(context, grid, requirement, written),
    }));
  const youngShare = (threshold: number | null) =>
    threshold === null || reads === 0
      ? 1
      : workload.months.reduce(
          (sum, { population }) => sum + population.reads * population.readShareBelow(threshold),
          0,
        ) / reads;
  const known = new Map<number, Feasible>();
  const ofStores = (policy: Policy): Feasible => {
    const key = (policy.hot * stores.length + policy.cold) * 2 + (policy.entry === 'dual' ? 1 : 0);
    const before = known.get(key);
    if (before) return before;
    const found = worst([
      chainZones(context, chainOf(policy)),
      holdersVerdict(context, [policy.hot, policy.cold]),
      ...writes.map(({ requirement, of }) => verdict(of(writtenTo(policy)), requirement)),
    ]);
    known.set(key, found);
    return found;
  };
  const ofReads = (policy: Policy, young: number, r: number): Feasible => {
    const requirement = requirements[r];
    if (!requirement) return 'yes';
    const own = tailsOf(r, [policy.hot, policy.cold]);
    return verdict(policyTail(context, requirement, policy, young, own, nodesMs[r]), requirement);
  };
  return {
    requirements,
    get tails() {
      return tails();
    },
    tailsOf,
    nodesMs,
    writes,
    youngShare,
    ofStores,
    of(policy) {
      const young = youngShare(policy.thresholdDays);
      let result = ofStores(policy);
      for (let r = 0; r < requirements.length && result !== 'no'; r += 1)
        result = worst([result, ofReads(policy, young, r)]);
      return result === 'no' || context.limits.within(policy) ? result : 'no';
    },
    each(policy) {
      const young = youngShare(policy.thresholdDays);
      const found = new Map<string, Feasible>();
      const note = (name: string, own: Feasible) => found.set(name, worst([found.get(name) ?? 'yes', own]));
      for (const [r, { name }] of requirements.entries()) note(name, ofReads(policy, young, r));
      for (const { requirement, of } of writes)
        note(requirement.name, verdict(of(writtenTo(policy)), requirement));
      return found;
    },
  };
}

/** Stores that an arriving object is written to. */
function writtenTo({ hot, cold, entry }: Policy): number[] {
  return entry === 'dual' ? [hot, cold] : [hot];
}
