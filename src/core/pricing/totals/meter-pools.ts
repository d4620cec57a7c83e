/** Meters of a book whose quantities are summed before allowance, tiers and rounding, and how far a bill can fill each such pool. */
import type { PriceSheet } from '../sheets/sheet.ts';
import { costBetween, sameSchedule } from '../sheets/tiers.ts';
import type { Schedule } from '../sheets/tiers.ts';

export interface MeterPool {
  /** Of its first meter. */
  schedule: Schedule;
  /** Its meters' prices differ. */
  mixed: boolean;
  /** Units that the account has used already, at the most. */
  start: number;
  /** Meters differ in that. */
  uneven: boolean;
  /** An allowance of it grows with other quantities. */
  following: boolean;
  /** By rising tariff. */
  meters: { tariff: number; slot: number; quantum: number }[];
}

export interface MeterPools {
  pools: readonly MeterPool[];
  /** Index of each meter's pool, by tariff and slot. */
  of: readonly Int32Array[];
}

export function meterPools(sheets: readonly PriceSheet[]): MeterPools {
  const pools: MeterPool[] = [];
  const named = new Map<string, number>();
  const of = sheets.map(({ meters }, tariff) =>
    Int32Array.from(meters, ({ pool: name, schedule, start, quantum, grants }, slot) => {
      const index = named.get(name) ?? pools.length;
      named.set(name, index);
      const pool = (pools[index] ??= {
        schedule,
        mixed: false,
        start,
        uneven: false,
        following: false,
        meters: [],
      });
      pool.mixed ||= !sameSchedule(pool.schedule, schedule);
      pool.uneven ||= pool.start !== start;
      pool.start = Math.max(pool.start, start);
      pool.following ||= grants.some((one) => one.timesStored > 0 || one.perExtraSubscription > 0);
      pool.meters.push({ tariff, slot, quantum });
      return index;
    }),
  );
  return { pools, of };
}

/** By pool, the most that a bill of `together` tariffs puts into it, where none puts more into a meter than `most` says. */
export function reachesOf(
  { pools }: MeterPools,
  most: readonly Float64Array[],
  together: number,
): Float64Array {
  const reaches = new Float64Array(pools.length);
  for (const [p, { meters }] of pools.entries()) {
    const amounts: number[] = [];
    let last = -1;
    for (const { tariff, slot, quantum } of meters) {
      const own = most[tariff]?.[slot] ?? 0;
      if (own <= 0) continue;
      if (tariff !== last) amounts.push(0);
      last = tariff;
      amounts[amounts.length - 1] = (amounts.at(-1) ?? 0) + (quantum > 0 ? roundedUp(own, quantum) : own);
    }
    amounts.sort((a, b) => b - a);
    let reach = 0;
    for (let i = 0; i < amounts.length && i < together; i += 1) reach += amounts[i] ?? 0;
    reaches[p] = reach;
  }
  return reaches;
}

/** To whole units, of a sum that others may add up a little differently. */
const roundedUp = (amount: number, quantum: number) => Math.ceil((amount * (1 + 1e-9)) / quantum) * quantum;

/** The least mean price of any quantity up to `reach`; where prices of a pool differ, anyone may stand at its cheap end. */
export function leastMean(schedule: Schedule, { mixed, start }: MeterPool, reach: number): number {
  let least = Infinity;
  let from = 0;
  for (let tier = 0; tier < schedule.prices.length; tier += 1) {
    const [price, to] = [schedule.prices[tier] ?? 0, schedule.upTo[tier] ?? Infinity];
    if (to > start && from < start + reach) {
      const end = Math.min(to, start + reach);
      const isMean = !mixed && end > start && Number.isFinite(end);
      least = Math.min(least, isMean ? costBetween(schedule, start, end) / (end - start) : price);
    }
    from = to;
  }
  return Number.isFinite(least) ? least : Math.min(...schedule.prices.map((price) => price ?? 0));
}

/** The lowest price that any quantity up to `reach` is asked. */
export function lowestReached({ schedule, start }: MeterPool, reach: number): number {
  const prices = schedule.prices.map((price, tier) =>
    (schedule.upTo[tier] ?? Infinity) <= start || (schedule.upTo[tier - 1] ?? 0) >= start + reach
      ? Infinity
      : (price ?? 0),
  );
  return Math.min(...prices);
}
