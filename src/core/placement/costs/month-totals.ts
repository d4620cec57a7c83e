/** The exact total of any placement in each month of the horizon. */
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import { exactCost } from './exact-cost.ts';
import type { ExactCost } from './exact-cost.ts';
import { latencyGrid } from '../latency-grid.ts';
import { isByAge } from '../not-by-age/placement.ts';
import type { AnyPlacement } from '../not-by-age/placement.ts';
import { notByAge, notByAgeGround } from '../not-by-age/kinds.ts';
import type { NotByAgeKinds } from '../not-by-age/kinds.ts';
import type { PlanContext } from '../context/types.ts';
import { planTariffs } from './tariffs.ts';
import { verdicts } from '../verdicts/verdicts.ts';

/** `context` is one whose billed months are the horizon. Nothing of a placement that cannot be there. */
export function monthTotals(
  context: PlanContext,
  evidence: EvidenceBase,
): (placement: AnyPlacement) => ExactCost[] {
  const tariffs = planTariffs(context);
  const months = tariffs.months.map((month) => exactCost(context, { ...tariffs, months: [month] }));
  let others: NotByAgeKinds | undefined;
  const kinds = () => {
    const grid = latencyGrid(context, evidence);
    const ground = notByAgeGround({ context, grid, tariffs, evidence });
    return notByAge(ground, context, verdicts(context, grid));
  };
  return (placement) =>
    isByAge(placement)
      ? months.map((month) => month.of(placement))
      : ((others ??= kinds()).placed(placement)?.months() ?? []);
}
