/**
 * The meters of price sheets as the search knows them: one price, or shares of pools. No quantity costs more here than on a bill, where
 * sheets share a pool at prices of their own or an allowance between several; the bill itself settles them.
 */
import type { Grant, Meter as SheetMeter, PriceSheet } from '../../pricing/sheets/sheet.ts';
import { priceAt, sameSchedule } from '../../pricing/sheets/tiers.ts';
import type { Schedule } from '../../pricing/sheets/tiers.ts';
import { poolOf } from '../search/pools.ts';
import type { Pool } from '../search/pools.ts';
import type { Meter } from '../search/problem.ts';

export interface BookMeters {
  meters: Meter[];
  pools: Pool[];
  /** Place of the first meter of each sheet. */
  first: number[];
  /** By meter: whether nothing bounds its price from above. */
  isUnbounded: Uint8Array;
  /** The same of the fee of each sheet. */
  hasUnboundedFee: boolean[];
  /** Monthly fees of the sheets that are open. */
  fees(sheets: readonly number[]): number;
}

/** Slots of a vector past the meters: average GB stored, and two that cost nothing by themselves. */
const MORE_SLOTS = 3;

/** `rates` and `days` by sheet: into one currency, and of the month that daily allowances renew in. */
export function bookMeters(
  sheets: readonly PriceSheet[],
  rates: readonly number[],
  days: readonly number[],
): BookMeters {
  const meters: Meter[] = [];
  const pools: Pool[] = [];
  const first: number[] = [];
  const shared = sharedPools(sheets);
  const made = new Map<string, number>();
  const known = (key: string, make: () => Pool) => {
    const before = made.get(key);
    if (before !== undefined) return before;
    const index = pools.push(make()) - 1;
    made.set(key, index);
    return index;
  };
  for (const [s, sheet] of sheets.entries()) {
    const rate = rates[s] ?? 1;
    const stored: { pool: number; times: number }[] = [];
    first.push(meters.length);
    const own = sheet.meters.map((meter): Meter => {
      const { schedule, grants, start } = meter;
      const free = grants.reduce((sum, grant) => sum + amountOf(grant, days[s] ?? 30), 0);
      const following = grants.reduce((sum, grant) => sum + grant.timesStored, 0);
      const isCounted =
        sheet.minimum?.counts.includes(meter.name) === true && sheet.minimum.schedule.prices[0] != null;
      const price = rate * (schedule.prices[0] ?? 0);
      if (schedule.upTo.length === 1 && free === 0 && following === 0) {
        if (!isCounted || !allFlat(sheet)) return { price, pools: [] };
        const pool = known(`minimum ${sheet.minimum?.key}`, () => {
          const least = rate * (sheet.minimum?.schedule.prices[0] ?? 0);
          return poolOf(
            [
              { from: -Infinity, price: 0 },
              { from: least, price: 1 },
            ],
            { base: least },
          );
        });
        return { price: 0, pools: price === 0 ? [] : [{ pool, times: price }] };
      }
      const schedules = shared.get(meter.pool) ?? [schedule];
      const place = schedules.findIndex((one) => sameSchedule(one, schedule));
      const pool = known(`${meter.pool} ${place} ${free} ${following}`, () =>
        pooled(
          schedules.length > 1 || following > 0 ? flattened(schedule) : schedule,
          start,
          free,
          rate,
          following > 0,
        ),
      );
      if (following > 0) stored.push({ pool, times: -following });
      return { price: 0, pools: [{ pool, times: 1 }] };
    });
    meters.push(...own);
    for (let i = 0; i < MORE_SLOTS; i += 1)
      meters.push({
        price: 0,
        pools: sheet.meters.length + i === sheet.slots.averageStored ? distinct(stored) : [],
      });
  }
  return {
    meters,
    pools,
    first,
    isUnbounded: Uint8Array.from(
      sheets.flatMap(({ meters: own }) => [
        ...own.map(({ schedule }) => (schedule.prices.includes(null) ? 1 : 0)),
        ...Array.from({ length: MORE_SLOTS }, () => 0),
      ]),
    ),
    hasUnboundedFee: sheets.map(({ subscription, minimum }) =>
      [subscription, minimum].some((fee) => fee?.schedule.prices.includes(null) === true),
    ),
    fees(open) {
      const charged = new Map<string, number>();
      for (const s of open) {
        const { subscription } = sheets[s]!;
        // Of less than a month, the fee is its share of it.
        if (subscription && !subscription.prorated && !subscription.isPaid)
          charged.set(subscription.key, (rates[s] ?? 1) * (subscription.schedule.prices[0] ?? 0));
      }
      return [...charged.values()].reduce((sum, fee) => sum + fee, 0);
    },
  };
}

/** By pool, the schedules that its meters differ in. */
function sharedPools(sheets: readonly PriceSheet[]): Map<string, Schedule[]> {
  const found = new Map<string, Schedule[]>();
  for (const { meters } of sheets)
    for (const { pool, schedule } of meters) {
      const own = found.get(pool) ?? [];
      if (!own.some((one) => sameSchedule(one, schedule))) own.push(schedule);
      found.set(pool, own);
    }
  return found;
}

function amountOf({ amount, perDay, timesStored, stored, used }: Grant, days: number): number {
  return Math.max(0, amount + perDay * days + timesStored * stored - used);
}

/** Whether all that counts towards the minimum has one price, so that the counted amount is a sum. */
function allFlat({ meters, minimum }: PriceSheet): boolean {
  const isFlat = ({ schedule, grants }: SheetMeter) => schedule.upTo.length === 1 && grants.length === 0;
  return meters.every((meter) => minimum?.counts.includes(meter.name) !== true || isFlat(meter));
}

/** One price, the lowest: others of the pool may have filled the tiers before it. */
function flattened({ prices, printed }: Schedule): Schedule {
  return { upTo: [Infinity], prices: [Math.min(...prices.map((price) => price ?? 0))], printed };
}

function pooled(schedule: Schedule, start: number, free: number, rate: number, isFollowing: boolean): Pool {
  const hasFree = free > 0 || isFollowing;
  const edges = schedule.upTo.filter((edge) => Number.isFinite(edge) && edge - start > free);
  return poolOf([
    ...(hasFree ? [{ from: -Infinity, price: 0 }] : []),
    { from: hasFree ? free : -Infinity, price: unitPrice(schedule, start + free, rate) },
    ...edges.map((edge) => ({ from: edge - start, price: unitPrice(schedule, edge, rate) })),
  ]);
}

/** Nothing where nobody knows it. */
function unitPrice(schedule: Schedule, position: number, rate: number): number {
  return rate * (priceAt(schedule, position) ?? 0);
}

function distinct(stored: readonly { pool: number; times: number }[]): { pool: number; times: number }[] {
  return [...new Map(stored.map((one) => [one.pool, one])).values()];
}
