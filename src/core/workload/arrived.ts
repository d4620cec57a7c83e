/** Objects arrived by a time, and its integral, where arrivals are even within each month. */
import { memo } from '../memo.ts';
import type { Month } from './months.ts';

interface Arrived {
  /** N(t): objects that arrived up to `days` from the start; negative before it where objects arrived before. */
  count(days: number): number;
  /** ∫ N from 0 to t. */
  integral(days: number): number;
}

/** `perDay` by month; `beforePerDay`: arrivals before the start, at which the objects already there arrived. */
export function arrivedOver(perDay: readonly number[], months: readonly Month[], beforePerDay = 0): Arrived {
  const counts: number[] = [];
  const integrals: number[] = [];
  let [count, integral] = [0, 0];
  for (const [m, month] of months.entries()) {
    counts.push(count);
    integrals.push(integral);
    integral += count * month.days + (perDay[m]! * month.days ** 2) / 2;
    count += perDay[m]! * month.days;
  }
  const monthOf = (time: number) => {
    let m = months.length - 1;
    while (m > 0 && months[m]!.startDay > time) m -= 1;
    return m;
  };
  return {
    count(time) {
      if (time <= 0) return beforePerDay * time;
      const m = monthOf(time);
      return counts[m]! + perDay[m]! * (time - months[m]!.startDay);
    },
    integral(time) {
      if (time <= 0) return (beforePerDay * time ** 2) / 2;
      const m = monthOf(time);
      const into = time - months[m]!.startDay;
      return integrals[m]! + counts[m]! * into + (perDay[m]! * into ** 2) / 2;
    },
  };
}

/** What of a population follows from arrivals alone, in one month; objects leave at `lifeDays`. */
export function stockOf(arrived: Arrived, { startDay, days }: Month, lifeDays = Infinity) {
  const end = startDay + days;
  const stockDays = (age: number) => arrived.integral(end - age) - arrived.integral(startDay - age);
  return {
    arrivals: arrived.count(end) - arrived.count(startDay),
    objectDaysBelow: memo((age: number) => stockDays(0) - stockDays(Math.min(age, lifeDays))),
    reaching: memo((age: number) => arrived.count(end - age) - arrived.count(startDay - age)),
  };
}
