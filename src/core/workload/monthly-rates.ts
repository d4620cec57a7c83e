/** Arrivals and reads a day in each month: the scenario's own rates under its growth, timeline and season. */
import { DAYS_PER_MONTH } from '../units.ts';
import type { Level, Season, Timeline } from '../scenario/over-time.ts';

export interface MonthRates {
  arrivalsPerDay: number;
  readsPerDay: number;
}

export interface Changes {
  /** A month on the last; 0.02 is 2 %. */
  growth: number;
  timeline?: Timeline | undefined;
  season?: Season | undefined;
  /** The scenario's own rates are per month. */
  perMonth?: { arrivals: boolean; reads: boolean };
  /** How long each month is, for rates that are per month: it has as many a day as make them up. Absent: a mean month. */
  days?: readonly number[];
}

/** `asOf` is a day of the first month. Growth and season multiply what the timeline says. */
export function monthlyRates(own: MonthRates, changes: Changes, asOf: string, count: number): MonthRates[] {
  const firstOfYear = Number(asOf.slice(5, 7)) - 1;
  const rate = (kind: 'arrivals' | 'reads', perDay: number) =>
    levels({ perDay, perMonth: changes.perMonth?.[kind] ?? false }, changes, kind, asOf);
  const arrivals = rate('arrivals', own.arrivalsPerDay);
  const reads = rate('reads', own.readsPerDay);
  const { season } = changes;
  const seasonal = (kind: 'arrivals' | 'reads', m: number) =>
    (Array.isArray(season) ? season : season?.[kind])?.[(firstOfYear + m) % 12] ?? 1;
  return Array.from({ length: count }, (_, m) => {
    const grown = (1 + changes.growth) ** m;
    return {
      arrivalsPerDay: arrivals(m) * grown * seasonal('arrivals', m),
      readsPerDay: reads(m) * grown * seasonal('reads', m),
    };
  });
}

/** Number of the month, 0 for that of `asOf`; `month` is `2027-03` or counts from 1. */
export function monthIndex(asOf: string, month: string | number): number {
  if (typeof month === 'number') return month - 1;
  const since = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
  return since(month) - since(asOf);
}

interface Rate {
  perDay: number;
  perMonth: boolean;
}

/** Constant from each point on, or a straight line into it where it is a ramp. */
function levels(
  own: Rate,
  { timeline, days }: Changes,
  kind: 'arrivals' | 'reads',
  asOf: string,
): (month: number) => number {
  const points = (timeline ?? [])
    .flatMap((one) => {
      const level = one[kind];
      return level ? [{ at: monthIndex(asOf, one.month), rate: rateOf(level, own), ramp: one.ramp }] : [];
    })
    .sort((a, b) => a.at - b.at);
  return (month) => {
    const inMonth = ({ perDay, perMonth }: Rate) =>
      perMonth ? (perDay * DAYS_PER_MONTH) / (days?.[month] ?? DAYS_PER_MONTH) : perDay;
    let [at, rate] = [0, own];
    for (const point of points) {
      const before = inMonth(rate);
      if (point.at > month)
        return point.ramp
          ? before + ((inMonth(point.rate) - before) * (month - at)) / (point.at - at)
          : before;
      [at, rate] = [point.at, point.rate];
    }
    return inMonth(rate);
  };
}

function rateOf(level: Level, own: Rate): Rate {
  return 'times' in level
    ? { ...own, perDay: own.perDay * level.times }
    : { perDay: level.perDay, perMonth: level.perMonth ?? false };
}
