/** The proven best of a scenario and its cost, without all that a plan says of it. */
import type { EvidenceBase } from '../latency/evidence-base.ts';
import type { Archive } from '../pricing/archive.ts';
import type { RangeEnd } from '../report/plan-types.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { exactCost } from './exact-cost.ts';
import { latencyGrid } from './latency-grid.ts';
import { planContext } from './plan-context.ts';
import { placementId } from './chain.ts';
import { chainSearch } from './chain-search.ts';
import { best } from './rank.ts';
import { refinedBest } from './refined-best.ts';
import { search } from './search.ts';
import { planTariffs } from './tariffs.ts';
import { verdicts } from './verdicts.ts';
import type { Shown } from './worked-plan.ts';

/** Splits of two stores that the plan shows, of which one may be the best between the edges of the grid. */
const SPLITS = 6;

/** One search. Throws `RangeError` as `planContext` does. */
export function provenBest(
  scenario: Scenario,
  archive: Archive,
  evidence: EvidenceBase,
): Pick<RangeEnd, 'recommendation' | 'total'> {
  const context = planContext(scenario, archive, evidence);
  const judged = verdicts(context, latencyGrid(context, evidence));
  const tariffs = planTariffs(context);
  const exact = exactCost(context, tariffs);
  const found = search(context, tariffs, exact, judged);
  const listed = [...found.singles(), ...found.bestSplits({ yes: SPLITS, unproven: 0, no: 0 })];
  const winner = best(context, listed);
  const ofTwo = winner?.feasible === 'yes' ? winner : null;
  const [chain] = chainSearch(context, tariffs, exact, judged).best(
    { yes: ofTwo && !ofTwo.atLeast ? ofTwo.cost : Infinity, unproven: -Infinity },
    { yes: 1, unproven: 0 },
  );
  const proven: Shown | null = chain ? { ...chain, policy: chain.chain, atLeast: false } : ofTwo;
  const [refined] =
    proven && !proven.atLeast
      ? refinedBest({ context, exact, judged }, chain ? [...listed, proven] : listed, {
          yes: proven.cost,
          unproven: -Infinity,
        })
      : [];
  const shown = refined?.better ?? proven;
  return {
    recommendation: shown ? placementId(shown.policy, context.stores) : null,
    total: shown?.cost ?? null,
  };
}
