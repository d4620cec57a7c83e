/**
 * Totals without lines. Meters with one known price are a dot product; the rest are sums per pool, rounded, freed and
 * priced by tier. Where members of a pool differ in price, the order of filling matters and `settle` is asked instead.
 */
import { fees } from './fees.ts';
import type { Grant, Meter, PriceSheet } from './price-sheet.ts';
import { settle } from './settle.ts';
import type { Part } from './settle.ts';
import { costBetween, priceAt, roundUp, sameSchedule } from './tiers.ts';
import type { Schedule } from './tiers.ts';

interface FastPool {
  key: string;
  schedule: Schedule;
  start: number;
  startBilled: number;
  quantum: number;
  /** Members differ in price. */
  mixed: boolean;
  /** Grants that only this pool spends. */
  own: FastGrant[];
}

interface FastGrant {
  grant: Grant;
  index: number;
  pools: number[];
}

interface FastSheet {
  sheet: PriceSheet;
  /** Price by slot; 0 for slots that a pool bills. */
  linear: Float64Array;
  pooledSlots: Int32Array;
  pools: Int32Array;
  /** Grants that grow with what this sheet stores. */
  storedGrants: Int32Array;
  /** Needs `settle`. */
  intricate: boolean;
  subscription: number;
  subscriptionKey: number;
  minimum: number;
  storeKey: number;
  /** Of the slots and pools above, those that count towards the minimum. */
  countedLinear: Float64Array | null;
  countedPools: Uint8Array;
  /** Slots without a known price. */
  unknownSlots: Int32Array;
  unknownTiers: boolean;
  unknownFee: boolean;
}

export interface FastBook {
  total(indexes: readonly number[], quantities: readonly Float64Array[], days: number): number;
  atLeast(indexes: readonly number[], quantities: readonly Float64Array[], days: number): boolean;
}

