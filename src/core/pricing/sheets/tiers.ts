/**
 * Graduated prices. With tiers of 0.09 up to 10 and 0.05 after, the cost of a quantity is
 *
 *   from 0 to 4    →  4 × 0.09            = 0.36
 *   from 0 to 12   →  10 × 0.09 + 2 × 0.05 = 1.00
 *   from 8 to 12   →  2 × 0.09 + 2 × 0.05  = 0.28
 *   from 12 to 20  →  8 × 0.05             = 0.40
 */
import type { Price } from '../editions/edition.ts';
import { parseRate } from '../editions/rate.ts';

export interface Schedule {
  /** Upper edge of each tier; the last is Infinity. */
  readonly upTo: readonly number[];
  /** Price of one unit in each tier; null where it is not known. */
  readonly prices: readonly (number | null)[];
  readonly printed: readonly string[];
}

export const UNKNOWN: Schedule = { upTo: [Infinity], prices: [null], printed: ['unknown'] };
export const FREE: Schedule = { upTo: [Infinity], prices: [0], printed: ['free'] };

/**
 * A printed price as tiers. `terabyteInGb`: 1000 or 1024; `factor`: what is left of each tier's price after discounts;
 * `hoursInMonth`: for prices per hour.
 */
export function scheduleOf(
  price: Price | undefined,
  terabyteInGb: number,
  factor: (tier: number) => number = () => 1,
  hoursInMonth?: number,
): Schedule {
  if (price === undefined) return UNKNOWN;
  const tiers = typeof price === 'string' ? [{ price }] : price;
  return {
    upTo: tiers.map((tier) => ('upTo' in tier ? (tier.upTo ?? Infinity) : Infinity)),
    prices: tiers.map((tier, i) => {
      const amount =
        tier.price === 'unknown' ? null : parseRate(tier.price, terabyteInGb, hoursInMonth).amount;
      // 0.00003 / 1000 is 3.0000000000000004e-8 in binary; the price is the decimal.
      return amount === null ? null : Number((amount * factor(i)).toPrecision(15));
    }),
    printed: tiers.map((tier) => tier.price),
  };
}

export interface Slice {
  tier: number;
  quantity: number;
  price: number | null;
}

/** The stretch from one position to another, cut at the tier edges. */
export function slices(schedule: Schedule, from: number, to: number): Slice[] {
  const cut: Slice[] = [];
  let position = from;
  for (let tier = 0; tier < schedule.upTo.length && position < to; tier += 1) {
    const end = Math.min(schedule.upTo[tier] ?? Infinity, to);
    if (end <= position) continue;
    cut.push({ tier, quantity: end - position, price: schedule.prices[tier] ?? null });
    position = end;
  }
  return cut;
}

/** Price of the next unit at a position. */
export function priceAt(schedule: Schedule, position: number): number | null {
  const tier = schedule.upTo.findIndex((edge) => position < edge);
  return schedule.prices[tier] ?? null;
}

/** Equal but for the last bits, as "0.0045 per 1000" and "4.5 per 1000000" are. */
export function sameSchedule(a: Schedule, b: Schedule): boolean {
  const same = (one: number | null, other: number | null | undefined) =>
    one === other ||
    (typeof one === 'number' && typeof other === 'number' && Math.abs(one - other) <= 1e-12 * one);
  return (
    a.upTo.length === b.upTo.length &&
    a.upTo.every((edge, i) => edge === b.upTo[i]) &&
    a.prices.every((price, i) => same(price, b.prices[i]))
  );
}

// Sums of many terms differ in their last bits; a hair over a whole unit is that unit.
const ROUNDING_SLACK = 1e-11;

/** Up to a whole multiple of `quantum`; 0 leaves the quantity as it is. */
export function roundUp(quantity: number, quantum: number): number {
  if (quantum === 0) return quantity;
  const units = quantity / quantum;
  return Math.ceil(units * (1 - ROUNDING_SLACK)) * quantum;
}
