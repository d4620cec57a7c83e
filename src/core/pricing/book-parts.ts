/**
 * A book of tariffs taken apart: stores whose bills never touch each other, a small book for any few of them, and linear
 * lower bounds that hold as far as quantities can reach.
 */
import { fastBook } from './fast-book.ts';
import type { Grant, Meter, PriceSheet } from './price-sheet.ts';
import { costBetween, sameSchedule } from './tiers.ts';
import type { Schedule } from './tiers.ts';

export interface Underestimate {
  perUnit: Float64Array;
  credit: number;
}

/** Lower bounds of bills whose quantities are surely past the first tiers of a few pools. */
export interface PastTiers {
  /** Units of those pools at the lowest price that they can reach. */
  underestimates: readonly Underestimate[];
  /** What the first tiers add to that, where a bill surely holds these quantities of the tariff. */
  head(quantities: Float64Array): number;
}

export interface BookParts {
  /**
   * By tariff: a number that tariffs share where a pool, an allowance or a fee joins them. The total of a bill is the sum
   * of the totals of its parts.
   */
  readonly part: Int32Array;
  /** Total of quantities of a few tariffs, in their order, as if the book held no other. */
  among(indexes: readonly number[]): (quantities: readonly Float64Array[], days: number) => number;
  /** Linear lower bounds as `Tariff.underestimate`: each tier costs no less than the mean price up to where its pool can reach. */
  underestimates: Underestimate[];
  /** The same, for bills that surely hold some quantities of one tariff. */
  past(index: number): PastTiers;
  /** By tariff: whether every price that such a bill can ask is known, and every size stated. */
  known: boolean[];
}

const LONGEST_MONTH_DAYS = 31;

/** For bills of at most `together` of the tariffs, none of which puts more into a meter than `most` says. */
export function bookParts(
  sheets: readonly PriceSheet[],
  rates: readonly number[],
  monthDays: readonly number[],
  most: readonly Float64Array[],
  together: number,
): BookParts {
  const books = new Map<string, ReturnType<BookParts['among']>>();
  let part: Int32Array | undefined;
  const pools = poolReaches(sheets, most, together);
  const lines = underestimates(sheets, rates, most, pools);
  return {
    get part() {
      return (part ??= partsOf(sheets, most));
    },
    among(indexes) {
      const key = indexes.join();
      let total = books.get(key);
      if (!total) {
        const own = fastBook(
          indexes.flatMap((i) => sheets[i] ?? []),
          indexes.map((i) => rates[i] ?? 1),
          indexes.map((i) => monthDays[i] ?? 30),
        );
        const places = indexes.map((_, i) => i);
        total = (quantities, days) => own.total(places, quantities, days);
        books.set(key, total);
      }
      return total;
    },
    underestimates: lines,
    past: (index) => pastTiers(index, sheets, rates, pools, lines),
    known: sheets.map((sheet, i) => isKnown(sheet, most[i] ?? new Float64Array(0))),
  };
}

function isKnown({ meters, slots, subscription, minimum }: PriceSheet, most: Float64Array): boolean {
  const fees = [subscription, minimum];
  return (
    (most[slots.sizeUnstated] ?? 0) === 0 &&
    fees.every((fee) => fee?.schedule.prices[0] !== null) &&
    meters.every(({ schedule }, slot) => (most[slot] ?? 0) === 0 || !schedule.prices.includes(null))
  );
}

/** A pool of one flat price, without allowance or rounding, joins nothing. */
function joins(meter: Meter): boolean {
  return meter.schedule.upTo.length > 1 || meter.quantum > 0 || meter.grants.length > 0;
}

