/** A month's population in two: objects that were there when the plan starts, and those that have arrived since. */
import { memo } from '../memo.ts';
import { arrivedOver, stockOf } from './arrived.ts';
import { integralOver } from './integral.ts';
import type { Population } from './population.ts';
import type { Workload } from './workload.ts';

interface OldAndNew {
  old: Population;
  young: Population;
}

/** Of month `m` of the horizon; the two add up to its population. Objects without an age are old. */
export function oldAndNew(workload: Workload, m: number): OldAndNew {
  const { population: whole } = workload.horizon[m] ?? {};
  if (!whole) throw new RangeError(`the horizon has no month ${m}`);
  return workload.expiryDays === null ? standingApart(whole) : agedApart(workload, m, workload.expiryDays);
}

/** Kept for ever, nothing but the standing objects was there. */
function standingApart(whole: Population): OldAndNew {
  const { objects, readShare } = whole.standing;
  const aged = 1 - readShare;
  return {
    old: {
      arrivals: 0,
      objectDaysBelow: () => 0,
      reaching: () => 0,
      reads: whole.reads * readShare,
      readShareBelow: () => 0,
      standing: { objects, readShare: 1 },
    },
    young: {
      ...whole,
      reads: whole.reads * aged,
      readShareBelow: (age) => (aged > 0 ? whole.readShareBelow(age) / aged : 0),
      standing: { objects: 0, readShare: 0 },
    },
  };
}

/** N(t) counts only what arrived after the start; at a time t those objects are younger than t. */
function agedApart(workload: Workload, m: number, lifeDays: number): OldAndNew {
  const { horizon, rates, curve, isStaged } = workload;
  const { month, population: whole } = horizon[m]!;
  const months = horizon.map((one) => one.month);
  // A month without a timeline has every age populated at its own rates.
  const perDay = rates.map((one, i) => (isStaged ? one : (rates[m] ?? rates[i]!)).arrivalsPerDay);
  const arrived = arrivedOver(perDay, months);
  const [start, end] = [month.startDay, month.startDay + month.days];
  const { objectDaysBelow, reaching } = stockOf(arrived, month, lifeDays);
  const aged = 1 - whole.standing.readShare;
  /** Of all reads, those on new objects no older than an age. */
  const youngShare = memo((age: number) => {
    const below = (time: number) => curve.at(Math.min(age, time));
    return (aged * integralOver(below, start, end, [...curve.knots, age])) / month.days;
  });
  const onYoung = youngShare(Infinity);
  const part = (share: number, of: number) => (of > 0 ? share / of : 0);
  return {
    old: {
      arrivals: 0,
      objectDaysBelow: (age) => whole.objectDaysBelow(age) - objectDaysBelow(age),
      reaching: (age) => whole.reaching(age) - reaching(age),
      reads: whole.reads * (1 - onYoung),
      readShareBelow: (age) => part(whole.readShareBelow(age) - youngShare(age), 1 - onYoung),
      standing: {
        objects: whole.standing.objects,
        readShare: part(whole.standing.readShare, 1 - onYoung),
      },
    },
    young: {
      arrivals: whole.arrivals,
      objectDaysBelow,
      reaching,
      reads: whole.reads * onYoung,
      readShareBelow: (age) => part(youngShare(age), onYoung),
      standing: { objects: 0, readShare: 0 },
    },
  };
}
