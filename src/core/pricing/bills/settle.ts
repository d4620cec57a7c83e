/**
 * Pools settled: quantities summed, rounded, freed and cut at tier edges, each charge kept with the usage it came from.
 *
 * Within a pool the storage line fills the tiers before its supplements, and dearer usages before cheaper ones, so the
 * free units go to the dearest. Units that are free still advance the position in the tiers (AWS: the 100 GB come out of
 * the first band).
 */
import { numberAt } from '../../at.ts';
import type { Grant, Meter, PriceSheet } from '../sheets/sheet.ts';
import { layoutOf } from '../sheets/sheet-layout.ts';
import type { SheetLayout } from '../sheets/sheet-layout.ts';
import { priceAt, roundUp, slices } from '../sheets/tiers.ts';
import type { Schedule, Slice } from '../sheets/tiers.ts';

/** One usage: its sheet, its quantities, and the days its daily allowances renew. */
export interface Part {
  sheet: PriceSheet;
  quantities: Float64Array;
  days: number;
}

export interface Charge {
  /** Index of the part and of the meter in its sheet. */
  part: number;
  meter: number;
  /** Of the meter's price; -1 where it is free. */
  tier: number;
  quantity: number;
  price: number | null;
  amount: number | null;
  printed: string | undefined;
  note: string | undefined;
}

interface Member {
  part: number;
  index: number;
  meter: Meter;
  quantity: number;
  /** By the grants that its store has in the pool. */
  free: Segment[] | undefined;
  freed: number;
}

interface Segment {
  quantity: number;
  note: string;
}

interface PoolState {
  key: string;
  members: Member[];
  start: number;
  quantum: number;
  billed: number;
  freed: number;
}

interface GrantState {
  grant: Grant;
  /** Of all its pools, and those that anything is put into. */
  keys: string[];
  pools: PoolState[];
  parts: number[];
}

/** Charges of all meters, by part and then by meter; fees apart. */
export function settle(parts: readonly Part[]): Charge[] {
  const pools = new Map<string, PoolState>();
  // A pool that nothing is put into costs nothing and spends no grant.
  for (const { sheet, quantities } of parts)
    for (let m = 0; m < sheet.meters.length; m += 1) {
      const meter = sheet.meters[m];
      if (meter && numberAt(quantities, m) > 0) openPool(pools, meter);
    }
  for (let p = 0; p < parts.length; p += 1) {
    const part = parts[p];
    for (let m = 0; part && m < part.sheet.meters.length; m += 1) {
      const meter = part.sheet.meters[m];
      const quantity = numberAt(part.quantities, m);
      // What is left of sums that cancel may lie below 0.
      if (meter && quantity !== 0)
        pools
          .get(meter.pool)
          ?.members.push({ part: p, index: m, meter, quantity, free: undefined, freed: 0 });
    }
  }
  const layouts = parts.map(({ sheet }) => layoutOf(sheet));
  for (const pool of pools.values()) {
    for (const layout of layouts) {
      const own = layout.pools.get(pool.key);
      if (!own) continue;
      if (own.quantum > pool.quantum) pool.quantum = own.quantum;
      if (own.start > pool.start) pool.start = own.start;
    }
    roundPool(pool);
  }
  // A grant of one pool is spent there first, so that a shared one is left for where it is needed.
  const narrowestFirst = grantsOf(layouts, pools).sort((a, b) => a.keys.length - b.keys.length);
  for (const state of narrowestFirst) if (state.pools.length > 0) spend(state, parts);
  const charges: Charge[] = [];
  for (const pool of pools.values()) if (pool.billed > 0) addCharges(charges, pool);
  return charges.sort((a, b) => a.part - b.part || a.meter - b.meter);
}

/** Subscriptions beyond the first of a fee's store and region: the most that any part of it has; below 0 where prorated. */
export function extraSubscriptions(parts: readonly Part[], feeKey: string): number {
  return parts.reduce(
    (most, { sheet, quantities }) =>
      sheet.subscription?.key === feeKey
        ? Math.max(most, numberAt(quantities, sheet.slots.extraSubscriptions))
        : most,
    -1,
  );
}

function openPool(pools: Map<string, PoolState>, { pool: key }: Meter): void {
  if (!pools.has(key)) pools.set(key, { key, members: [], start: 0, quantum: 0, billed: 0, freed: 0 });
}

function grantsOf(layouts: readonly SheetLayout[], pools: ReadonlyMap<string, PoolState>): GrantState[] {
  const grants = new Map<string, GrantState>();
  for (let p = 0; p < layouts.length; p += 1)
    for (const { grant, keys } of layouts[p]?.grants ?? []) {
      let state = grants.get(grant.key);
      if (!state) grants.set(grant.key, (state = { grant, keys: [], pools: [], parts: [] }));
      state.parts.push(p);
      for (const key of keys) {
        if (state.keys.includes(key)) continue;
        state.keys.push(key);
        const pool = pools.get(key);
        if (pool) state.pools.push(pool);
      }
    }
  return [...grants.values()];
}

