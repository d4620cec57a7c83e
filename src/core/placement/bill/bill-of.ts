/** What a placement costs a month: the exact bills of the billed months, by total or line by line. */
import { itemAt } from '../../at.ts';
import type { Finding } from '../../findings/index.ts';
import { memoWith, remembered } from '../../memo.ts';
import { bill, billTotal } from '../../pricing/bills/bill.ts';
import type { Reason } from '../../pricing/bills/bill-types.ts';
import type { Usage } from '../../pricing/bills/usage.ts';
import type { MonthlyCost } from '../../report/plan-types.ts';
import type { PlanContext } from '../context/types.ts';
import { isSentAtOpenPrice, transferStore } from '../costs/writer-egress.ts';
import type { Placement } from '../placement.ts';
import { dedupe, meanLines } from './lines.ts';
import { heldStores } from './parts.ts';
import type { Which } from './term.ts';
import { usagesOf } from './usages.ts';

/** Mean of the exact monthly totals, at the low and at the high end of unknown prices; high null: open. */
export interface PlacedBill {
  low: number;
  high: number | null;
  currency: string;
}

/** Remembered with the context, by what the placement says. */
export const billOf = memoWith((context: PlanContext): ((placement: Placement) => PlacedBill) => {
  const currency = context.billing.into;
  const bills = new Map<string, PlacedBill>();
  return (placement) =>
    remembered(bills, contentOf(placement), () => ({
      ...meanOf(billsOf(context, placement, 'months')),
      currency,
    }));
});

/** Of each month of the horizon. */
export function monthlyBills(context: PlanContext, placement: Placement): PlacedBill[] {
  const currency = context.billing.into;
  return billsOf(context, placement, 'horizon').map((ends) => ({ ...ends, currency }));
}

/** One text for one placement. */
export function contentOf({ timelines, cache }: Placement): string {
  return JSON.stringify(cache ? [timelines, cache] : timelines);
}

export interface ItemisedCost {
  monthly: MonthlyCost;
  months: { month: string; total: number }[];
  findings: Finding[];
}

export function itemise(context: PlanContext, placement: Placement): ItemisedCost {
  const usages = (which: Which, from?: number) => usagesOf(context, placement, which, from);
  return itemisedUsages(context, usages, isLeast(context, placement));
}

/**
 * Of months from the first on that is asked for. Of a price that is not known, a line has no amount; the total counts the least that it
 * can be. `open`: more may be used than is counted.
 */
export function itemisedUsages(
  context: PlanContext,
  usagesFrom: (which: Which, from?: number) => readonly (readonly Usage[])[],
  open: boolean,
): ItemisedCost {
  const { archive, billing, workload } = context;
  const usages = usagesFrom('months');
  const billed = usages.map((month) => bill(month, archive, billing));
  const ends = billed.map((set) => endsOf(set, open));
  const further = usagesFrom('timeline', workload.months.length).map((month) =>
    endsOf(billTotal(month, archive, billing), open),
  );
  const mean = meanOf(ends);
  const labels = [...workload.months, ...workload.timeline.slice(workload.months.length)];
  return {
    monthly: {
      total: mean.low,
      currency: context.billing.into,
      atLeast: open || billed.some(({ atLeast }) => atLeast),
      range: [mean.low, mean.high],
      reasons: reasonsOf(billed.flatMap((one) => one.bills.flatMap(({ reasons }) => reasons))),
      lines: meanLines(billed, billing.fx),
    },
    months: [...ends, ...further].map(({ low }, m) => ({
      month: itemAt(labels, m).month.label,
      total: low,
    })),
    findings: dedupe(
      billed.flatMap((one) => [...one.findings, ...one.bills.flatMap((each) => each.findings)]),
    ),
  };
}

/** What every plan has to send from a writer whose price nobody knows is left out: it sets none apart. */
function billsOf(context: PlanContext, placement: Placement, which: Which): Ends[] {
  const open = isLeast(context, placement) || sendsAtOpenPrice(context, placement);
  const unknown = transferStore(context.writer.site.provider);
  return usagesOf(context, placement, which)
    .map((usages) =>
      context.writer.egress === 'unknown' ? usages.filter(({ store }) => store !== unknown) : usages,
    )
    .map((usages) => endsOf(billTotal(usages, context.archive, context.billing), open));
}

function sendsAtOpenPrice(context: PlanContext, { timelines }: Placement): boolean {
  return timelines.some(([start], p) => {
    const written = start?.entered.filter(({ how }) => how === 'write').map(({ store }) => store) ?? [];
    return itemAt(context.populations, p).stream === 'new' && isSentAtOpenPrice(context, written);
  });
}

type Ends = Omit<PlacedBill, 'currency'>;

/** `open`: more may be used than is counted. */
function endsOf({ total, high }: { total: number; high: number | null }, open: boolean): Ends {
  return { low: total, high: open ? null : high };
}

function reasonsOf(all: readonly Reason[]): Reason[] {
  return [...new Map(all.map((one) => [`${one.code} ${one.meter} ${one.edition}`, one])).values()];
}

function meanOf(months: readonly Ends[]): Ends {
  const mean = (of: (month: Ends) => number) => months.reduce((sum, one) => sum + of(one), 0) / months.length;
  return {
    low: mean(({ low }) => low),
    high: months.some(({ high }) => high === null) ? null : mean(({ high }) => high ?? 0),
  };
}

/** How often reads are asked twice rests on a latency that nobody measured. */
function isLeast(context: PlanContext, { timelines, cache }: Placement): boolean {
  const held = heldStores(context);
  if (cache && held[cache.hot]?.parts.isLeast === true) return true;
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
