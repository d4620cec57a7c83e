/** A chain of three stores at other ages than it is shown with: what a hand moves it to. */
import type { Candidate } from '../../report/plan-types.ts';
import { divisions, hasBit } from './class.ts';
import { verdictOfChain } from './judge.ts';
import { chainOfSteps, placementId } from '../chain.ts';
import type { Chain, Step } from '../chain.ts';
import type { PlanContext } from '../context/types.ts';
import type { Shown, WorkedPlan } from '../plan.ts';
import { VERDICTS } from '../verdicts/verdicts.ts';
import type { Feasible } from '../../report/verdict.ts';

/** Stores as `store@region` in the order in which they are left, at which ages, and how each but the first is entered. */
export interface WantedChain {
  stores: readonly string[];
  ages: readonly number[];
  entries: readonly Step['entry'][];
}

/** Each as a candidate of the plan, its readers divided as is best for it; those that cannot be are left out. */
export function chainsAtAges(
  { workings, answerWith }: Pick<WorkedPlan, 'workings' | 'answerWith'>,
  wanted: readonly WantedChain[],
): Candidate[] {
  const { context, exact, judged } = workings;
  const { budget = Infinity } = context.scenario.requirements;
  const shown = wanted.flatMap((one): Shown[] => {
    const found = everyDivision(one, context).map((chain) => {
      const { total: cost, atLeast } = exact.of(chain);
      const feasible: Feasible = cost > budget ? 'no' : verdictOfChain(context, judged, chain);
      return { policy: chain, cost, atLeast, feasible };
    });
    const rank = (feasible: Feasible) => VERDICTS.indexOf(feasible);
    found.sort((a, b) => rank(a.feasible) - rank(b.feasible) || a.cost - b.cost);
    return found.slice(0, 1);
  });
  const ids = new Set(shown.map(({ policy }) => placementId(policy, context.stores)));
  const once = [...new Map(shown.map((one) => [placementId(one.policy, context.stores), one])).values()];
  return answerWith(once).plan.candidates.filter(({ id }) => ids.has(id));
}

function everyDivision(
  { stores, ages, entries }: WantedChain,
  { stores: all, workload: { readers, lifeDays } }: PlanContext,
): Chain[] {
  const indexes = stores.map((ref) => all.findIndex((store) => store.ref === ref));
  const [first = 0, second = 0] = ages;
  const [b, c] = entries;
  if (indexes.length !== 3 || indexes.includes(-1) || !b || !c) return [];
  if (!(first > 0 && second > first && second < lifeDays)) return [];
  const steps: Step[] = [
    { thresholdDays: first, entry: b },
    { thresholdDays: second, entry: c },
  ];
  const older = b === 'dual' ? 1 : 2;
  const divided = divisions(readers.length);
  const before = b === 'tier' && c === 'tier' ? [0] : divided;
  const until = c === 'dual' ? divided : [0];
  return before.flatMap((one) =>
    until.map((two) =>
      chainOfSteps(indexes, steps, (stretch) =>
        readers.map((_, q) => (hasBit(stretch === 0 ? one : two, q) ? older : stretch)),
      ),
    ),
  );
}