/** Orders the members and gives what rounding adds to the last of them. */
function roundPool(pool: PoolState): void {
  const headPrice = ({ meter }: Member) => priceAt(meter.schedule, pool.start) ?? -1;
  if (pool.members.length > 1)
    pool.members.sort(
      (a, b) =>
        a.meter.rank - b.meter.rank || headPrice(b) - headPrice(a) || a.part - b.part || a.index - b.index,
    );
  let used = 0;
  for (const member of pool.members) used += member.quantity;
  // Without rounding, what was used itself: beside a large start, a sum and its difference would lose it.
  if (pool.quantum === 0) pool.billed = used;
  else if (used > 0)
    pool.billed = roundUp(pool.start + used, pool.quantum) - roundUp(pool.start, pool.quantum);
  const last = pool.members.findLast((member) => member.quantity > 0);
  if (pool.billed >= used && last) last.quantity += pool.billed - used;
  // Less than was used: a hair above a whole unit, or units that the account's own use has paid for.
  else for (const member of pool.members) member.quantity *= pool.billed / used;
}

function spend({ grant, pools, parts: holders }: GrantState, parts: readonly Part[]): void {
  let days = 0;
  let stored = grant.stored;
  let extra = grant.perExtraSubscription > 0 ? -1 : 0;
  for (const p of holders) {
    const part = parts[p];
    if (!part) continue;
    days = Math.max(days, part.days);
    stored += numberAt(part.quantities, part.sheet.slots.averageStored);
    if (grant.perExtraSubscription > 0 && part.sheet.subscription)
      extra = Math.max(extra, extraSubscriptions(parts, part.sheet.subscription.key));
  }
  const amount = grant.amount + grant.perExtraSubscription * extra + grant.perDay * days;
  let left = Math.max(0, amount + grant.timesStored * stored - grant.used);
  /** Of those whose store has the grant there: Google's is for what leaves North America. */
  const granted = (pool: PoolState) =>
    pool.members.filter(({ part }) => {
      const sheet = parts[part]?.sheet;
      return (
        sheet !== undefined &&
        layoutOf(sheet).grants.some((one) => one.grant.key === grant.key && one.keys.includes(pool.key))
      );
    });
  const dearest = (members: readonly Member[], { start }: PoolState) =>
    members.reduce(
      (highest, { meter, quantity }) =>
        quantity > 0 ? Math.max(highest, priceAt(meter.schedule, start) ?? -1) : highest,
      -2,
    );
  const inOrder = pools.map((pool) => ({ pool, members: granted(pool) }));
  if (pools.length > 1)
    inOrder.sort(
      (a, b) => dearest(b.members, b.pool) - dearest(a.members, a.pool) || (a.pool.key < b.pool.key ? -1 : 1),
    );
  for (const { pool, members } of inOrder)
    for (const member of members) {
      const taken = Math.min(left, pool.billed - pool.freed, member.quantity - member.freed);
      if (taken <= 0) continue;
      (member.free ??= []).push({ quantity: taken, note: grant.note });
      member.freed += taken;
      pool.freed += taken;
      left -= taken;
    }
}

function addCharges(charges: Charge[], pool: PoolState): void {
  const rounding = pool.quantum > 0 ? roundingNote(pool) : undefined;
  let position = pool.start;
  for (const { part, index, meter, quantity, free = [] } of pool.members) {
    let left = quantity;
    // What free units leave of a quantity by the rounding of doubles is not billed.
    const dust = 1e-13 * quantity;
    for (const { quantity: taken, note: granted } of free) {
      if (taken <= dust) continue;
      left -= taken;
      position += taken;
      const note = joined(joined(meter.note, granted), rounding);
      charges.push({
        part,
        meter: index,
        tier: -1,
        quantity: taken,
        price: 0,
        amount: 0,
        printed: undefined,
        note,
      });
    }
    if (left <= dust) continue;
    const note = joined(meter.note, rounding);
    for (const { tier, quantity: cut, price } of slicesOf(meter.schedule, position, left)) {
      const amount = price === null ? null : cut * price;
      const printed = meter.schedule.printed[tier] ?? '';
      charges.push({ part, meter: index, tier, quantity: cut, price, amount, printed, note });
    }
    position += left;
  }
}

/** A quantity too small to move the position is still billed, at the price found there: unknown is never zero. */
function slicesOf(schedule: Schedule, position: number, quantity: number): Slice[] {
  const cut = slices(schedule, position, position + quantity);
  if (cut.length > 0) return cut;
  const tier = schedule.upTo.findIndex((edge) => position < edge);
  return [{ tier, quantity, price: schedule.prices[tier] ?? null }];
}

function joined(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined ? other : other === undefined ? one : `${one}; ${other}`;
}

function roundingNote({ quantum, members }: PoolState): string {
  const unit = members[0]?.meter.unit ?? '';
  if (quantum === 1e6) return 'rounded up to whole millions';
  return quantum === 1
    ? `rounded up to whole ${unit}s`
    : `rounded up to whole multiples of ${quantum} ${unit}s`;
}
