/**
 * Who is alive at which age in a month: object-days, crossings of an age and shares of reads, in closed form from the
 * cumulative arrivals N(t) and its integral (design §4, "monthly").
 */
import { memo } from '../memo.ts';
import { GAUSS_LEGENDRE } from '../quadrature.ts';
import type { Month } from './months.ts';
import type { ReadCurve } from './read-curve.ts';

export interface Population {
  /** Objects that arrive in the month. */
  arrivals: number;
  /** Object-days spent at ages below `ageDays`. */
  objectDaysBelow(ageDays: number): number;
  /** Objects that reach the age in the month. */
  reaching(ageDays: number): number;
  /** Reads in the month. */
  reads: number;
  /** Share of the month's reads that fall on aged objects no older than `ageDays`. */
  readShareBelow(ageDays: number): number;
  /** Objects without an age, present all month, and the share of reads they take. */
  standing: { objects: number; readShare: number };
}

export interface Rates {
  arrivalsPerDay: number;
  readsPerDay: number;
  standingObjects: number;
}

/** Steady state: every age populated at the month's own rates; objects live for `lifeDays`. Reads spread over standing and aged objects by their number. */
export function steadyPopulation(rates: Rates, lifeDays: number, curve: ReadCurve, month: Month): Population {
  const arrivals = rates.arrivalsPerDay * month.days;
  const standingShare = standingReadShare(rates.standingObjects, rates.arrivalsPerDay * lifeDays);
  return {
    arrivals,
    objectDaysBelow: (age) => arrivals * Math.min(age, lifeDays),
    reaching: () => arrivals,
    reads: rates.readsPerDay * month.days,
    readShareBelow: (age) => (1 - standingShare) * curve.at(age),
    standing: { objects: rates.standingObjects, readShare: standingShare },
  };
}

/**
 * Objects kept for ever: nothing but the standing objects at the start, arrivals and reads growing by `growth` each
 * month. At a time t the reads on aged objects follow A conditioned on ages up to t, and standing and aged objects
 * share the reads by their number.
 */
export function growingPopulations(
  rates: Rates,
  growth: number,
  curve: ReadCurve,
  months: readonly Month[],
): Population[] {
  const starts = months.map((month) => month.startDay);
  const perDay = months.map((_, m) => rates.arrivalsPerDay * (1 + growth) ** m);
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
    while (m > 0 && starts[m]! > time) m -= 1;
    return m;
  };
  const arrived = (time: number) => {
    if (time <= 0) return 0;
    const m = monthOf(time);
    return counts[m]! + perDay[m]! * (time - starts[m]!);
  };
  const arrivedIntegral = (time: number) => {
    if (time <= 0) return 0;
    const m = monthOf(time);
    const into = time - starts[m]!;
    return integrals[m]! + counts[m]! * into + (perDay[m]! * into ** 2) / 2;
  };
  return months.map((month, m) => {
    const [start, end] = [month.startDay, month.startDay + month.days];
    const stockDays = (age: number) => arrivedIntegral(end - age) - arrivedIntegral(start - age);
    const agedShare = (time: number) => 1 - standingReadShare(rates.standingObjects, arrived(time));
    // From here on S / (S + λt) is a constant over d ln(t + S/λ): the standing objects' share falls that fast at first.
    const young = start === 0 && rates.arrivalsPerDay > 0 ? rates.standingObjects / rates.arrivalsPerDay : 0;
    const readShareBelow = memo((age: number) => {
      const below = (time: number) => agedShare(time) * upToNow(curve, age, time);
      return integralOver(below, start, end, [...curve.knots, age], young) / month.days;
    });
    return {
      arrivals: arrived(end) - arrived(start),
      objectDaysBelow: memo((age) => stockDays(0) - stockDays(age)),
      reaching: memo((age) => arrived(end - age) - arrived(start - age)),
      reads: rates.readsPerDay * (1 + growth) ** m * month.days,
      readShareBelow,
      standing: { objects: rates.standingObjects, readShare: 1 - readShareBelow(Infinity) },
    };
  });
}

/** ∫ f over [from, to], piece by piece between the kinks, in ln t where t > 0: shares fall as 1/t. */
function integralOver(
  f: (time: number) => number,
  from: number,
  to: number,
  kinks: readonly number[],
  shift = 0,
): number {
  const cuts = [from, ...kinks.filter((kink) => kink > from && kink < to).sort((a, b) => a - b), to];
  let sum = 0;
  for (let i = 1; i < cuts.length; i += 1) {
    const [low, high] = [cuts[i - 1] ?? from, cuts[i] ?? to];
    const inLogs = low + shift > 0;
    const [a, b] = inLogs ? [Math.log(low + shift), Math.log(high + shift)] : [low, high];
    for (const [node, weight] of GAUSS_LEGENDRE) {
      const x = a + node * (b - a);
      sum += weight * (b - a) * (inLogs ? f(Math.exp(x) - shift) * Math.exp(x) : f(x));
    }
  }
  return sum;
}

/** A(age) given that no object is older than `time`; uniform where the curve gives such young objects no reads at all. */
function upToNow(curve: ReadCurve, age: number, time: number): number {
  if (age >= time) return 1;
  const reachable = curve.at(time);
  return reachable > 0 ? curve.at(age) / reachable : age / time;
}

function standingReadShare(standing: number, aged: number): number {
  return standing + aged > 0 ? standing / (standing + aged) : 1;
}
