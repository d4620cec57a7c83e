/** Lines of bills in the currency of their total, the mean of several months line by line, and remarks written out once. */
import { rateInto } from '../../pricing/currency.ts';
import type { ExchangeRates } from '../../pricing/currency.ts';
import type { BillLine, BillSet } from '../../pricing/bills/bill-types.ts';
import type { Finding } from '../../findings/index.ts';
import type { MonthlyCost } from '../../report/plan-types.ts';

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
  const rate = rateInto(from, to, fx) ?? NaN;
  const times = (amount: number | null) => (amount === null ? null : amount * rate);
  const dated = typeof fx?.date === 'string' ? ` of ${fx.date}` : '';
  const said = `from ${from} at ${Number(rate.toPrecision(6))} ${to}${dated}`;
  return {
    ...line,
    unitPrice: times(line.unitPrice),
    amount: times(line.amount),
    ...(line.range ? { range: [line.range[0] * rate, times(line.range[1])] } : {}),
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
      const sum = merged.get(key) ?? blank(line);
      sum.quantity += line.quantity / months.length;
      if (sum.range && line.range) sum.range = plus(sum.range, line.range, 1 / months.length);
      if (sum.amount !== null) sum.amount += (line.amount ?? 0) / months.length;
      merged.set(key, sum);
    }
  }
  return [...merged.values()];
}

function blank<T extends BillLine>(line: T): T {
  return {
    ...line,
    quantity: 0,
    amount: line.amount === null ? null : 0,
    ...(line.range ? { range: [0, 0] } : {}),
  };
}

type Range = NonNullable<BillLine['range']>;

function plus([low, high]: Range, [least, most]: Range, share: number): Range {
  return [low + share * least, high === null || most === null ? null : high + share * most];
}

/** Each once, where the first of its like stood. */
export function dedupe<T extends Finding>(findings: readonly T[]): T[] {
  return [...new Map([...new Set(findings)].map((one) => [JSON.stringify(one), one])).values()];
}