function partsOf(sheets: readonly PriceSheet[], most: readonly Float64Array[]): Int32Array {
  const isUsed = (i: number, slot: number) => (most[i]?.[slot] ?? 0) > 0;
  const part = Int32Array.from(sheets, (_, i) => i);
  const first = new Map<string, number>();
  const root = (i: number): number => (part[i] === i ? i : root(part[i] ?? i));
  const join = (key: string, i: number) => {
    const other = first.get(key);
    if (other === undefined) first.set(key, i);
    else part[Math.max(root(i), root(other))] = Math.min(root(i), root(other));
  };
  const pooled = new Set(
    sheets.flatMap((sheet, i) =>
      sheet.meters.flatMap((meter, slot) => (joins(meter) && isUsed(i, slot) ? meter.pool : [])),
    ),
  );
  for (const [i, sheet] of sheets.entries()) {
    for (const [slot, meter] of sheet.meters.entries()) {
      if (!isUsed(i, slot)) continue;
      if (pooled.has(meter.pool)) join(`pool ${meter.pool}`, i);
      for (const grant of meter.grants) join(`grant ${grant.key}`, i);
    }
    if (sheet.subscription) join(`subscription ${sheet.subscription.key}`, i);
    if (sheet.minimum) join(`minimum ${sheet.minimum.key}`, i);
  }
  return part.map((_, i) => root(i));
}

interface PoolReach {
  schedule: Schedule;
  mixed: boolean;
  start: number;
  /** Members differ in what the account uses already. */
  uneven: boolean;
  /** The most that a bill can put in. */
  reach: number;
  /** An allowance of it grows with other quantities. */
  following: boolean;
}

function poolReaches(
  sheets: readonly PriceSheet[],
  most: readonly Float64Array[],
  together: number,
): Map<string, PoolReach> {
  const pools = new Map<string, PoolReach>();
  /** By tariff: the most it can put in. */
  const parts = new Map<PoolReach, number[]>();
  for (const [i, sheet] of sheets.entries())
    for (const [slot, meter] of sheet.meters.entries()) {
      const { schedule, start } = meter;
      const pool = pools.get(meter.pool) ?? {
        schedule,
        mixed: false,
        start,
        uneven: false,
        reach: 0,
        following: false,
      };
      pool.mixed ||= !sameSchedule(pool.schedule, schedule);
      pool.uneven ||= pool.start !== start;
      pool.start = Math.max(pool.start, start);
      pool.following ||= meter.grants.some(
        ({ timesStored, perExtraSubscription }) => timesStored > 0 || perExtraSubscription > 0,
      );
      const own = most[i]?.[slot] ?? 0;
      const all = parts.get(pool) ?? sheets.map(() => 0);
      // Whole units are rounded up.
      if (own > 0) all[i] = (all[i] ?? 0) + own + meter.quantum;
      parts.set(pool, all);
      pools.set(meter.pool, pool);
    }
  for (const [pool, all] of parts)
    pool.reach = all
      .toSorted((a, b) => b - a)
      .slice(0, together)
      .reduce((sum, one) => sum + one, 0);
  return pools;
}

function underestimates(
  sheets: readonly PriceSheet[],
  rates: readonly number[],
  most: readonly Float64Array[],
  pools: ReadonlyMap<string, PoolReach>,
): Underestimate[] {
  const worth = new Map<string, number>();
  const freeable = new Map<string, number>();
  for (const [i, sheet] of sheets.entries())
    for (const meter of sheet.meters) {
      const reached = pools.get(meter.pool)?.reach ?? 0;
      const price = (rates[i] ?? 1) * Math.max(...meter.schedule.prices.map((one) => one ?? 0));
      for (const { key } of reached > 0 ? meter.grants : []) {
        worth.set(key, Math.max(worth.get(key) ?? 0, price));
        freeable.set(key, (freeable.get(key) ?? 0) + reached);
      }
    }
  return sheets.map((sheet, i): Underestimate => {
    const rate = rates[i] ?? 1;
    const perUnit = new Float64Array(sheet.meters.length + 3);
    const grants = new Map<string, Grant>();
    let credit = 0;
    let extraWorth = 0;
    for (const [slot, meter] of sheet.meters.entries()) {
      const pool = pools.get(meter.pool);
      if (!pool) continue;
      perUnit[slot] = rate * leastMean(meter.schedule, pool);
      // What the account uses already may have paid for the next whole unit.
      if (meter.start > 0)
        credit += meter.quantum * rate * Math.max(...meter.schedule.prices.map((one) => one ?? 0));
      for (const grant of meter.grants) grants.set(grant.key, grant);
    }
    const following: Grant[] = [];
    for (const grant of grants.values()) {
      const price = worth.get(grant.key) ?? 0;
      const free = grant.amount + grant.perDay * LONGEST_MONTH_DAYS + grant.timesStored * grant.stored;
      credit += price * Math.min(free, freeable.get(grant.key) ?? 0);
      extraWorth += price * grant.perExtraSubscription;
      if (grant.timesStored > 0 && price > 0) following.push(grant);
    }
    const fee = rate * (sheet.subscription?.schedule.prices[0] ?? 0);
    perUnit[sheet.slots.extraSubscriptions] = Math.min(0, fee - extraWorth);
    if (following.length === 0) return { perUnit, credit };
    // An allowance that follows what is stored comes off the price of storing, or makes all it can be spent on free.
    const taken = perUnit.slice();
    const spared = perUnit.slice();
    for (const { key, timesStored } of following)
      taken[sheet.slots.averageStored] =
        (taken[sheet.slots.averageStored] ?? 0) - (worth.get(key) ?? 0) * timesStored;
    for (const [slot, meter] of sheet.meters.entries())
      if (meter.grants.some((grant) => following.includes(grant))) spared[slot] = 0;
    const whole = (prices: Float64Array) =>
      prices.reduce((sum, price, slot) => sum + price * (most[i]?.[slot] ?? 0), 0);
    return { perUnit: whole(spared) > whole(taken) ? spared : taken, credit };
  });
}

