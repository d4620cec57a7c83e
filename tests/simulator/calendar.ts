import type { Period } from '#core/pricing/bills/usage.ts';

export interface CalendarMonth {
  period: Period;
  /** Days since the simulation began. */
  from: number;
  to: number;
}

/** Calendar months from the one `asOf` lies in, or months of a stated number of hours. */
export function calendar(asOf: string, month: string, count: number): CalendarMonth[] {
  const months: CalendarMonth[] = [];
  let [year, number] = asOf.split('-').map(Number) as [number, number];
  let from = 0;
  while (months.length < count) {
    const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    const hours = month === 'calendar' ? 24 * (lengths[number - 1] ?? 0) : Number(month.replace(' h', ''));
    const period: Period =
      month === 'calendar' ? { monthOf: `${year}-${String(number).padStart(2, '0')}` } : { hours };
    months.push({ period, from, to: from + hours / 24 });
    from += hours / 24;
    number += 1;
    if (number > 12) [year, number] = [year + 1, 1];
  }
  return months;
}
