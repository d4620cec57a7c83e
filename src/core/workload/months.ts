import { DAYS_PER_MONTH } from '../units.ts';
import type { Period } from '../pricing/bills/usage.ts';

/** One billing month of a plan. */
export interface Month {
  /** `2026-11`, or `month 3` where months are stated in hours. */
  label: string;
  period: Period;
  days: number;
  /** Days from the plan's start to the month's start. */
  startDay: number;
}

/** `count` months from `asOf` (`yyyy-mm-dd`): calendar months, or months of `hours`. */
export function monthsFrom(asOf: string, month: string, count: number): Month[] {
  const [year, first] = [Number(asOf.slice(0, 4)), Number(asOf.slice(5, 7)) - 1];
  const hours = month === 'calendar' ? null : Number.parseInt(month, 10);
  const months: Month[] = [];
  let startDay = 0;
  for (let i = 0; i < count; i += 1) {
    const at = new Date(Date.UTC(year, first + i, 1));
    const days = hours === null ? daysInMonth(at.getUTCFullYear(), at.getUTCMonth()) : hours / 24;
    const name = at.toISOString().slice(0, 7);
    months.push({
      label: hours === null ? name : `month ${i + 1}`,
      period: hours === null ? { monthOf: name } : { hours },
      days,
      startDay,
    });
    startDay += days;
  }
  return months;
}

const DEFAULT_HORIZON_DAYS = 365.25;

/** Billing months in a horizon; without one, a year's. */
export function monthsIn(horizonDays: number | undefined): number {
  return Math.max(1, Math.round((horizonDays ?? DEFAULT_HORIZON_DAYS) / DAYS_PER_MONTH));
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}
