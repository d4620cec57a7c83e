/**
 * Linear prices below which no total lies, for totals that stay below a ceiling. A pool whose price falls from tier to tier
 * costs at least the mean price of what the ceiling buys after everything free: nobody reaches its lowest tier for less.
 * What is free in a pool, G units at price a, is worth aG at the most, so it costs at least θ(aq − aG) for any θ from 0 to 1:
 * the allowance may be counted in part, with the price in part.
 */
import type { Meter, PriceSheet } from '../sheets/sheet.ts';
import type { Tariff } from './tariff.ts';

const LONGEST_MONTH_DAYS = 31;

export interface PriceFloors {
  /** Allowances that may be counted in part, those that one meter spends together as one: what each is worth at the most. */
  allowances: readonly number[];
  /** Σ over tariffs of `perUnit` · quantities, less `credit`, is never above a total. `shares`: θ of each allowance. */
  at(shares: readonly number[]): { perUnit: Float64Array[]; credit: number };
}

/**
 * By sheet, beside the tariff of the same store. `rates` are into the currency of the ceiling, which bounds each month's total;
 * `isUsed`: whether anything may ever count in a slot, so that what a grant makes free there is worth something.
 */
export function priceFloors(
  sheets: readonly PriceSheet[],
  tariffs: readonly Pick<Tariff, 'meters'>[],
  rates: readonly number[],
  ceiling: number,
  isUsed: (sheet: number, slot: number) => boolean,
): PriceFloors {
  const members = new Map<string, { meter: Meter; rate: number }[]>();
  for (const [s, { meters }] of sheets.entries())
    for (const meter of meters)
      members.set(meter.pool, [...(members.get(meter.pool) ?? []), { meter, rate: rates[s] ?? 1 }]);
  /** By pool: what a unit costs at least above the lowest tier's price. */
  const raises = new Map<string, number>();
  for (const [pool, own] of members) raises.set(pool, raiseOf(own, ceiling));
  const priceOf = (s: number, meter: Meter) =>
    (rates[s] ?? 1) * Math.min(...meter.schedule.prices.map((price) => price ?? 0)) +
    (raises.get(meter.pool) ?? 0);

  const together = new Map<string, string>();
  const rootOf = (key: string): string => {
    const next = together.get(key) ?? key;
    return next === key ? key : rootOf(next);
  };
  const worth = new Map<string, number>();
  const grants = new Map<string, Meter['grants'][number]>();
  let paid = 0;
  const pools = new Set<string>();
  for (const [s, { meters }] of sheets.entries())
    for (const [slot, meter] of meters.entries()) {
      for (const grant of meter.grants) {
        grants.set(grant.key, grant);
        together.set(rootOf(grant.key), rootOf(meter.grants[0]?.key ?? grant.key));
        if (isUsed(s, slot)) worth.set(grant.key, Math.max(worth.get(grant.key) ?? 0, priceOf(s, meter)));
      }
      // What the account uses already may have paid for the next whole unit.
      if (meter.start > 0 && !pools.has(meter.pool)) paid += meter.quantum * priceOf(s, meter);
      pools.add(meter.pool);
    }
  const roots = [...new Set([...grants.keys()].map(rootOf))];
  const creditOf = ({ key, amount, perDay, timesStored, stored }: Meter['grants'][number]) =>
    (worth.get(key) ?? 0) * (amount + perDay * LONGEST_MONTH_DAYS + timesStored * stored);
  const credits = roots.map((root) =>
    [...grants.values()].reduce((sum, grant) => sum + (rootOf(grant.key) === root ? creditOf(grant) : 0), 0),
  );
  const growing = roots.map((root) =>
    [...grants.values()].some(
      ({ key, timesStored, perExtraSubscription }) =>
        rootOf(key) === root && (timesStored > 0 || perExtraSubscription > 0),
    ),
  );
  /** Each further subscription pays for what it includes, once that is counted at no more than its fee. */
  const covered = sheets.map(({ meters, subscription }, s) => {
    const own = new Map(meters.flatMap((meter) => meter.grants.map((grant) => [grant.key, grant] as const)));
    let extra = 0;
    for (const { key, perExtraSubscription } of own.values())
      extra += (worth.get(key) ?? 0) * perExtraSubscription;
    const fee = (rates[s] ?? 1) * (subscription?.schedule.prices[0] ?? 0);
    return extra > fee ? fee / extra : 1;
  });
  return {
    allowances: credits.map((credit, i) => (growing[i] ? Infinity : credit)),
    at(shares) {
      const shareOf = (key: string) => shares[roots.indexOf(rootOf(key))] ?? 1;
      const perUnit = sheets.map(({ meters, slots }, s) => {
        const own = new Float64Array(tariffs[s]?.meters.length ?? meters.length);
        const stored = new Map<string, number>();
        for (const [slot, meter] of meters.entries()) {
          const includes = meter.grants.some((grant) => grant.perExtraSubscription > 0);
          const [first] = meter.grants;
          own[slot] =
            priceOf(s, meter) * (includes ? (covered[s] ?? 1) : 1) * (first ? shareOf(first.key) : 1);
          for (const { key, timesStored } of meter.grants)
            stored.set(key, (worth.get(key) ?? 0) * timesStored * shareOf(key));
        }
        for (const worthOfStored of stored.values())
          own[slots.averageStored] = (own[slots.averageStored] ?? 0) - worthOfStored;
        return own;
      });
      return {
        perUnit,
        credit: paid + credits.reduce((sum, credit, i) => sum + credit * (shares[i] ?? 1), 0),
      };
    },
  };
}

function raiseOf(members: readonly { meter: Meter; rate: number }[], ceiling: number): number {
  const [first] = members;
  if (!first) return 0;
  const { schedule } = first.meter;
  const falls = schedule.prices.every(
    (price, t) => price !== null && price <= (schedule.prices[t - 1] ?? Infinity),
  );
  const alike = members.every(
    ({ meter, rate }) =>
      rate === first.rate &&
      meter.schedule.prices.length === schedule.prices.length &&
      meter.schedule.prices.every((price, t) => price === schedule.prices[t]) &&
      meter.schedule.upTo.every((edge, t) => edge === schedule.upTo[t]) &&
      meter.grants.every((grant) => grant.timesStored === 0 && grant.perExtraSubscription === 0),
  );
  if (!falls || !alike || schedule.prices.length < 2 || !Number.isFinite(ceiling)) return 0;
  const grants = new Map(members.flatMap(({ meter }) => meter.grants.map((one) => [one.key, one] as const)));
  let position = Math.max(...members.map(({ meter }) => meter.start + meter.quantum));
  for (const grant of grants.values()) position += grant.amount + grant.perDay * LONGEST_MONTH_DAYS;
  const from = position;
  let left = ceiling / first.rate;
  for (const [t, upTo] of schedule.upTo.entries()) {
    const price = schedule.prices[t] ?? 0;
    if (upTo <= position) continue;
    const bought = Math.min(upTo - position, price > 0 ? left / price : Infinity);
    position += bought;
    left -= bought * price;
    if (position < upTo) break;
  }
  const lowest = Math.min(...schedule.prices.map((price) => price ?? 0));
  if (!Number.isFinite(position) || position <= from) return 0;
  return Math.max(0, ceiling / first.rate / (position - from) - lowest) * first.rate;
}
