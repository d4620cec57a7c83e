/** The proven best of a scenario and its cost, without all that a plan says of it. */
import type { EvidenceBase } from '../latency/evidence-base.ts';
import type { Archive } from '../pricing/archive.ts';
import type { RangeEnd } from '../report/plan-types.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { exactCost } from './exact-cost.ts';
import { latencyGrid } from './latency-grid.ts';
import { planContext } from './plan-context.ts';
import { policyId } from './policy.ts';
import { best } from './rank.ts';
import { search } from './search.ts';
import { planTariffs } from './tariffs.ts';
import { verdicts } from './verdicts.ts';

/** One search. Throws `RangeError` as `planContext` does. */
export function provenBest(
  scenario: Scenario,
  archive: Archive,
  evidence: EvidenceBase,
): Pick<RangeEnd, 'recommendation' | 'total'> {
  const context = planContext(scenario, archive, evidence);
  const judged = verdicts(context, latencyGrid(context, evidence));
  const tariffs = planTariffs(context);
  const found = search(context, tariffs, exactCost(context, tariffs), judged);
  const winner = best(context, [...found.singles(), ...found.bestSplits({ yes: 1, unproven: 0, no: 0 })]);
  const proven = winner?.feasible === 'yes' ? winner : null;
  return {
    recommendation: proven ? policyId(proven.policy, (store) => context.stores[store]?.ref ?? '') : null,
    total: proven?.cost ?? null,
  };
}