export function fastBook(sheets: readonly PriceSheet[], rates: readonly number[]): FastBook {
  const pools: FastPool[] = [];
  const poolIndex = new Map<string, number>();
  const grants = new Map<string, FastGrant>();
  for (const sheet of sheets) for (const meter of sheet.meters) addToPool(meter, pools, poolIndex, grants);
  for (const one of grants.values()) if (one.pools.length === 1) pools[one.pools[0] ?? 0]?.own.push(one);
  const shared = [...grants.values()].filter((one) => one.pools.length > 1);
  for (const one of shared) one.pools.sort((a, b) => byHeadPrice(pools[a], pools[b]));
  const inShared = new Uint8Array(pools.length);
  for (const one of shared) for (const pool of one.pools) inShared[pool] = 1;
  const keys = new Map<string, number>();
  const compiled = sheets.map((sheet) => compile(sheet, pools, poolIndex, grants, keys, sheets));

  const fill = new Float64Array(pools.length);
  const freed = new Float64Array(pools.length);
  const isTouched = new Uint8Array(pools.length);
  const touched = new Int32Array(pools.length);
  const cost = new Float64Array(pools.length);
  const stored = new Float64Array(grants.size);
  const rateOf = Float64Array.from(rates);

  const partsOf = (indexes: readonly number[], quantities: readonly Float64Array[], days: number) =>
    indexes.map((index, k): Part => {
      const sheet = sheets[index];
      const vector = quantities[k];
      if (!sheet || !vector) throw new RangeError(`no tariff ${index} in this book`);
      return { sheet, quantities: vector, days };
    });

  const slowTotal = (indexes: readonly number[], quantities: readonly Float64Array[], days: number) => {
    const parts = partsOf(indexes, quantities, days);
    const charges = settle(parts);
    const rate = (part: number) => rates[indexes[part] ?? 0] ?? 1;
    return [...charges, ...fees(parts, charges)].reduce((sum, { part, amount }) => sum + (amount ?? 0) * rate(part), 0);
  };

  const capacity = ({ grant, index }: FastGrant, days: number) =>
    Math.max(0, grant.amount + grant.perDay * days + grant.timesStored * (grant.stored + (stored[index] ?? 0)) - grant.used);

  const total: FastBook['total'] = (indexes, quantities, days) => {
    const n = indexes.length;
    for (let k = 0; k < n; k += 1) {
      const one = compiled[indexes[k] ?? -1];
      if (!one || one.intricate || (n > 1 && one.countedLinear && repeats(compiled, indexes, one.storeKey))) return slowTotal(indexes, quantities, days);
    }
    let sum = 0;
    let touches = 0;
    let spendsShared = false;
    for (let k = 0; k < n; k += 1) {
      const one = compiled[indexes[k] ?? 0];
      const vector = quantities[k];
      if (!one || !vector) continue;
      const { linear, pooledSlots, pools: own, storedGrants } = one;
      let own$ = 0;
      for (let i = 0; i < linear.length; i += 1) own$ += (linear[i] ?? 0) * (vector[i] ?? 0);
      for (let j = 0; j < pooledSlots.length; j += 1) {
        const quantity = vector[pooledSlots[j] ?? 0] ?? 0;
        if (quantity === 0) continue;
        const pool = own[j] ?? 0;
        if (isTouched[pool] === 0) {
          isTouched[pool] = 1;
          touched[touches] = pool;
          touches += 1;
          if (inShared[pool] === 1) spendsShared = true;
        }
        fill[pool] = (fill[pool] ?? 0) + quantity;
      }
      for (let j = 0; j < storedGrants.length; j += 1) {
        const grant = storedGrants[j] ?? 0;
        stored[grant] = (stored[grant] ?? 0) + (vector[one.sheet.slots.averageStored] ?? 0);
      }
      if (one.subscription > 0 && !chargedBefore(compiled, indexes, k)) own$ += one.subscription;
      sum += own$ * (rateOf[indexes[k] ?? 0] ?? 1);
    }

    for (let j = 0; j < touches; j += 1) {
      const index = touched[j] ?? 0;
      const pool = pools[index];
      if (!pool) continue;
      const used = fill[index] ?? 0;
      const billed = pool.quantum === 0 ? used : roundUp(pool.start + used, pool.quantum) - pool.startBilled;
      fill[index] = billed;
      let free = 0;
      for (const grant of pool.own) free += Math.min(billed - free, capacity(grant, days));
      freed[index] = free;
    }
    if (spendsShared) {
      for (const grant of shared) {
        let left = capacity(grant, days);
        for (const index of grant.pools) {
          const taken = Math.min(left, (fill[index] ?? 0) - (freed[index] ?? 0));
          if (taken <= 0) continue;
          freed[index] = (freed[index] ?? 0) + taken;
          left -= taken;
        }
      }
    }
    for (let j = 0; j < touches; j += 1) {
      const index = touched[j] ?? 0;
      const pool = pools[index];
      if (!pool) continue;
      const from = pool.start + (freed[index] ?? 0);
      const to = pool.start + (fill[index] ?? 0);
      cost[index] = pool.schedule.upTo.length === 1 ? (to - from) * (pool.schedule.prices[0] ?? 0) : costBetween(pool.schedule, from, to);
    }
    // A pool has one currency: that of the tariffs in it.
    for (let k = 0; k < n; k += 1) {
      const one = compiled[indexes[k] ?? 0];
      const vector = quantities[k];
      if (!one || !vector) continue;
      const rate = rateOf[indexes[k] ?? 0] ?? 1;
      let counted = 0;
      for (let j = 0; j < one.pools.length; j += 1) {
        const pool = one.pools[j] ?? 0;
        if (isTouched[pool] === 0) continue;
        const amount = cost[pool] ?? 0;
        if (one.countedPools[j] === 1) counted += amount;
        sum += amount * rate;
        isTouched[pool] = 0;
        fill[pool] = 0;
        freed[pool] = 0;
      }
      for (let j = 0; j < one.storedGrants.length; j += 1) stored[one.storedGrants[j] ?? 0] = 0;
      const { countedLinear } = one;
      if (!countedLinear) continue;
      for (let i = 0; i < countedLinear.length; i += 1) counted += (countedLinear[i] ?? 0) * (vector[i] ?? 0);
      if (one.minimum > counted) sum += (one.minimum - counted) * rate;
    }
    return sum;
  };

  const atLeast: FastBook['atLeast'] = (indexes, quantities, days) => {
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

function addToPool(meter: Meter, pools: FastPool[], poolIndex: Map<string, number>, grants: Map<string, FastGrant>): void {
  let index = poolIndex.get(meter.pool);
  if (index === undefined) {
    index = pools.length;
    poolIndex.set(meter.pool, index);
    pools.push({ key: meter.pool, schedule: meter.schedule, start: meter.start, startBilled: 0, quantum: 0, mixed: false, own: [] });
  }
  const pool = pools[index];
  if (!pool) return;
  if (!sameSchedule(pool.schedule, meter.schedule)) pool.mixed = true;
  pool.start = Math.max(pool.start, meter.start);
  pool.quantum = Math.max(pool.quantum, meter.quantum);
  pool.startBilled = roundUp(pool.start, pool.quantum);
  for (const grant of meter.grants) {
    const one = grants.get(grant.key) ?? { grant, index: grants.size, pools: [] };
    if (!one.pools.includes(index)) one.pools.push(index);
    grants.set(grant.key, one);
  }
}

function byHeadPrice(a: FastPool | undefined, b: FastPool | undefined): number {
  if (!a || !b) return 0;
  const head = (pool: FastPool) => priceAt(pool.schedule, pool.start) ?? -1;
  return head(b) - head(a) || (a.key < b.key ? -1 : 1);
}

function compile(sheet: PriceSheet, pools: readonly FastPool[], poolIndex: ReadonlyMap<string, number>, grants: ReadonlyMap<string, FastGrant>, keys: Map<string, number>, sheets: readonly PriceSheet[]): FastSheet {
  const poolOf = (meter: Meter) => poolIndex.get(meter.pool) ?? 0;
  const isPooled = (meter: Meter) => {
    const pool = pools[poolOf(meter)];
    return pool !== undefined && (pool.schedule.upTo.length > 1 || pool.quantum > 0 || grantsOf(pool, poolOf(meter), grants));
  };
  const keyOf = (text: string) => {
    const known = keys.get(text) ?? keys.size;
    keys.set(text, known);
    return known;
  };
  const counts = (meter: Meter) => sheet.minimum?.counts.includes(meter.name) ?? false;
  const slots = sheet.meters.map((_, slot) => slot);
  const pooled = slots.filter((slot) => isPooled(meterAt(sheet, slot)));
  const linear = Float64Array.from(sheet.meters, (meter) => (isPooled(meter) ? 0 : (meter.schedule.prices[0] ?? 0)));
  // A pool that other stores fill too cannot be told apart by its cost; nor can one whose meters only partly count.
  const muddled = pooled.some((slot) => {
    const meter = meterAt(sheet, slot);
    return counts(meter) && sheets.some((other) => other.meters.some((one) => one.pool === meter.pool && (other !== sheet || !counts(one))));
  });
  const mixed = sheet.meters.some((meter) => pools[poolOf(meter)]?.mixed === true);
  return {
    sheet,
    linear,
    pooledSlots: Int32Array.from(pooled),
    pools: Int32Array.from(pooled, (slot) => poolOf(meterAt(sheet, slot))),
    storedGrants: Int32Array.from([...new Set(sheet.meters.flatMap((meter) => meter.grants.filter((grant) => grant.timesStored > 0).map((grant) => grants.get(grant.key)?.index ?? 0)))]),
    intricate: mixed || muddled,
    subscription: sheet.subscription ? (sheet.subscription.schedule.prices[0] ?? 0) : 0,
    subscriptionKey: sheet.subscription ? keyOf(`subscription ${sheet.subscription.key}`) : -1,
    minimum: sheet.minimum ? (sheet.minimum.schedule.prices[0] ?? 0) : 0,
    storeKey: keyOf(sheet.store),
    countedLinear: sheet.minimum ? Float64Array.from(sheet.meters, (meter, slot) => (counts(meter) ? (linear[slot] ?? 0) : 0)) : null,
    countedPools: Uint8Array.from(pooled, (slot) => (counts(meterAt(sheet, slot)) ? 1 : 0)),
    unknownSlots: Int32Array.from(slots.filter((slot) => !isPooled(meterAt(sheet, slot)) && meterAt(sheet, slot).schedule.prices[0] === null)),
    unknownTiers: pooled.some((slot) => meterAt(sheet, slot).schedule.prices.includes(null)),
    unknownFee: [sheet.subscription, sheet.minimum].some((fee) => fee?.schedule.prices[0] === null),
  };
}

function grantsOf(pool: FastPool, index: number, grants: ReadonlyMap<string, FastGrant>): boolean {
  return pool.own.length > 0 || [...grants.values()].some((grant) => grant.pools.includes(index));
}

function meterAt(sheet: PriceSheet, slot: number): Meter {
  const meter = sheet.meters[slot];
  if (!meter) throw new RangeError(`no meter ${slot} in ${sheet.edition}`);
  return meter;
}

function chargedBefore(compiled: readonly FastSheet[], indexes: readonly number[], k: number): boolean {
  const key = compiled[indexes[k] ?? 0]?.subscriptionKey;
  for (let i = 0; i < k; i += 1) if (compiled[indexes[i] ?? 0]?.subscriptionKey === key) return true;
  return false;
}

function repeats(compiled: readonly FastSheet[], indexes: readonly number[], storeKey: number): boolean {
  let found = 0;
  for (let i = 0; i < indexes.length; i += 1) if (compiled[indexes[i] ?? 0]?.storeKey === storeKey) found += 1;
  return found > 1;
}
