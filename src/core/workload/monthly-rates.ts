/** Arrivals and reads a day in each month: the scenario's own rates under its growth, timeline and season. */
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
}

/** `asOf` is a day of the first month. Growth and season multiply what the timeline says. */
export function monthlyRates(own: MonthRates, changes: Changes, asOf: string, count: number): MonthRates[] {
  const firstOfYear = Number(asOf.slice(5, 7)) - 1;
  const arrivals = levels(own.arrivalsPerDay, changes.timeline, 'arrivals', asOf);
  const reads = levels(own.readsPerDay, changes.timeline, 'reads', asOf);
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

/** Constant from each point on, or a straight line into it where it is a ramp. */
function levels(
  own: number,
  timeline: Timeline | undefined,
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
    let [at, rate] = [0, own];
    for (const point of points) {
      if (point.at > month)
        return point.ramp ? rate + ((point.rate - rate) * (month - at)) / (point.at - at) : rate;
      [at, rate] = [point.at, point.rate];
    }
    return rate;
  };
}

function rateOf(level: Level, own: number): number {
  return 'times' in level ? own * level.times : level.perDay;
}
