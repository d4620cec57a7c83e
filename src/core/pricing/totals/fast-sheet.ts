/** A price sheet compiled for many totals: a price for each slot, or the pool that bills it. */
import type { Grant, Meter, PriceSheet } from '../sheets/sheet.ts';
import { priceAt, roundUp, sameSchedule } from '../sheets/tiers.ts';
import type { Schedule } from '../sheets/tiers.ts';

export interface FastPool {
  key: string;
  schedule: Schedule;
  start: number;
  startBilled: number;
  quantum: number;
  /** Members differ in price, in what the account uses already, or in how they are rounded. */
  mixed: boolean;
  /** Some sheets bring allowances to it that others lack. */
  uneven: boolean;
  /** Grants that only this pool spends. */
  own: FastGrant[];
}

export interface FastGrant {
  grant: Grant;
  /** Days of the month that daily allowances renew in, where no period says otherwise. */
  monthDays: number;
  index: number;
  pools: number[];
}

/** A pool that one tariff fills alone: its slots, and the grants it spends, in order. */
export interface LonePool {
  index: number;
  slots: Int32Array;
  grants: Int32Array;
  counted: boolean;
}

export interface FastSheet {
  sheet: PriceSheet;
  /** Price by slot; 0 for slots that a pool bills. */
  linear: Float64Array;
  pooledSlots: Int32Array;
  pools: Int32Array;
  averageStored: number;
  extraSubscriptions: number;
  /** Grants that grow with what this sheet stores. */
  storedGrants: Int32Array;
  /** Needs `settle`. */
  intricate: boolean;
  subscription: number;
  subscriptionKey: number;
  minimum: number;
  minimumKey: number;
  /** Of the slots and pools above, those that count towards the minimum. */
  countedLinear: Float64Array | null;
  countedPools: Uint8Array;
  /** Its pools when it is billed alone; null where two of them share a grant. */
  alone: LonePool[] | null;
  /** Slots without a known price. */
  unknownSlots: Int32Array;
  unknownTiers: boolean;
  unknownFee: boolean;
}

export function addToPool(
  meter: Meter,
  monthDays: number,
  pools: FastPool[],
  poolIndex: Map<string, number>,
  grants: Map<string, FastGrant>,
): void {
  let index = poolIndex.get(meter.pool);
  if (index === undefined) {
    index = pools.length;
    poolIndex.set(meter.pool, index);
    pools.push({
      key: meter.pool,
      schedule: meter.schedule,
      start: meter.start,
      startBilled: 0,
      quantum: meter.quantum,
      mixed: false,
      uneven: false,
      own: [],
    });
  }
  const pool = pools[index];
  if (!pool) return;
  if (!sameSchedule(pool.schedule, meter.schedule)) pool.mixed = true;
  if (pool.start !== meter.start || pool.quantum !== meter.quantum) pool.mixed = true;
  pool.startBilled = roundUp(pool.start, pool.quantum);
  for (const grant of meter.grants) {
    const one = grants.get(grant.key) ?? { grant, monthDays, index: grants.size, pools: [] };
    one.monthDays = Math.max(one.monthDays, monthDays);
    if (!one.pools.includes(index)) one.pools.push(index);
    grants.set(grant.key, one);
  }
}

/** Pools that some sheets fill without the allowances of others. */
export function markUneven(
  sheets: readonly PriceSheet[],
  pools: readonly FastPool[],
  grants: Iterable<FastGrant>,
): void {
  for (const { grant, pools: its } of grants)
    for (const index of its) {
      const pool = pools[index];
      if (!pool) continue;
      for (const { meters } of sheets) {
        const own = meters.filter((meter) => meter.pool === pool.key);
        if (own.length > 0 && !own.some(({ grants: all }) => all.some(({ key }) => key === grant.key)))
          pool.uneven = true;
      }
    }
}

export function byHeadPrice(a: FastPool | undefined, b: FastPool | undefined): number {
  if (!a || !b) return 0;
  const head = (pool: FastPool) => priceAt(pool.schedule, pool.start) ?? -1;
  return head(b) - head(a) || (a.key < b.key ? -1 : 1);
}

