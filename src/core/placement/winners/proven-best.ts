/** The proven best of a scenario and its cost, without all that a plan says of it. */
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Archive } from '../../pricing/archive.ts';
import type { RangeEnd } from '../../report/plan-types.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { contestGround, contestOf } from './contest.ts';
import { latencyGrid } from '../latency-grid.ts';
import { anyId } from '../not-by-age/placement.ts';
import { planContext } from '../context/plan-context.ts';
import { refinedBest } from '../ages/refined-best.ts';

/** Splits of two stores that the plan shows, of which one may be the best between the edges of the grid. */
const SPLITS = 6;

/** One search. Throws `RangeError` as `planContext` does. */
export function provenBest(
  scenario: Scenario,
  archive: Archive,
  evidence: EvidenceBase,
): Pick<RangeEnd, 'recommendation' | 'total'> {
  const context = planContext(scenario, archive, evidence);
  const grid = latencyGrid(context, evidence);
  const ground = contestGround(context, grid, evidence);
  const contest = contestOf(ground, context, grid);
  const winner = contest.winner();
  const [refined] =
    winner && !winner.atLeast
      ? refinedBest({ ...ground, judged: contest.judged, tables: ground.tables() }, contest.byAge(SPLITS), {
          yes: winner.cost,
          unproven: -Infinity,
        })
      : [];
  const shown = refined ? { placement: refined.better.policy, cost: refined.better.cost } : winner;
  return {
    recommendation: shown && anyId(shown.placement, context),
    total: shown?.cost ?? null,
  };
}
