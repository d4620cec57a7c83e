/** The proven best of a scenario and its cost, without all that a plan says of it. */
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Archive } from '../../pricing/archive.ts';
import type { RangeEnd } from '../../report/plan-types.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { contestGround, contestOf } from './contest.ts';
import { latencyGrid } from '../latency-grid.ts';
import { anyId } from '../not-by-age/placement.ts';
import { planContext } from '../context/plan-context.ts';

/** One search. Throws `RangeError` as `planContext` does. */
export function provenBest(
  scenario: Scenario,
  archive: Archive,
  evidence: EvidenceBase,
): Pick<RangeEnd, 'recommendation' | 'total'> {
  const context = planContext(scenario, archive, evidence);
  const grid = latencyGrid(context, evidence);
  const ground = contestGround(context, grid, evidence);
  const winner = contestOf(ground, context, grid).winner();
  return {
    recommendation: winner && anyId(winner.placement, context),
    total: winner?.cost ?? null,
  };
}
