/** The second half of an exact bill: quantities of one pool are rounded, freed and priced by tier; then the fees. */
import { Decimal as Any } from 'decimal.js';
import type { Price, RegionPrices } from '#core/pricing/editions/edition.ts';

export const Decimal = Any.clone({ precision: 60 });
export type Decimal = Any;

export interface ExactBill {
  total: Decimal;
  /** What the free units would cost at the first tier's price. */
  forgiven: Decimal;
  /** By meter; an unknown price adds nothing. */
  amounts: ReadonlyMap<string, Decimal>;
  /** By meter, beside the quantity of the whole that it is a part of or a difference in. */
  quantities: ReadonlyMap<string, { own: Decimal; pool: Decimal }>;
  /** Meters that are used and have a stretch whose price is not known. */
  unknown: ReadonlySet<string>;
}

export interface Tier {
  upTo: Decimal | null;
  /** Null: not known. */
  price: Decimal | null;
}

export interface Meter {
  name: string;
  quantity: Decimal;
  tiers: Tier[];
  pool: string;
  rank: number;
  quantum: number;
  /** Allowances by the key of the pool that shares them. */
  free: { key: string; units: Decimal }[];
}

export const zero = new Decimal(0);
export const sum = (values: readonly Decimal[]) => values.reduce((a, b) => a.plus(b), zero);

export function tiersOf(
  price: Price | undefined,
  gigabyte: number,
  monthHours: number | null = null,
): Tier[] {
  const tiers =
    price === undefined ? [{ price: 'unknown' }] : typeof price === 'string' ? [{ price }] : price;
  return tiers.map((tier) => ({
    upTo: 'upTo' in tier && tier.upTo !== undefined ? new Decimal(tier.upTo) : null,
    price: rateOf(tier.price, gigabyte, monthHours),
  }));
}

const COUNTS: Record<string, number> = { '': 1, k: 1e3, M: 1e6 };

function rateOf(printed: string, gigabyte: number, monthHours: number | null = null): Decimal | null {
  if (printed === 'unknown') return null;
  const [, amount = '', count = '', letter = '', unit = ''] =
    /^([\d.]+) per (?:([\d,]+)([kM]?) )?(\S+)$/.exec(printed) ?? [];
  const per = count === '' ? 1 : Number(count.replaceAll(',', '')) * (COUNTS[letter] ?? NaN);
  const terabyte = unit.startsWith('TB') ? (gigabyte === 1e9 ? 1000 : 1024) : 1;
  const hours = /-hours?$/.test(unit) ? (monthHours ?? NaN) : 1;
  return new Decimal(amount).div(per).div(terabyte).times(hours);
}

export function settled(
  meters: readonly Meter[],
  prices: RegionPrices,
  gigabyte: number,
  subscriptions: Decimal,
  stored: Decimal,
): ExactBill {
  const amounts = new Map<string, Decimal>();
  const quantities = new Map<string, { own: Decimal; pool: Decimal }>();
  const unknown = new Set<string>();
  const pools = new Map<string, Meter[]>();
  for (const meter of meters) pools.set(meter.pool, [...(pools.get(meter.pool) ?? []), meter]);

  const ready = [...pools.values()].map((members) => {
    const ordered = members.toSorted((a, b) => a.rank - b.rank || headOf(b).comparedTo(headOf(a)));
    const used = sum(ordered.map(({ quantity }) => quantity));
    const quantum = Math.max(...ordered.map((one) => one.quantum));
    // A hair over a whole unit is that unit: sums of binary fractions are.
    const billed = quantum === 0 ? used : used.div(quantum).times('0.99999999999').ceil().times(quantum);
    const last = ordered.findLast(({ quantity }) => quantity.gt(0));
    const stretch = ordered.map((meter) => ({
      meter,
      quantity: billed.gte(used)
        ? meter.quantity.plus(meter === last ? billed.minus(used) : 0)
        : meter.quantity.times(billed).div(used),
    }));
    return { stretch, billed, freed: zero };
  });

  const grants = new Map<string, Decimal>();
  for (const { free } of meters) for (const { key, units } of free) grants.set(key, units);
  const holders = (key: string) =>
    ready.filter(({ stretch }) => stretch.some(({ meter }) => meter.free.some((one) => one.key === key)));
  const dearest = ({ stretch }: (typeof ready)[number]) =>
    stretch
      .filter(({ quantity }) => quantity.gt(0))
      .map(({ meter }) => headOf(meter))
      .reduce((a, b) => (a.gt(b) ? a : b), new Decimal(-2));
  // Allowances of one pool alone are spent before those that several share, those on the dearest pool first.
  for (const [key, units] of [...grants].sort(([a], [b]) => holders(a).length - holders(b).length)) {
    let left = units;
    for (const pool of holders(key).toSorted((a, b) => dearest(b).comparedTo(dearest(a)))) {
      const taken = Decimal.min(left, pool.billed.minus(pool.freed));
      pool.freed = pool.freed.plus(taken);
      left = left.minus(taken);
    }
  }

  let forgiven = zero;
  for (const { stretch, billed, freed } of ready) {
    forgiven = forgiven.plus(freed.times(Decimal.max(0, ...stretch.map(({ meter }) => headOf(meter)))));
    let position = zero;
    for (const { meter, quantity } of stretch) {
      const end = position.plus(quantity);
      let amount = zero;
      let from = Decimal.min(end, Decimal.max(position, freed));
      for (const { upTo, price } of meter.tiers) {
        const to = upTo === null ? end : Decimal.min(end, upTo);
        if (to.lte(from)) continue;
        // A double cannot tell of what is less beside the whole pool.
        if (price === null && to.minus(from).lte(billed.times('1e-12'))) continue;
        if (price === null) unknown.add(meter.name);
        else amount = amount.plus(to.minus(from).times(price));
        from = to;
      }
      amounts.set(meter.name, (amounts.get(meter.name) ?? zero).plus(amount));
      quantities.set(meter.name, {
        own: (quantities.get(meter.name)?.own ?? zero).plus(quantity),
        pool: (quantities.get(meter.name)?.pool ?? zero)
          .plus(billed)
          .plus(meter.name === 'storage' ? stored : 0),
      });
      position = end;
    }
  }

  const fee = prices.subscription && rateOf(prices.subscription.price, gigabyte);
  if (fee) amounts.set('subscription', fee.times(subscriptions));
  else if (prices.subscription) unknown.add('subscription');
  const least = prices.minimum && rateOf(prices.minimum.price, gigabyte);
  if (least) {
    const counted = sum((prices.minimum?.counts ?? []).map((name) => amounts.get(name) ?? zero));
    amounts.set('minimum', Decimal.max(0, least.minus(counted)));
  }
  return { total: sum([...amounts.values()]), forgiven, amounts, quantities, unknown };
}

const headOf = (meter: Meter) => meter.tiers[0]?.price ?? new Decimal(-1);
