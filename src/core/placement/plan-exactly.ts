/**
 * The plan over every chain of up to three stores: the two-store answer, the chains of three that are cheaper, the whole frontier of
 * cost against p99, and the best of them at ages between those of the grid (design §6).
 */
import type { Plan } from '../report/plan-types.ts';
import type { ScenarioText } from '../scenario/scenario.ts';
import { LOOKED_AT, REACH, bestAges, lookedAt, reachOf, withoutBudget } from './best-ages.ts';
import { verdictOfChain } from './chain-judge.ts';
import { chainSearch } from './chain-search.ts';
import { chainTables } from './chain-tables.ts';
import { isChain, placementId } from './chain.ts';
import type { Placement } from './chain.ts';
import { copiesForLife } from './copies-for-life.ts';
import { frontierSearch } from './frontier/frontier-search.ts';
import { P99_STEP } from './frontier/p99-rungs.ts';
import { workedPlan } from './plan.ts';
import { mayRefine } from './refined-ages.ts';
import { refinedBest, refinedRemark } from './refined-best.ts';
import type { Evaluated } from './search.ts';
import type { AnsweredPlan, PlanOptions, PlanSources, Shown, WorkedPlan, Workings } from './plan.ts';

/** Chains of three stores shown in full, by verdict. */
const SHOWN_CHAINS = { yes: 3, unproven: 2 };
/** Copies near readers shown besides, by verdict. */
const SHOWN_COPIES = { yes: 2, unproven: 1, no: 0 };

/** Throws as `plan` does. */
export function planExactly(text: ScenarioText, sources: PlanSources, options: PlanOptions = {}): Plan {
  return exactly(workedPlan(text, sources, options)).plan;
}

/** A plan that was worked out over single stores and two-store splits, over chains of three as well. */
export function exactly({
  plan: quick,
  workings,
  answerWith,
}: Pick<WorkedPlan, 'plan' | 'workings' | 'answerWith'>): AnsweredPlan {
  const { context, tariffs, exact, judged, grid, found, listed } = workings;
  const { budget = Infinity } = context.scenario.requirements;
  const free = withoutBudget(context);
  const ages = bestAges({ context: free, exact, judged }, grid);
  const unbudgeted = (one: Evaluated): Shown =>
    budget === Infinity ? one : { ...one, feasible: judged.of(one.policy) };
  const copied = (
    copiesForLife(free, tariffs, exact, judged)?.bestSplits({
      yes: LOOKED_AT.splits,
      unproven: SHOWN_COPIES.unproven,
      no: 0,
    }) ?? []
  ).filter(({ atLeast }) => !atLeast);
  const ofTwo: Shown[] = [
    ...[
      ...listed,
      ...(ages.isAsked ? found.bestSplits({ yes: LOOKED_AT.splits, unproven: 0, no: 0 }, REACH) : []),
    ].map(unbudgeted),
    ...copied,
  ];
  const cheapest = (feasible: Shown['feasible']) =>
    Math.min(
      budget,
      ...listed.filter((one) => one.feasible === feasible && !one.atLeast).map(({ cost }) => cost),
    );
  const proven = cheapest('yes');
  const tables = chainTables(context, tariffs, exact);
  const chains = chainSearch(free, tariffs, exact, judged, tables)
    .best(
      { yes: reachOf(ofTwo, ages), unproven: Math.min(proven, cheapest('unproven')) },
      { yes: ages.isAsked ? LOOKED_AT.chains : SHOWN_CHAINS.yes, unproven: SHOWN_CHAINS.unproven },
    )
    .map(({ chain, ...one }): Shown => ({ ...one, policy: chain, atLeast: false }));
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
  const add = ({ policy, cost, feasible }: Shown) => {
    const id = placementId(policy, context.stores);
    const affordable = cost > budget ? 'no' : feasible;
    if (!shown.has(id) && !more.has(id)) more.set(id, { policy, cost, atLeast: false, feasible: affordable });
    return id;
  };
  for (const feasible of ['yes', 'unproven'] as const) {
    const own = (all: readonly Shown[]) =>
      all.filter((one) => one.feasible === feasible && one.cost <= budget);
    own(chains)
      .filter(({ cost }) => feasible === 'unproven' || cost < proven)
      .slice(0, SHOWN_CHAINS[feasible])
      .forEach(add);
    own(copied).slice(0, SHOWN_COPIES[feasible]).forEach(add);
  }
  const ids = frontier?.map(({ placement, id, cost }) =>
    placement
      ? add({ policy: placement, cost, atLeast: false, feasible: verdictOf(workings, placement, cost) })
      : (id ?? ''),
  );
  const refined = refinedBest(
    ages,
    [...lookedAt(ofTwo), ...chains.filter(({ feasible }) => feasible === 'yes')],
    [...ofTwo, ...chains],
    budget,
  );
  const better = refined.map((one) => add(one.better));
  const answer = answerWith(
    [...more.values()],
    ids && { ids: new Set([...ids, ...better]), step: P99_STEP - 1 },
    refined.flatMap((one) => refinedRemark(context, one) ?? []),
  );
  const { recommendation, candidates, findings } = answer.plan;
  const best = candidates.find(({ id }) => id === recommendation?.id);
  if (best?.kind === 'age' && best.segments.length > 1 && !mayRefine(context))
    findings.push({ code: 'ages-unrefined', id: best.id });
  return answer;
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
