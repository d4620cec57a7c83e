/** The other way to move: new objects go to the new placement, and those that are there live to their end where they are. */
import { itemAt } from '../at.ts';
import type { PlanContext } from '../placement/context/types.ts';
import { bill } from '../pricing/bills/bill.ts';
import type { AgeOut } from '../report/time-types.ts';
import { oldAndNew } from '../workload/old-and-new.ts';
import { partOf } from './part.ts';
import type { PlacementPart } from './part.ts';
import { addUp } from './usage-sums.ts';

/** `alone`: totals of the new placement by month; `oneOff`: what copying everything costs. */
export function ageOut(
  context: PlanContext,
  from: readonly PlacementPart[],
  to: PlacementPart,
  alone: readonly number[],
  oneOff: number,
): AgeOut {
  const { workload } = context;
  const { expiryDays, horizon } = workload;
  const standing = itemAt(horizon, 0).population.standing.objects > 0;
  const days = expiryDays === null || standing ? null : expiryDays;
  const months: AgeOut['months'] = [];
  let extra = 0;
  for (const [m, { month }] of horizon.entries()) {
    if (days !== null && month.startDay >= days) break;
    const { old, young } = oldAndNew(workload, m);
    const usages = addUp([
      { usages: to.usages(month, young), times: 1 },
      ...from.map((one) => ({ usages: withoutChores(one).usages(month, old), times: one.share })),
    ]);
    const { total } = bill(usages, context.archive, context.billing);
    months.push({ month: month.label, total });
    extra += total - itemAt(alone, m);
  }
  const end = horizon.reduce((sum, { month }) => sum + month.days, 0);
  return {
    days,
    months,
    extra,
    isOver: days !== null && days <= end,
    isCheaper: extra < oneOff,
  };
}

/** Operations and jobs are the new placement's from the first day on. */
function withoutChores({ context, placement, share }: PlacementPart): PlacementPart {
  return partOf(
    { ...context, workload: { ...context.workload, operationsPerDay: [], jobs: [] } },
    placement,
    share,
    { datasets: [], named: [] },
  );
}
