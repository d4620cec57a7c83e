/**
 * The cheapest of every single store and of every two-store split by age, over all thresholds, entries and assignments of
 * readers. Each policy has a lower bound; a group of policies is billed exactly in order of its bounds until no other can
 * be cheaper, so the best of each group is the exact optimum of that group (design §6).
 */
import type { Feasible } from '../report/plan-types.ts';
import { assignmentsOf } from './assignments.ts';
import { costBound } from './cost-bound.ts';
import type { CostBound } from './cost-bound.ts';
import type { Exact } from './exact-cost.ts';
import type { PlanContext } from './plan-context.ts';
import { singleStore } from './policy.ts';
import type { Policy } from './policy.ts';
import { splitTable } from './split-table.ts';
import type { PlanTariffs } from './tariffs.ts';
import { VERDICTS } from './verdicts.ts';
import type { Verdicts } from './verdicts.ts';

export interface Evaluated {
  policy: Policy;
  /** Mean of the exact monthly totals. */
  cost: number;
  atLeast: boolean;
  feasible: Feasible;
}

/** Policies of one ordered pair, entry and verdict: rivals of each other alone. */
interface Group {
  hot: number;
  cold: number;
  entry: 'tier' | 'dual';
  feasible: Feasible;
  /** Each policy as edge × assignments + assignment, beside its lower bound. */
  codes: number[];
  bounds: number[];
  lowest: number;
}

export interface Search {
  evaluate(policy: Policy): Evaluated;
  singles(): Evaluated[];
  /**
   * The best of each group, cheapest groups first, until `count` of each verdict are found. Left out is a split that costs
   * no less than one of its own two stores alone, where that store meets the requirements as well.
   */
  bestSplits(count: Readonly<Record<Feasible, number>>): Evaluated[];
  /** The best split of one ordered pair and entry: proven before open, then cheapest. */
  bestOfPair(hot: number, cold: number, entry: 'tier' | 'dual'): Evaluated | null;
  /** Of every split by age. */
  bound(): CostBound;
}

export function search(context: PlanContext, tariffs: PlanTariffs, exact: Exact, verdicts: Verdicts): Search {
  const { stores, workload, scenario } = context;
  const { budget } = scenario.requirements;

  const priced = (policy: Policy, feasible: Feasible): Evaluated => {
    const { total, atLeast } = exact.of(policy);
    const affordable: Feasible =
      budget === undefined || total <= budget ? (budget !== undefined && atLeast ? 'unproven' : 'yes') : 'no';
    return {
      policy,
      cost: total,
      atLeast,
      feasible: feasible === 'no' || affordable === 'no' ? 'no' : feasible === 'yes' ? affordable : feasible,
    };
  };

  const assignments = assignmentsOf(workload.readers.length);
  const policyOf = ({ hot, cold, entry }: Group, code: number): Policy => ({
    hot,
    cold,
    entry,
    thresholdDays: workload.edges[Math.floor(code / assignments.length)] ?? 0,
    coldServes: assignments[code % assignments.length]?.coldServes ?? [],
  });

  const bound = lazily(() => costBound(context, tariffs));
  const table = lazily(() => splitTable(context, bound(), verdicts, assignments));

  /** Groups of one pair and entry, without the policies that cannot cost less than the ceiling of their verdict. */
  const groupsOf = (
    hot: number,
    cold: number,
    entry: Group['entry'],
    ceilings: readonly number[],
  ): Group[] => {
    const own = VERDICTS.map((feasible): Group => ({
      hot,
      cold,
      entry,
      feasible,
      codes: [],
      bounds: [],
      lowest: Infinity,
    }));
    table()(hot, cold, entry, ceilings, (code, verdict, bound) => {
      const group = own[verdict];
      if (!group) return;
      group.codes.push(code);
      group.bounds.push(bound);
      if (bound < group.lowest) group.lowest = bound;
    });
    return own.filter((group) => group.codes.length > 0);
  };

  /** Exact bills in order of the bounds, until nothing left in the group can cost less than the best, or than `ceiling`. */
  const bestOf = (group: Group, ceiling: number): Evaluated | null => {
    const open = Float64Array.from(group.bounds);
    let best: Evaluated | null = null;
    for (;;) {
      let next = 0;
      for (let i = 1; i < open.length; i += 1) if ((open[i] ?? Infinity) < (open[next] ?? Infinity)) next = i;
      if (!((open[next] ?? Infinity) <= Math.min(best?.cost ?? Infinity, ceiling)) || open[next] === Infinity)
        return best;
      open[next] = Infinity;
      const one = priced(policyOf(group, group.codes[next] ?? 0), group.feasible);
      if (
        best === null ||
        (best.atLeast && !one.atLeast) ||
        (one.atLeast === best.atLeast && one.cost < best.cost)
      )
        best = one;
    }
  };

  const singles = stores
    .map((_, s) => singleStore(s, workload.readers.length))
    .map((policy) => priced(policy, verdicts.of(policy)));

  /** Cost from which one of the pair's own stores alone does as well. */
  const aloneFrom = ({ hot, cold, feasible }: Pick<Group, 'hot' | 'cold' | 'feasible'>): number => {
    const asGood = [singles[hot], singles[cold]].filter(
      (one) => one && !one.atLeast && VERDICTS.indexOf(one.feasible) <= VERDICTS.indexOf(feasible),
    );
    return Math.min(Infinity, ...asGood.map((one) => one?.cost ?? Infinity));
  };

  const grouped = (count: Readonly<Record<Feasible, number>>) => {
    const found: Group[] = [];
    const last = VERDICTS.findLastIndex((feasible) => count[feasible] > 0);
    for (const hot of stores.keys()) {
      for (const cold of stores.keys()) {
        if (hot === cold) continue;
        const ceilings = VERDICTS.map((feasible, v) =>
          v <= last ? aloneFrom({ hot, cold, feasible }) : -Infinity,
        );
        for (const entry of ['tier', 'dual'] as const) found.push(...groupsOf(hot, cold, entry, ceilings));
      }
    }
    return found;
  };

  return {
    evaluate: (policy) => priced(policy, verdicts.of(policy)),
    singles: () => singles,
    bestSplits(count) {
      const best: Evaluated[] = [];
      const groups = grouped(count);
      for (const feasible of VERDICTS) {
        const kept: Evaluated[] = [];
        const rivals = groups.filter((one) => one.feasible === feasible);
        for (const group of rivals.sort((a, b) => a.lowest - b.lowest)) {
          const ceiling = ceilingOf(kept, count[feasible]);
          if (group.lowest > ceiling) break;
          const alone = aloneFrom(group);
          if (group.lowest >= alone) continue;
          const one = bestOf(group, Math.min(ceiling, alone));
          if (!one || one.cost >= alone) continue;
          kept.push(one);
          kept.sort((a, b) => Number(a.atLeast) - Number(b.atLeast) || a.cost - b.cost);
          kept.length = Math.min(kept.length, count[feasible]);
        }
        best.push(...kept);
      }
      return best;
    },
    bestOfPair(hot, cold, entry) {
      const [first] = groupsOf(hot, cold, entry, []);
      return first ? bestOf(first, Infinity) : null;
    },
    bound,
  };
}

/** The cost from which another plan of the verdict would not be kept. */
function ceilingOf(kept: readonly Evaluated[], count: number): number {
  const known = kept.filter((one) => !one.atLeast);
  return known.length >= count ? (known[count - 1]?.cost ?? (count === 0 ? -Infinity : Infinity)) : Infinity;
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
