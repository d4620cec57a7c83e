/** The other way to move: new objects go to the new placement, and those that are there live to their end where they are. */
import { itemAt } from '../at.ts';
import type { PlanContext } from '../placement/context/types.ts';
import { bill } from '../pricing/bills/bill.ts';
import type { AgeOut } from '../report/time-types.ts';
import { oldAndNew } from '../workload/old-and-new.ts';
import { partWith, usagesOfParts } from './part.ts';
import type { PlacementPart } from './part.ts';

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
  const apart = horizon.map(({ month }, m) => ({ month, ...oldAndNew(workload, m) }));
  // Operations and jobs are the new placement's from the first day on.
  const leaving = from.map((one) =>
    partWith(
      one,
      apart.map(({ month, old }) => ({ month, population: old })),
      { operationsPerDay: [], jobs: [] },
    ),
  );
  const coming = partWith(
    to,
    apart.map(({ month, young }) => ({ month, population: young })),
    workload,
  );
  for (const [m, { month }] of horizon.entries()) {
    if (days !== null && month.startDay >= days) break;
    const { total } = bill(usagesOfParts([coming, ...leaving], m), context.archive, context.billing);
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
