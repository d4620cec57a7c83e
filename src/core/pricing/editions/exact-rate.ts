/** Two printed prices are one price when they mean the same amount of the same unit: `0.005 per 1000` is `5 per 1M`. */
import { parseCount } from '../../units.ts';
import { isSame, parseDecimal, product } from './decimal.ts';
import type { Decimal } from './decimal.ts';
import { fixedHours } from '../bills/period.ts';
import type { MonthRule } from '../bills/period.ts';
import { isPerHour, parseRate } from './rate.ts';

/** What a table means by a TB and, where it is fixed, by a month. */
export interface Measures {
  /** 1000 or 1024. */
  terabyteInGb: number;
  hoursInMonth?: number | undefined;
}

interface ExactRate {
  amount: Decimal;
  /** Units that `amount` pays for. */
  per: Decimal;
  /** `GB-hour`, `object-hour` where the hours of a month are not fixed. */
  unit: string;
}

const AMOUNT_AND_COUNT = /^([\d.]+) per (?:([\d,]+[kM]?) )?/;

export function measuresOf(table: { gigabyte: number; month?: MonthRule | undefined }): Measures {
  return {
    terabyteInGb: table.gigabyte === 1e9 ? 1000 : 1024,
    hoursInMonth: table.month === undefined ? undefined : fixedHours(table.month),
  };
}

/** Null for `unknown`. Throws `RangeError` for what is no price. */
export function exactRate(printed: string, { terabyteInGb, hoursInMonth }: Measures): ExactRate | null {
  if (printed === 'unknown') return null;
  const { unit } = parseRate(printed, terabyteInGb);
  const [, text = '', count] = AMOUNT_AND_COUNT.exec(printed) ?? [];
  const amount = parseDecimal(text);
  if (!amount) throw new RangeError(`"${printed}" is not a price`);
  const units = count === undefined ? 1 : parseCount(count.replaceAll(',', ''));
  const inTerabytes = / TB(?:-month|-hour)?s?$/.test(printed);
  const perHour = isPerHour(printed);
  return {
    amount: perHour ? product(amount, whole(hoursInMonth ?? 1)) : amount,
    per: whole(units * (inTerabytes ? terabyteInGb : 1)),
    unit: perHour && hoursInMonth === undefined ? unit.replace('-month', '-hour') : unit,
  };
}

/** Whether two printed prices mean the same. What is unknown is the same only as what is unknown. */
export function isSameRate(a: string, b: string, measures: { a: Measures; b: Measures }): boolean {
  const one = exactRate(a, measures.a);
  const other = exactRate(b, measures.b);
  if (!one || !other) return one === other;
  return one.unit === other.unit && isSame(product(one.amount, other.per), product(other.amount, one.per));
}

const whole = (value: number): Decimal => ({ digits: BigInt(value), scale: 0 });
