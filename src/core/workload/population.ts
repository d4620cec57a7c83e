/**
 * Who is alive at which age in a month: object-days, crossings of an age and shares of reads, in closed form from the
 * cumulative arrivals N(t) and its integral (design §4, "monthly").
 */
import { itemAt } from '../at.ts';
import { memo } from '../memo.ts';
import { arrivedOver, stockOf } from './arrived.ts';
import { integralOver } from './integral.ts';
import type { MonthRates } from './monthly-rates.ts';
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
  /** Measured object-hours in the stage that begins at an age, unread for so many days; absent: as its rates let expect. */
  unreadHours?(fromDays: number, unreadDays: number): number;
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
 * Nothing but the standing objects at the start, arrivals and reads at the rates of each month; objects live for `lifeDays`.
 * At a time t the reads on aged objects follow A conditioned on ages up to t, and standing and aged objects share the
 * reads by their number.
 */
export function growingPopulations(
  standingObjects: number,
  rates: readonly MonthRates[],
  curve: ReadCurve,
  months: readonly Month[],
  lifeDays = Infinity,
): Population[] {
  const perDay = rates.map(({ arrivalsPerDay }) => arrivalsPerDay);
  const arrived = arrivedOver(perDay, months);
  const first = itemAt(perDay, 0);
  return months.map((month, m) => {
    const [start, end] = [month.startDay, month.startDay + month.days];
    const alive = (time: number) => arrived.count(time) - arrived.count(Math.max(0, time - lifeDays));
    const agedShare = (time: number) => 1 - standingReadShare(standingObjects, alive(time));
    // From here on S / (S + λt) is a constant over d ln(t + S/λ): the standing objects' share falls that fast at first.
    const young = start === 0 && first > 0 ? standingObjects / first : 0;
    const readShareBelow = memo((age: number) => {
      const below = (time: number) => agedShare(time) * upToNow(curve, age, time);
      return integralOver(below, start, end, [...curve.knots, age], young) / month.days;
    });
    return {
      ...stockOf(arrived, month, lifeDays),
      reads: itemAt(rates, m).readsPerDay * month.days,
      readShareBelow,
      standing: { objects: standingObjects, readShare: 1 - readShareBelow(Infinity) },
    };
  });
}

/**
 * Objects that live for `lifeDays` while their arrivals change from month to month: those there at the start arrived at
 * the first month's rate, so the stock follows a change of rates only as it ages. Reads follow the curve by age.
 */
export function laggedPopulations(
  standingObjects: number,
  rates: readonly MonthRates[],
  lifeDays: number,
  curve: ReadCurve,
  months: readonly Month[],
): Population[] {
  const perDay = rates.map(({ arrivalsPerDay }) => arrivalsPerDay);
  const arrived = arrivedOver(perDay, months, itemAt(perDay, 0));
  const bends = months.flatMap(({ startDay }) => [startDay, startDay + lifeDays]);
  return months.map((month, m) => {
    const [start, end] = [month.startDay, month.startDay + month.days];
    const standingShare = (time: number) =>
      standingReadShare(standingObjects, arrived.count(time) - arrived.count(time - lifeDays));
    const standing = standingObjects === 0 ? 0 : integralOver(standingShare, start, end, bends) / month.days;
    return {
      ...stockOf(arrived, month, lifeDays),
      reads: itemAt(rates, m).readsPerDay * month.days,
      readShareBelow: (age) => (1 - standing) * curve.at(age),
      standing: { objects: standingObjects, readShare: standing },
    };
  });
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
