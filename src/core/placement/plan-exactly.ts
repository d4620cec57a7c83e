/**
 * The plan over every chain of up to three stores: the two-store answer, the chains of three that are cheaper, the whole frontier of
 * cost against p99, and the best of them at ages between those of the grid (design §6).
 */
import type { Plan } from '../report/plan-types.ts';
import { verdictOfChain } from './chains/judge.ts';
import { chainSearch } from './chains/search.ts';
import { chainTables } from './chains/tables.ts';
import type { ChainTables } from './chains/tables.ts';
import { isChain, placementId } from './chain.ts';
import type { Placement } from './chain.ts';
import { copiesForLife } from './winners/copies-for-life.ts';
import { frontierSearch } from './frontier/frontier-search.ts';
import { P99_STEP } from './frontier/p99-rungs.ts';
import { mayRefine } from './ages/refined.ts';
import { refinedBest, refinedRemark } from './ages/refined-best.ts';
import type { Refined } from './ages/refined-best.ts';
import type { AnsweredPlan, Shown, WorkedPlan, Workings } from './plan.ts';
import { allSteps } from '../steps.ts';
import type { Steps } from '../steps.ts';

/** Chains of three stores shown in full, by verdict. */
const SHOWN_CHAINS = { yes: 3, unproven: 2 };
/** Copies near readers shown besides, by verdict. */
const SHOWN_COPIES = { yes: 2, unproven: 1, no: 0 };

const answers = new WeakMap<Searched, AnsweredPlan>();

/** A plan that was worked out over single stores and two-store splits, over chains of three as well; once for each plan. */
export function exactly(worked: Searched): AnsweredPlan {
  const answer = answers.get(worked) ?? allSteps(exactAnswerSteps(worked))();
  answers.set(worked, answer);
  return answer;
}

/** The exact answer, with placements shown that it would not show itself. */
export type ExactAnswer = (also?: readonly Shown[]) => AnsweredPlan;

type Searched = Pick<WorkedPlan, 'plan' | 'workings' | 'answerWith'>;

/** Like `exactly`, with a pause before each search. */
export function* exactAnswerSteps({ plan: quick, workings, answerWith }: Searched): Steps<ExactAnswer> {
  const { context, tariffs, exact, judged, grid, found, listed } = workings;
  const cheapest = (feasible: Shown['feasible']) =>
    Math.min(
      Infinity,
      ...listed.filter((one) => one.feasible === feasible && !one.atLeast).map(({ cost }) => cost),
    );
  const proven = cheapest('yes');
  const tables = chainTables(context, tariffs, exact);
  const chains = chainSearch(context, tariffs, exact, judged, tables).best(
    { yes: proven, unproven: Math.min(proven, cheapest('unproven')) },
    SHOWN_CHAINS,
  );
  yield;
  const frontier = frontierSearch({
    context,
    tariffs,
    exact,
    grid,
    bound: found.bound,
    tables,
    listed,
    splits: quick.candidates.filter(({ split }) => split !== null),
  });
  const shown = new Set(quick.candidates.map(({ id }) => id));
  const more = new Map<string, Shown>();
  const add = (policy: Placement, cost: number, feasible: Shown['feasible']) => {
    const id = placementId(policy, context.stores);
    if (!shown.has(id) && !more.has(id)) more.set(id, { policy, cost, atLeast: false, feasible });
    return id;
  };
  for (const { chain, cost, feasible } of chains) add(chain, cost, feasible);
  yield;
  const copied = (copiesForLife(context, tariffs, exact, judged)?.bestSplits(SHOWN_COPIES) ?? []).filter(
    ({ atLeast }) => !atLeast,
  );
  for (const { policy, cost, feasible } of copied) add(policy, cost, feasible);
  const ids = frontier?.map(({ placement, id, cost }) =>
    placement ? add(placement, cost, verdictOf(workings, placement, cost)) : (id ?? ''),
  );
  yield;
  const refined = between(quick, workings, tables, [
    ...chains.map(({ chain, ...one }): Shown => ({ ...one, policy: chain, atLeast: false })),
    ...copied,
  ]);
  const better = refined.map(({ better: { policy, cost, feasible } }) => add(policy, cost, feasible));
  const remarks = refined.map((one) => refinedRemark(context, one));
  yield;
  return (also = []) => {
    const isNew = ({ policy }: Shown) => {
      const id = placementId(policy, context.stores);
      return !shown.has(id) && !more.has(id);
    };
    const answer = answerWith(
      [...more.values(), ...also.filter(isNew)],
      ids && { ids: new Set([...ids, ...better]), step: P99_STEP - 1 },
      remarks,
    );
    const { recommendation, candidates, findings } = answer.plan;
    const best = candidates.find(({ id }) => id === recommendation?.id);
    if (best?.kind === 'age' && best.segments.length > 1 && !mayRefine(context))
      findings.push({ code: 'ages-unrefined', id: best.id });
    return answer;
  };
}

/** The best plans at ages between the edges of the grid. */
function between(
  { candidates }: Plan,
  { context, tariffs, exact, judged, grid, listed }: Workings,
  tables: ChainTables | null,
  found: readonly Shown[],
): Refined[] {
  // What a hedge to the other holder adds to the bill is worked out for what is shown alone.
  if (grid.hedgesToOther) return [];
  const cheapest = (feasible: 'yes' | 'unproven') =>
    Math.min(
      Infinity,
      ...candidates
        .filter((one) => one.feasible === feasible && !one.monthly.atLeast)
        .map(({ monthly }) => monthly.total),
      ...found.filter((one) => one.feasible === feasible).map(({ cost }) => cost),
    );
  return refinedBest({ context, tariffs, exact, judged, tables }, [...listed, ...found], {
    yes: cheapest('yes'),
    unproven: cheapest('unproven'),
  });
}

function verdictOf(
  { context, judged, found }: Workings,
  placement: Placement,
  cost: number,
): Shown['feasible'] {
  if (!isChain(placement)) return found.evaluate(placement).feasible;
  const { budget = Infinity } = context.scenario.requirements;
  return cost > budget ? 'no' : verdictOfChain(context, judged, placement);
}
