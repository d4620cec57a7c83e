/** Hours of a bill's period and of the month its prices are per. */
import { HOURS_PER_DAY } from '../../units.ts';
import type { EditionFile } from '../editions/edition.ts';
import type { Period } from './usage.ts';

export type MonthRule = EditionFile['month'];

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Hours of the calendar month that a date (`2026-03` or `2026-03-17`) lies in. */
export function hoursOfMonth(date: string): number {
  const year = digits(date, 0, 4);
  const month = digits(date, 5, 7);
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return ((DAYS_OF_MONTH[month - 1] ?? 30) + (leap ? 1 : 0)) * HOURS_PER_DAY;
}

function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i += 1) value = value * 10 + text.charCodeAt(i) - 48;
  return value;
}

/** Hours of an edition's month, where they are the same in every month. */
export function fixedHours(rule: MonthRule): number | undefined {
  return rule === '730 h' ? 730 : rule === '720 h' ? 720 : undefined;
}

/**
 * Hours that divide byte-hours into GB-months. Where the month is the calendar's, `days` are days of the month of `asOf`, and `hours` are
 * a month of that length.
 */
export function monthHours(rule: MonthRule, period: Period, asOf: string): number {
  const fixed = fixedHours(rule);
  if (fixed !== undefined) return fixed;
  if (period === 'edition-month' || 'days' in period) return hoursOfMonth(asOf);
  return 'hours' in period ? period.hours : hoursOfMonth(period.monthOf);
}

/** Hours of the period itself. */
export function periodHours(rule: MonthRule, period: Period, asOf: string): number {
  if (period === 'edition-month') return monthHours(rule, period, asOf);
  if ('days' in period) return period.days * HOURS_PER_DAY;
  return 'hours' in period ? period.hours : hoursOfMonth(period.monthOf);
}

/** Part of a month that a period is, at most 1: for fees that are prorated. */
export function shareOfMonth(rule: MonthRule, period: Period, asOf: string): number {
  if (period === 'edition-month' || 'monthOf' in period) return 1;
  return Math.min(1, periodHours(rule, period, asOf) / monthHours(rule, period, asOf));
}

/**
 * Hours over which stored bytes are averaged for allowances that follow them. A bill covers one billing month, so bytes
 * held for five days of it count a sixth, as Backblaze averages over its billing cycle.
 */
export function averagingHours(rule: MonthRule, period: Period, asOf: string): number {
  const hours = periodHours(rule, period, asOf);
  const wholeMonth = period === 'edition-month' || 'monthOf' in period;
  return wholeMonth ? hours : Math.max(hours, monthHours(rule, period, asOf));
}
