/** What a placement costs a month: the exact bills of the billed months, by total or line by line. */
import { billTotal } from '../../pricing/bills/bill.ts';
import type { Usage } from '../../pricing/bills/usage.ts';
import { totalsCurrency } from '../context/plan-currency.ts';
import type { PlanContext } from '../context/types.ts';
import { itemised } from '../costs/monthly-cost.ts';
import type { ItemisedCost } from '../costs/monthly-cost.ts';
import type { Placement } from '../placement.ts';
import { heldStores } from './parts.ts';
import type { Which } from './terms.ts';
import { usagesOf } from './usages.ts';

/** Mean of the exact monthly totals, at the low and at the high end of unknown prices; high null: open. */
export interface PlacedBill {
  low: number;
  high: number | null;
  currency: string;
}

const known = new WeakMap<PlanContext, Map<string, PlacedBill>>();

/** Remembered with the context, by what the placement says. */
export function billOf(context: PlanContext): (placement: Placement) => PlacedBill {
  const bills = known.get(context) ?? new Map<string, PlacedBill>();
  known.set(context, bills);
  return (placement) => {
    const key = contentOf(placement);
    const before = bills.get(key);
    if (before) return before;
    const months = billsOf(context, placement, 'months');
    const mean = (of: (month: PlacedBill) => number) =>
      months.reduce((sum, month) => sum + of(month), 0) / months.length;
    const made: PlacedBill = {
      low: mean(({ low }) => low),
      high: months.some(({ high }) => high === null) ? null : mean(({ high }) => high ?? 0),
      currency: totalsCurrency(context),
    };
    bills.set(key, made);
    return made;
  };
}

/** Of each month of the horizon. */
export function monthlyBills(context: PlanContext, placement: Placement): PlacedBill[] {
  return billsOf(context, placement, 'horizon');
}

/** One text for one placement. */
export function contentOf({ timelines }: Placement): string {
  return JSON.stringify(timelines);
}

export function itemise(context: PlanContext, placement: Placement): ItemisedCost {
  const usages = {
    months: usagesOf(context, placement),
    timeline: usagesOf(context, placement, 'timeline', context.workload.months.length),
  };
  return itemised(
    context,
    isLeast(context, placement),
    (which, m) =>
      (which === 'months' ? usages.months[m] : usages.timeline[m - context.workload.months.length]) ?? [],
  );
}

function billsOf(context: PlanContext, placement: Placement, which: Which): PlacedBill[] {
  const currency = totalsCurrency(context);
  const open = isLeast(context, placement);
  return usagesOf(context, placement, which).map((usages: Usage[]): PlacedBill => {
    const { total, atLeast } = billTotal(usages, context.archive, context.billing);
    return { low: total, high: open || atLeast ? null : total, currency };
  });
}

/** How often reads are asked twice rests on a latency that nobody measured. */
function isLeast(context: PlanContext, { timelines }: Placement): boolean {
  const held = heldStores(context);
  return timelines.some((timeline) =>
    timeline.some(({ holders, servers }) =>
      holders.some(
        (s) =>
          servers.includes(s) &&
          (held[s]?.parts.isLeast === true || (holders.length > 1 && held[s]?.parts.awayIsLeast === true)),
      ),
    ),
  );
}