export function compileSheet(
  sheet: PriceSheet,
  pools: readonly FastPool[],
  poolIndex: ReadonlyMap<string, number>,
  grants: ReadonlyMap<string, FastGrant>,
  keys: Map<string, number>,
  sheets: readonly PriceSheet[],
): FastSheet {
  const poolOf = (meter: Meter) => poolIndex.get(meter.pool) ?? 0;
  const isPooled = (meter: Meter) => {
    const pool = pools[poolOf(meter)];
    return (
      pool !== undefined &&
      (pool.schedule.upTo.length > 1 || pool.quantum > 0 || grantsOf(pool, poolOf(meter), grants))
    );
  };
  const keyOf = (text: string) => {
    const known = keys.get(text) ?? keys.size;
    keys.set(text, known);
    return known;
  };
  const counts = (meter: Meter) => sheet.minimum?.counts.includes(meter.name) ?? false;
  const slots = sheet.meters.map((_, slot) => slot);
  const pooled = slots.filter((slot) => isPooled(meterAt(sheet, slot)));
  const linear = Float64Array.from(sheet.meters, (meter) =>
    isPooled(meter) ? 0 : (meter.schedule.prices[0] ?? 0),
  );
  // A pool that other stores fill too cannot be told apart by its cost; nor can one whose meters only partly count.
  const muddled = pooled.some((slot) => {
    const meter = meterAt(sheet, slot);
    return (
      counts(meter) &&
      sheets.some((other) =>
        other.meters.some((one) => one.pool === meter.pool && (other !== sheet || !counts(one))),
      )
    );
  });
  const mixed = sheet.meters.some((meter) => pools[poolOf(meter)]?.mixed === true);
  return {
    sheet,
    linear,
    pooledSlots: Int32Array.from(pooled),
    pools: Int32Array.from(pooled, (slot) => poolOf(meterAt(sheet, slot))),
    averageStored: sheet.slots.averageStored,
    extraSubscriptions: sheet.slots.extraSubscriptions,
    storedGrants: Int32Array.from([
      ...new Set(
        sheet.meters.flatMap((meter) =>
          meter.grants
            .filter((grant) => grant.timesStored > 0)
            .map((grant) => grants.get(grant.key)?.index ?? 0),
        ),
      ),
    ]),
    intricate: mixed || muddled,
    subscription: sheet.subscription ? (sheet.subscription.schedule.prices[0] ?? 0) : 0,
    subscriptionKey: sheet.subscription ? keyOf(`subscription ${sheet.subscription.key}`) : -1,
    minimum: sheet.minimum ? (sheet.minimum.schedule.prices[0] ?? 0) : 0,
    minimumKey: sheet.minimum ? keyOf(`minimum ${sheet.minimum.key}`) : -1,
    countedLinear: sheet.minimum
      ? Float64Array.from(sheet.meters, (meter, slot) => (counts(meter) ? (linear[slot] ?? 0) : 0))
      : null,
    countedPools: Uint8Array.from(pooled, (slot) => (counts(meterAt(sheet, slot)) ? 1 : 0)),
    alone: lonePools(sheet, pooled, poolOf, grants, counts),
    unknownSlots: Int32Array.from(
      slots.filter(
        (slot) => !isPooled(meterAt(sheet, slot)) && meterAt(sheet, slot).schedule.prices[0] === null,
      ),
    ),
    unknownTiers: pooled.some((slot) => meterAt(sheet, slot).schedule.prices.includes(null)),
    unknownFee: [sheet.subscription, sheet.minimum].some((fee) => fee?.schedule.prices[0] === null),
  };
}

function grantsOf(pool: FastPool, index: number, grants: ReadonlyMap<string, FastGrant>): boolean {
  return pool.own.length > 0 || [...grants.values()].some((grant) => grant.pools.includes(index));
}

function lonePools(
  sheet: PriceSheet,
  pooled: readonly number[],
  poolOf: (meter: Meter) => number,
  grants: ReadonlyMap<string, FastGrant>,
  counts: (meter: Meter) => boolean,
): LonePool[] | null {
  const indexes = [...new Set(pooled.map((slot) => poolOf(meterAt(sheet, slot))))];
  const spent = indexes.map((index) => {
    const own = sheet.meters.flatMap((meter) =>
      poolOf(meter) === index ? meter.grants.flatMap((grant) => grants.get(grant.key) ?? []) : [],
    );
    return [...new Set(own)];
  });
  if (new Set(spent.flat()).size < spent.flat().length) return null;
  return indexes.map((index, i) => {
    const slots = pooled.filter((slot) => poolOf(meterAt(sheet, slot)) === index);
    return {
      index,
      slots: Int32Array.from(slots),
      grants: Int32Array.from(spent[i] ?? [], (grant) => grant.index),
      counted: slots.some((slot) => counts(meterAt(sheet, slot))),
    };
  });
}

function meterAt(sheet: PriceSheet, slot: number): Meter {
  const meter = sheet.meters[slot];
  if (!meter) throw new RangeError(`no meter ${slot} in ${sheet.edition}`);
  return meter;
}

/** Whether further subscriptions are asked of it. */
export function hasExtra(one: FastSheet, vector: Float64Array | undefined): boolean {
  return (vector?.[one.extraSubscriptions] ?? 0) !== 0;
}

/** Whether the subscription of the `k`th sheet of a bill is paid with one before it. */
export function chargedBefore(
  compiled: readonly FastSheet[],
  indexes: readonly number[],
  k: number,
): boolean {
  const key = compiled[indexes[k] ?? 0]?.subscriptionKey;
  for (let i = 0; i < k; i += 1) if (compiled[indexes[i] ?? 0]?.subscriptionKey === key) return true;
  return false;
}

/** Whether several sheets of a bill fall under one minimum. */
export function repeats(
  compiled: readonly FastSheet[],
  indexes: readonly number[],
  minimumKey: number,
): boolean {
  let found = 0;
  for (let i = 0; i < indexes.length; i += 1)
    if (compiled[indexes[i] ?? 0]?.minimumKey === minimumKey) found += 1;
  return found > 1;
}
