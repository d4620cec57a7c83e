/**
 * The cheapest of every single store and of every two-store split by age, over all thresholds, entries and assignments of
 * readers. Each policy has a lower bound; a group of policies is billed exactly in order of its bounds until no other can
 * be cheaper, so the best of each group is the exact optimum of that group (design §6).
 */
import { lazily } from '../../memo.ts';
import type { Feasible } from '../../report/verdict.ts';
import { assignmentsOf } from '../context/assignments.ts';
import { costBound } from '../costs/cost-bound.ts';
import type { CostBound } from '../costs/cost-bound.ts';
import type { Exact } from '../costs/exact-cost.ts';
import type { PlanContext } from '../context/types.ts';
import { singleStore } from '../policy.ts';
import type { Policy } from '../policy.ts';
import { splitTable } from './table.ts';
import type { PlanTariffs } from '../costs/tariffs.ts';
import { VERDICTS } from '../verdicts/verdicts.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';

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

  /** Groups of one pair and entry, best verdict first, without the policies that cannot cost less than the ceiling of their verdict. */
  const groupsOf = (
    hot: number,
    cold: number,
    entry: Group['entry'],
    ceilings: readonly number[],
  ): Group[] => {
    const own: (Group | undefined)[] = [];
    table().tell(hot, cold, entry, ceilings, (code, verdict, bound) => {
      const feasible = VERDICTS[verdict] ?? 'no';
      const group = (own[verdict] ??= {
        hot,
        cold,
        entry,
        feasible,
        codes: [],
        bounds: [],
        lowest: Infinity,
      });
      group.codes.push(code);
      group.bounds.push(bound);
      if (bound < group.lowest) group.lowest = bound;
    });
    return own.filter((group) => group !== undefined);
  };

  /** Exact bills in order of the bounds, until nothing left in the group can cost less than the best, or than `ceiling`. */
  const bestOf = (group: Group, ceiling: number): Evaluated | null => {
    const open = [...group.bounds];
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

  const singles = lazily(() =>
    stores
      .map((_, s) => singleStore(s, workload.readers.length))
      .map((policy) => priced(policy, verdicts.of(policy))),
  );

  /** By verdict and store: what it costs alone where it does as well as a split of that verdict; Infinity where it does not. */
  const aloneBy = lazily(() =>
    VERDICTS.map((_, v) =>
      singles().map(({ cost, atLeast, feasible }) =>
        !atLeast && VERDICTS.indexOf(feasible) <= v ? cost : Infinity,
      ),
    ),
  );

  /** Every pair and entry, those first that may be cheapest. */
  const pairs = () => {
    const { leastOf } = table();
    const found: Pair[] = [];
    for (const hot of stores.keys())
      for (const cold of stores.keys())
        if (hot !== cold)
          for (const entry of ENTRIES)
            found.push({ hot, cold, entry, least: leastOf(hot, cold, entry), index: found.length });
    return found.sort((a, b) => a.least - b.least);
  };

  return {
    evaluate: (policy) => priced(policy, verdicts.of(policy)),
    singles,
    bestSplits(count) {
      const kept = VERDICTS.map((): Kept[] => []);
      /** Cost from which a split of the verdict is not among the cheapest; one that costs as much may stand before it. */
      const ceilingOf = (v: number) => ceiling(kept[v] ?? [], count[VERDICTS[v] ?? 'no']) * (1 + SLACK);
      let ceilings = VERDICTS.map((_, v) => ceilingOf(v));
      // Of the pair in hand, by verdict: what either store costs alone, and what a split must cost less than.
      const aloneFrom: number[] = [];
      const below: number[] = [];
      for (const { hot, cold, entry, least, index } of pairs()) {
        if (least > Math.max(...ceilings)) break;
        let highest = -Infinity;
        for (let v = 0; v < VERDICTS.length; v += 1) {
          const costs = aloneBy()[v];
          aloneFrom[v] = Math.min(costs?.[hot] ?? Infinity, costs?.[cold] ?? Infinity);
          below[v] = Math.min(ceilings[v] ?? 0, aloneFrom[v] ?? Infinity);
          highest = Math.max(highest, below[v] ?? 0);
        }
        if (least >= highest) continue;
        for (const group of groupsOf(hot, cold, entry, below)) {
          const v = VERDICTS.indexOf(group.feasible);
          const one = bestOf(group, below[v] ?? 0);
          if (!one || one.cost >= (aloneFrom[v] ?? 0)) continue;
          const rivals = kept[v] ?? [];
          rivals.push({ one, lowest: group.lowest, index });
          rivals.sort(byCost);
          rivals.length = Math.min(rivals.length, count[group.feasible]);
        }
        ceilings = VERDICTS.map((_, v) => ceilingOf(v));
      }
      return kept.flatMap((own) => own.map(({ one }) => one));
    },
    bestOfPair(hot, cold, entry) {
      const [first] = groupsOf(hot, cold, entry, []);
      return first ? bestOf(first, Infinity) : null;
    },
    bound,
  };
}

/** One ordered pair and entry, and what none of its splits costs less than. */
interface Pair {
  hot: number;
  cold: number;
  entry: Group['entry'];
  least: number;
  /** Among all. */
  index: number;
}

/** The best split of a group, the group's lowest bound, and its pair's index. */
interface Kept {
  one: Evaluated;
  lowest: number;
  index: number;
}

const ENTRIES = ['tier', 'dual'] as const;
/** What rounding may part two equal costs by. */
const SLACK = 1e-12;

/** Known costs before lower bounds, and equal ones by what promised more. */
function byCost(a: Kept, b: Kept): number {
  return (
    Number(a.one.atLeast) - Number(b.one.atLeast) ||
    a.one.cost - b.one.cost ||
    a.lowest - b.lowest ||
    a.index - b.index
  );
}

/** The cost above which another plan of the verdict would not be kept. */
function ceiling(kept: readonly Kept[], count: number): number {
  if (count === 0) return -Infinity;
  const last = kept[count - 1];
  return last && !last.one.atLeast ? last.one.cost : Infinity;
}
