/** The itemised monthly cost of a placement: the mean of its exact monthly bills, line by line. */
import { bump } from '../../at.ts';
import { bill, billTotal } from '../../pricing/bills/bill.ts';
import type { ExchangeRates } from '../../pricing/currency.ts';
import type { BillLine, BillSet } from '../../pricing/bills/bill-types.ts';
import type { Usage } from '../../pricing/bills/usage.ts';
import type { Finding } from '../../findings/index.ts';
import type { MonthlyCost } from '../../report/plan-types.ts';
import type { PlanContext } from '../context/types.ts';
import { sumParts } from './usage-parts.ts';

export interface ItemisedCost {
  monthly: MonthlyCost;
  months: { month: string; total: number }[];
  findings: Finding[];
}

/** Of any usages: those of the billed months, and of the timeline they begin. `atLeast`: more may be used than they say. */
export function itemised(
  context: PlanContext,
  atLeast: boolean,
  usagesAt: (months: 'months' | 'timeline', m: number) => Usage[],
): ItemisedCost {
  const { workload } = context;
  const { fx } = context.billing;
  const billed = workload.months.map((_, m) => bill(usagesAt('months', m), context.archive, context.billing));
  const further = workload.timeline.slice(workload.months.length).map(({ month }, m) => ({
    month: month.label,
    total: billTotal(usagesAt('timeline', workload.months.length + m), context.archive, context.billing)
      .total,
  }));
  const first = billed[0];
  if (!first) throw new RangeError('a plan covers at least one month');
  const total = billed.reduce((sum, one) => sum + one.total, 0) / billed.length;
  const isLeast = atLeast || billed.some((one) => one.atLeast);
  return {
    monthly: {
      total,
      currency: first.currency,
      atLeast: isLeast,
      range: [total, isLeast ? null : total],
      lines: meanLines(billed, fx),
    },
    months: [
      ...billed.map((one, m) => ({ month: workload.months[m]?.month.label ?? '', total: one.total })),
      ...further,
    ],
    findings: dedupe(
      billed.flatMap((one) => [...one.findings, ...one.bills.flatMap((each) => each.findings)]),
    ),
  };
}

/** One usage for each store and region: what several parts of a workload use of it together. */
export function mergedUsages(usages: readonly Usage[]): Usage[] {
  const merged = new Map<string, Usage>();
  for (const usage of usages) {
    const key = `${usage.store}@${usage.region}`;
    const before = merged.get(key);
    const sum = before && sumParts([before, usage].map((part) => ({ part, times: 1 })));
    merged.set(key, before && sum ? { ...before, ...sum } : usage);
  }
  return [...merged.values()];
}

/** Lines in the currency of the total, so that it is their sum. */
export function linesOf(set: BillSet, fx: ExchangeRates | undefined): MonthlyCost['lines'] {
  return set.bills.flatMap(({ store, currency, lines }) =>
    lines.map((line) => ({
      ...(currency === set.currency ? line : converted(line, currency, set.currency, fx)),
      store,
    })),
  );
}

function converted(line: BillLine, from: string, to: string, fx: ExchangeRates | undefined): BillLine {
  const rate = Number(fx?.[from]);
  const times = (amount: number | null) => (amount === null ? null : amount * rate);
  const dated = typeof fx?.date === 'string' ? ` of ${fx.date}` : '';
  const said = `from ${from} at ${rate} ${to}${dated}`;
  return {
    ...line,
    unitPrice: times(line.unitPrice),
    amount: times(line.amount),
    note: line.note === undefined ? said : `${line.note}; ${said}`,
  };
}

/** Lines of several months merged where everything but quantity and amount agrees; quantities and amounts are means. */
export function meanLines(months: readonly BillSet[], fx: ExchangeRates | undefined): MonthlyCost['lines'] {
  const [only] = months;
  if (only && months.length === 1) return linesOf(only, fx);
  const merged = new Map<string, BillLine & { store: string }>();
  for (const month of months) {
    for (const line of linesOf(month, fx)) {
      const key = JSON.stringify([
        line.store,
        line.region,
        line.meter,
        line.unit,
        line.unitPrice,
        line.edition,
      ]);
      const sum = merged.get(key) ?? { ...line, quantity: 0, amount: line.amount === null ? null : 0 };
      sum.quantity += line.quantity / months.length;
      if (sum.amount !== null) sum.amount += (line.amount ?? 0) / months.length;
      merged.set(key, sum);
    }
  }
  return [...merged.values()];
}

/** Findings of a store's prices are the same of many bills: each is written out once. */
const written = new WeakMap<Finding, string>();

function inFull(finding: Finding): string {
  const known = written.get(finding);
  if (known !== undefined) return known;
  const text = JSON.stringify(finding);
  written.set(finding, text);
  return text;
}

export function dedupe<T extends Finding>(findings: readonly T[]): T[] {
  const distinct = [...new Set(findings)];
  const sameCode = new Map<string, number>();
  for (const { code } of distinct) bump(sameCode, code);
  if (sameCode.size === distinct.length) return distinct;
  const keyOf = (one: T) => (sameCode.get(one.code) === 1 ? one.code : inFull(one));
  return [...new Map(distinct.map((one) => [keyOf(one), one])).values()];
}
