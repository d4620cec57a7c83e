/** What a placement costs a month: the exact bills of the billed months, by total or line by line. */
import type { MonthlyCost } from '../../report/plan-types.ts';
import type { Finding } from '../../findings/index.ts';
import type { PlanContext } from '../context/types.ts';
import type { Placement } from '../placement.ts';

/** Mean of the exact monthly totals, at the low and at the high end of unknown prices; high null: open. */
export interface PlacedBill {
  low: number;
  high: number | null;
  currency: string;
}

export interface ItemisedCost {
  monthly: MonthlyCost;
  months: { month: string; total: number }[];
  findings: Finding[];
}

/** Remembered with the context, by what the placement says. */
export function billOf(_context: PlanContext): (placement: Placement) => PlacedBill {
  throw new Error('not yet');
}

/** The same of each month of the horizon. */
export function monthlyBills(_context: PlanContext, _placement: Placement): PlacedBill[] {
  throw new Error('not yet');
}

export function itemise(_context: PlanContext, _placement: Placement): ItemisedCost {
  throw new Error('not yet');
}
