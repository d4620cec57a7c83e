/**
 * The cheapest of every single store and of every two-store split by age, over all thresholds, entries and assignments of
 * readers. Each policy has a lower bound; a group of policies is billed exactly in order of its bounds until no other can
 * be cheaper, so the best of each group is the exact optimum of that group (design §6).
 */
import type { Feasible } from '../report/plan-types.ts';
import { costBound } from './cost-bound.ts';
import { exactCost } from './exact-cost.ts';
import type { PlanContext } from './plan-context.ts';
import { singleStore } from './policy.ts';
import type { Policy } from './policy.ts';
import { planTariffs } from './tariffs.ts';
import type { Verdicts } from './verdicts.ts';

export interface Evaluated {
  policy: Policy;
  /** Mean of the exact monthly totals. */
  cost: number;
  atLeast: boolean;
  feasible: Feasible;
}

/** Above this many readers the assignments of a dual write are not enumerated: none, or one reader, is served by the cold copy. */
export const ENUMERATED_READERS = 6;

/** Policies of one ordered pair, entry and verdict: rivals of each other alone. */
interface Group {
  feasible: Feasible;
  policies: Policy[];
  bounds: number[];
  lowest: number;
}

export interface Search {
  evaluate(policy: Policy): Evaluated;
  singles(): Evaluated[];
  /** The best of each group, cheapest groups first, until `count` of each verdict are found. */
  bestSplits(count: Readonly<Record<Feasible, number>>): Evaluated[];
}

export function search(context: PlanContext, verdicts: Verdicts): Search {
  const { stores, workload, scenario } = context;
  const tariffs = planTariffs(context);
  const exact = exactCost(context, tariffs);
  const { budget } = scenario.requirements;

  const priced = (policy: Policy, feasible: Feasible): Evaluated => {
    const { total, atLeast } = exact(policy);
    const affordable: Feasible =
      budget === undefined || total <= budget ? (budget !== undefined && atLeast ? 'unproven' : 'yes') : 'no';
    return {
      policy,
      cost: total,
      atLeast,
      feasible: feasible === 'no' || affordable === 'no' ? 'no' : feasible === 'yes' ? affordable : feasible,
    };
  };

  const groups = (): Group[] => {
    const bound = costBound(context, tariffs);
    const young = workload.edges.map((edge) => verdicts.youngShare(edge));
    const assignments = readerAssignments(workload.readers.length);
    const none = assignments[0] ?? [];
    const found: Group[] = [];
    for (const hot of stores.keys()) {
      for (const cold of stores.keys()) {
        if (hot === cold) continue;
        for (const entry of ['tier', 'dual'] as const) {
          const byVerdict = new Map<Feasible, Group>();
          for (const [e, thresholdDays] of workload.edges.entries()) {
            for (const coldServes of entry === 'tier' ? [none] : assignments) {
              const policy: Policy = { hot, cold, thresholdDays, entry, coldServes };
              const least =
                entry === 'tier' ? bound.tier(hot, cold, e) : bound.dual(hot, cold, e, coldServes);
              const feasible = verdicts.of(policy, young[e]);
              let group = byVerdict.get(feasible);
              if (!group)
                byVerdict.set(feasible, (group = { feasible, policies: [], bounds: [], lowest: Infinity }));
              group.policies.push(policy);
              group.bounds.push(least);
              group.lowest = Math.min(group.lowest, least);
            }
          }
          found.push(...byVerdict.values());
        }
      }
    }
    return found;
  };

  /** Stops early once nothing in the group can cost less than `ceiling`. */
  const bestOf = (group: Group, ceiling: number): Evaluated | null => {
    const order = [...group.policies.keys()].sort((a, b) => (group.bounds[a] ?? 0) - (group.bounds[b] ?? 0));
    let best: Evaluated | null = null;
    for (const i of order) {
      const policy = group.policies[i];
      if (!policy || (group.bounds[i] ?? 0) > Math.min(best?.cost ?? Infinity, ceiling)) break;
      const one = priced(policy, group.feasible);
      if (
        best === null ||
        Number(one.atLeast) - Number(best.atLeast) < 0 ||
        (one.atLeast === best.atLeast && one.cost < best.cost)
      )
        best = one;
    }
    return best;
  };

  return {
    evaluate: (policy) => priced(policy, verdicts.of(policy)),
    singles: () =>
      stores
        .map((_, s) => singleStore(s, workload.readers.length))
        .map((policy) => priced(policy, verdicts.of(policy))),
    bestSplits(count) {
      const best: Evaluated[] = [];
      const all = groups();
      for (const feasible of ['yes', 'unproven', 'no'] as const) {
        const kept: Evaluated[] = [];
        for (const group of all
          .filter((one) => one.feasible === feasible)
          .sort((a, b) => a.lowest - b.lowest)) {
          const known = kept.filter((one) => !one.atLeast);
          const ceiling =
            known.length >= count[feasible] ? (known[count[feasible] - 1]?.cost ?? Infinity) : Infinity;
          if (group.lowest > ceiling) break;
          const one = bestOf(group, ceiling);
          if (!one) continue;
          kept.push(one);
          kept.sort((a, b) => Number(a.atLeast) - Number(b.atLeast) || a.cost - b.cost);
          kept.length = Math.min(kept.length, count[feasible]);
        }
        best.push(...kept);
      }
      return best;
    },
  };
}

/** Every way to let the cold copy serve some readers but not all. */
function readerAssignments(readers: number): boolean[][] {
  if (readers > ENUMERATED_READERS)
    return Array.from({ length: readers + 1 }, (_, only) =>
      Array.from({ length: readers }, (_one, q) => q === only - 1),
    );
  return Array.from({ length: 2 ** readers - 1 }, (_, mask) =>
    Array.from({ length: readers }, (_one, q) => (mask & (1 << q)) !== 0),
  );
}