/** The least mean price of any quantity up to `reach`; where prices of a pool differ, anyone may stand at its cheap end. */
function leastMean(schedule: Schedule, { mixed, start, reach }: PoolReach): number {
  let least = Infinity;
  for (const [tier, price] of schedule.prices.entries()) {
    const [from, to] = [tier === 0 ? 0 : (schedule.upTo[tier - 1] ?? 0), schedule.upTo[tier] ?? Infinity];
    if (to <= start || from >= start + reach) continue;
    const end = Math.min(to, start + reach);
    const mean =
      end - start > 0 && Number.isFinite(end)
        ? costBetween(schedule, start, end) / (end - start)
        : (price ?? 0);
    least = Math.min(least, mixed ? (price ?? 0) : mean);
  }
  return Number.isFinite(least) ? least : Math.min(...schedule.prices.map((price) => price ?? 0));
}

function pastTiers(
  index: number,
  sheets: readonly PriceSheet[],
  rates: readonly number[],
  pools: ReadonlyMap<string, PoolReach>,
  lines: readonly Underestimate[],
): PastTiers {
  const own = sheets[index];
  const heads = new Map<string, { slots: number[]; pool: PoolReach; last: number }>();
  for (const [slot, meter] of own?.meters.entries() ?? []) {
    const pool = pools.get(meter.pool);
    if (!pool || pool.mixed || pool.uneven || pool.following || pool.reach <= 0) continue;
    const last = lowestReached(pool);
    const head = heads.get(meter.pool) ?? { slots: [], pool, last };
    head.slots.push(slot);
    if (leastMean(pool.schedule, pool) > last) heads.set(meter.pool, head);
  }
  return {
    underestimates: sheets.map((sheet, i) => {
      const line = lines[i] ?? { perUnit: new Float64Array(0), credit: 0 };
      if (!sheet.meters.some((meter) => heads.has(meter.pool))) return line;
      const perUnit = line.perUnit.slice();
      for (const [slot, meter] of sheet.meters.entries()) {
        const head = heads.get(meter.pool);
        if (head) perUnit[slot] = (rates[i] ?? 1) * head.last;
      }
      return { ...line, perUnit };
    }),
    head(quantities) {
      let sum = 0;
      for (const { slots, pool, last } of heads.values()) {
        let held = 0;
        for (const slot of slots) held += quantities[slot] ?? 0;
        sum += costBetween(pool.schedule, pool.start, pool.start + held) - last * held;
      }
      return sum * (rates[index] ?? 1);
    },
  };
}

function lowestReached({ schedule, start, reach }: PoolReach): number {
  const prices = schedule.prices.map((price, tier) =>
    (schedule.upTo[tier] ?? Infinity) <= start || (schedule.upTo[tier - 1] ?? 0) >= start + reach
      ? Infinity
      : (price ?? 0),
  );
  return Math.min(...prices);
}
