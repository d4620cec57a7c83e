/**
 * Totals without lines. Meters with one known price are a dot product; the rest are sums per pool, rounded, freed and
 * priced by tier. Where members of a pool differ in price the order of filling matters, and where a store is opened
 * several times its allowances grow; `settle` is asked instead.
 */
import { dot } from '../../dot.ts';
import { fees } from '../bills/fees.ts';
import {
  addToPool,
  byHeadPrice,
  chargedBefore,
  compileSheet,
  markUneven,
  hasExtra,
  repeats,
} from './fast-sheet.ts';
import type { FastGrant, FastPool, FastSheet, LonePool } from './fast-sheet.ts';
import type { PriceSheet } from '../sheets/sheet.ts';
import { settle } from '../bills/settle.ts';
import type { Part } from '../bills/settle.ts';
import { costBetween, roundUp } from '../sheets/tiers.ts';

/** No period is named: daily allowances renew over the month of each store's own edition. */
const OWN_MONTH = -1;

interface FastBook {
  total(indexes: readonly number[], quantities: readonly Float64Array[], days?: number): number;
  atLeast(indexes: readonly number[], quantities: readonly Float64Array[], days?: number): boolean;
}

/** `rates` and `monthDays` by sheet: the factor into the book's currency, and the days of its own month. */
export function fastBook(
  sheets: readonly PriceSheet[],
  rates: readonly number[],
  monthDays: readonly number[],
): FastBook {
  const pools: FastPool[] = [];
  const poolIndex = new Map<string, number>();
  const grants = new Map<string, FastGrant>();
  for (const [s, sheet] of sheets.entries())
    for (const meter of sheet.meters) addToPool(meter, monthDays[s] ?? 30, pools, poolIndex, grants);
  markUneven(sheets, pools, grants.values());
  for (const one of grants.values()) if (one.pools.length === 1) pools[one.pools[0] ?? 0]?.own.push(one);
  const shared = [...grants.values()].filter((one) => one.pools.length > 1);
  for (const one of shared) one.pools.sort((a, b) => byHeadPrice(pools[a], pools[b]));
  const inShared = new Uint8Array(pools.length);
  for (const one of shared) for (const pool of one.pools) inShared[pool] = 1;
  const keys = new Map<string, number>();
  const compiled = sheets.map((sheet) => compileSheet(sheet, pools, poolIndex, grants, keys, sheets));

  /** By sheet, slots of pools that some store fills without the allowances of another: who is freed there is told by `settle`. */
  const unevenSlots = compiled.map(({ pooledSlots, pools: own }) =>
    pooledSlots.filter((_, j) => pools[own[j] ?? -1]?.uneven),
  );
  const isUneven = pools.some((pool) => pool.uneven);

  const fill = new Float64Array(pools.length);
  const freed = new Float64Array(pools.length);
  const isTouched = new Uint8Array(pools.length);
  const touched = new Int32Array(pools.length);
  const cost = new Float64Array(pools.length);
  const stored = new Float64Array(grants.size);
  // Numbers by pool and by grant lie in arrays of doubles: objects would box them.
  const every = [...grants.values()];
  const fixed = Float64Array.from(
    every,
    ({ grant }) => grant.amount + grant.timesStored * grant.stored - grant.used,
  );
  const perDay = Float64Array.from(every, ({ grant }) => grant.perDay);
  const perMonth = Float64Array.from(every, ({ grant, monthDays: days }) => grant.perDay * days);
  const timesStored = Float64Array.from(every, ({ grant }) => grant.timesStored);
  const ownGrants = pools.map((pool) => Int32Array.from(pool.own, (one) => one.index));
  const quantum = Float64Array.from(pools, (pool) => pool.quantum);
  const flatPrice = Float64Array.from(pools, ({ schedule }) =>
    schedule.upTo.length === 1 ? (schedule.prices[0] ?? 0) : -1,
  );
  const rateOf = Float64Array.from(rates);
  let touches = 0;

  const partsOf = (indexes: readonly number[], quantities: readonly Float64Array[], days: number) =>
    indexes.map((index, k): Part => {
      const sheet = sheets[index];
      const vector = quantities[k];
      if (!sheet || !vector) throw new RangeError(`no tariff ${index} in this book`);
      return { sheet, quantities: vector, days: days >= 0 ? days : (monthDays[index] ?? 30) };
    });

  const slowTotal = (indexes: readonly number[], quantities: readonly Float64Array[], days: number) => {
    const parts = partsOf(indexes, quantities, days);
    const charges = settle(parts);
    const rate = (part: number) => rates[indexes[part] ?? 0] ?? 1;
    return [...charges, ...fees(parts, charges)].reduce(
      (sum, { part, amount }) => sum + (amount ?? 0) * rate(part),
      0,
    );
  };

  const daily = (grant: number, days: number) =>
    days >= 0 ? (perDay[grant] ?? 0) * days : (perMonth[grant] ?? 0);
  const capacity = (grant: number, days: number) => {
    const left = (fixed[grant] ?? 0) + daily(grant, days) + (timesStored[grant] ?? 0) * (stored[grant] ?? 0);
    return left > 0 ? left : 0;
  };

  const isIntricate = (indexes: readonly number[], quantities: readonly Float64Array[]) => {
    for (let k = 0; k < indexes.length; k += 1) {
      const one = compiled[indexes[k] ?? -1];
      if (
        !one ||
        one.intricate ||
        hasExtra(one, quantities[k]) ||
        (isUneven && unevenSlots[indexes[k] ?? -1]?.some((slot) => (quantities[k]?.[slot] ?? 0) !== 0)) ||
        (one.countedLinear && indexes.length > 1 && repeats(compiled, indexes, one.minimumKey))
      )
        return true;
    }
    return false;
  };

  const fillPools = (one: FastSheet, vector: Float64Array) => {
    const { pooledSlots, pools: own, storedGrants } = one;
    for (let j = 0; j < pooledSlots.length; j += 1) {
      const quantity = vector[pooledSlots[j] ?? 0] ?? 0;
      if (quantity === 0) continue;
      const pool = own[j] ?? 0;
      if (isTouched[pool] === 0) {
        isTouched[pool] = 1;
        touched[touches] = pool;
        touches += 1;
      }
      fill[pool] = (fill[pool] ?? 0) + quantity;
    }
    const average = vector[one.averageStored] ?? 0;
    for (let j = 0; j < storedGrants.length; j += 1) {
      const grant = storedGrants[j] ?? 0;
      stored[grant] = (stored[grant] ?? 0) + average;
    }
  };

  const rounded = (index: number, used: number) => {
    const pool = pools[index];
    return pool ? roundUp(pool.start + used, pool.quantum) - pool.startBilled : used;
  };

  /** Rounds what was used and takes off what is free, shared grants last. */
  const freePools = (days: number) => {
    let spendsShared = false;
    for (let j = 0; j < touches; j += 1) {
      const index = touched[j] ?? 0;
      const own = ownGrants[index];
      if ((quantum[index] ?? 0) > 0) fill[index] = rounded(index, fill[index] ?? 0);
      let left = fill[index] ?? 0;
      if (own) for (let g = 0; g < own.length; g += 1) left -= Math.min(left, capacity(own[g] ?? 0, days));
      freed[index] = (fill[index] ?? 0) - left;
      if (inShared[index] === 1) spendsShared = true;
    }
    if (!spendsShared) return;
    for (const grant of shared) {
      let left = capacity(grant.index, days);
      for (const index of grant.pools) {
        const taken = Math.min(left, (fill[index] ?? 0) - (freed[index] ?? 0));
        if (taken <= 0) continue;
        freed[index] = (freed[index] ?? 0) + taken;
        left -= taken;
      }
    }
  };

  const tieredCost = (index: number, from: number, to: number) => {
    const pool = pools[index];
    return pool ? costBetween(pool.schedule, pool.start + from, pool.start + to) : 0;
  };

  /** Cost of each pool filled, in its own currency. */
  const pricePools = () => {
    for (let j = 0; j < touches; j += 1) {
      const index = touched[j] ?? 0;
      const from = freed[index] ?? 0;
      const to = fill[index] ?? 0;
      const price = flatPrice[index] ?? -1;
      cost[index] = price >= 0 ? (to - from) * price : tieredCost(index, from, to);
    }
  };

  /** Costs of the pools that one tariff is the first to name, and of the minimum they fall short of. */
  const collect = (one: FastSheet, vector: Float64Array) => {
    let sum = 0;
    let counted = 0;
    for (let j = 0; j < one.pools.length; j += 1) {
      const pool = one.pools[j] ?? 0;
      if (isTouched[pool] === 0) continue;
      isTouched[pool] = 0;
      fill[pool] = 0;
      freed[pool] = 0;
      sum += cost[pool] ?? 0;
      if (one.countedPools[j] === 1) counted += cost[pool] ?? 0;
    }
    for (let j = 0; j < one.storedGrants.length; j += 1) stored[one.storedGrants[j] ?? 0] = 0;
    const { countedLinear } = one;
    if (!countedLinear) return sum;
    counted += dot(countedLinear, vector);
    return one.minimum > counted ? sum + one.minimum - counted : sum;
  };

  /** One tariff's total without the sums that several need. */
  const totalAlone = (one: FastSheet, lone: readonly LonePool[], vector: Float64Array, days: number) => {
    const average = vector[one.averageStored] ?? 0;
    let sum = one.subscription;
    let counted = 0;
    const { linear, countedLinear } = one;
    for (let i = 0; i < linear.length; i += 1) sum += (linear[i] ?? 0) * (vector[i] ?? 0);
    for (let p = 0; p < lone.length; p += 1) {
      const pool = lone[p];
      if (!pool) continue;
      const { index, slots, grants: own } = pool;
      let billed = 0;
      for (let j = 0; j < slots.length; j += 1) billed += vector[slots[j] ?? 0] ?? 0;
      if (billed === 0) continue;
      if ((quantum[index] ?? 0) > 0) billed = rounded(index, billed);
      let left = billed;
      for (let g = 0; g < own.length; g += 1) {
        const grant = own[g] ?? 0;
        const most = (fixed[grant] ?? 0) + daily(grant, days) + (timesStored[grant] ?? 0) * average;
        if (most > 0) left = most < left ? left - most : 0;
      }
      if (left === 0) continue;
      const price = flatPrice[index] ?? -1;
      const amount = price >= 0 ? left * price : tieredCost(index, billed - left, billed);
      sum += amount;
      if (pool.counted) counted += amount;
    }
    if (!countedLinear) return sum;
    counted += dot(countedLinear, vector);
    return one.minimum > counted ? sum + one.minimum - counted : sum;
  };

  const total: FastBook['total'] = (indexes, quantities, days = OWN_MONTH) => {
    const n = indexes.length;
    if (n === 1) {
      const index = indexes[0] ?? -1;
      const one = compiled[index];
      const vector = quantities[0];
      if (one?.alone && !one.intricate && vector && !hasExtra(one, vector))
        return totalAlone(one, one.alone, vector, days) * (rateOf[index] ?? 1);
    }
    if (isIntricate(indexes, quantities)) return slowTotal(indexes, quantities, days);
    touches = 0;
    let sum = 0;
    for (let k = 0; k < n; k += 1) {
      const index = indexes[k] ?? 0;
      const one = compiled[index];
      const vector = quantities[k];
      if (!one || !vector) continue;
      fillPools(one, vector);
      const fee =
        one.subscription > 0 && !(k > 0 && chargedBefore(compiled, indexes, k)) ? one.subscription : 0;
      sum += (dot(one.linear, vector) + fee) * (rateOf[index] ?? 1);
    }
    if (touches > 0) {
      freePools(days);
      pricePools();
    }
    for (let k = 0; k < n; k += 1) {
      const index = indexes[k] ?? 0;
      const one = compiled[index];
      const vector = quantities[k];
      if (one && vector) sum += collect(one, vector) * (rateOf[index] ?? 1);
    }
    return sum;
  };

  const atLeast: FastBook['atLeast'] = (indexes, quantities, days = OWN_MONTH) => {
    let askTiers = false;
    for (const [k, index] of indexes.entries()) {
      const one = compiled[index];
      const vector = quantities[k];
      if (!one || !vector) continue;
      if ((vector[one.sheet.slots.sizeUnstated] ?? 0) > 0 || one.unknownFee) return true;
      for (const slot of one.unknownSlots) if ((vector[slot] ?? 0) > 0) return true;
      if (one.unknownTiers) askTiers = true;
    }
    return askTiers && settle(partsOf(indexes, quantities, days)).some((charge) => charge.amount === null);
  };
  return { total, atLeast };
}
