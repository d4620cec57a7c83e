/**
 * A pool: a quantity that many placements add to, and what all of it costs. Volume tiers, allowances, monthly minimums, limits and
 * latency requirements are pools; what has one price everywhere is none.
 */
import { itemAt } from '../../at.ts';

/** Piecewise linear in the quantity; dearer or cheaper with more of it. */
export interface Pool {
  /** Rising quantities at which the price changes. At least one. */
  knots: Float64Array;
  /** Cost at each of them. */
  costs: Float64Array;
  /** Price below the first knot, and above the last. */
  below: number;
  above: number;
  /** The most that there may be; infinite where nothing limits it. */
  cap: number;
}

/** Rounding of sums may pass a cap by so much of it. */
const CAP_SLACK = 1e-9;

/** `steps`: price of all above a quantity, rising from −∞ on; the cost at `zeroAt` is `base`. */
export function poolOf(
  steps: readonly { from: number; price: number }[],
  { cap = Infinity, zeroAt = 0, base = 0 }: { cap?: number; zeroAt?: number; base?: number } = {},
): Pool {
  const knots = steps.slice(1).map(({ from }) => from);
  if (knots.length === 0) knots.push(zeroAt);
  const first = itemAt(steps, 0);
  const prices = steps.length === 1 ? [first.price, first.price] : steps.map(({ price }) => price);
  const costs = new Float64Array(knots.length);
  for (let i = 1; i < knots.length; i += 1)
    costs[i] = costs[i - 1]! + (knots[i]! - knots[i - 1]!) * prices[i]!;
  const pool: Pool = {
    knots: Float64Array.from(knots),
    costs,
    below: prices[0]!,
    above: prices[prices.length - 1]!,
    cap: Infinity,
  };
  const shift = base - costAt(pool, zeroAt);
  for (let i = 0; i < costs.length; i += 1) costs[i] = costs[i]! + shift;
  pool.cap = cap;
  return pool;
}

/** A limit that costs nothing below it. */
export function capOf(cap: number): Pool {
  return poolOf([{ from: -Infinity, price: 0 }], { cap });
}

/** Above the cap, by more than rounding adds. */
export function isPast({ cap }: Pick<Pool, 'cap'>, quantity: number): boolean {
  return quantity > cap && quantity - cap > CAP_SLACK * Math.max(1, Math.abs(cap));
}

/** Infinite above the cap. */
export function costAt(pool: Pool, quantity: number): number {
  if (isPast(pool, quantity)) return Infinity;
  const { knots, costs, below, above } = pool;
  const last = knots.length - 1;
  if (quantity >= knots[last]!) return costs[last]! + (quantity - knots[last]!) * above;
  if (quantity <= knots[0]!) return costs[0]! - (knots[0]! - quantity) * below;
  let i = 1;
  while (knots[i]! < quantity) i += 1;
  const [from, to] = [knots[i - 1]!, knots[i]!];
  return costs[i - 1]! + ((quantity - from) * (costs[i]! - costs[i - 1]!)) / (to - from);
}

/** The most that there can be where it costs no more than so much, if no price is negative. */
export function mostFor({ knots, costs, above }: Pool, cost: number): number {
  const last = knots.length - 1;
  if (cost >= costs[last]!) return above > 0 ? knots[last]! + (cost - costs[last]!) / above : Infinity;
  for (let i = last; i > 0; i -= 1) {
    const [least, most] = [costs[i - 1]!, costs[i]!];
    if (cost >= least) return knots[i - 1]! + ((knots[i]! - knots[i - 1]!) * (cost - least)) / (most - least);
  }
  return knots[0]!;
}

/** Where a slope's line lies highest above the cost within a reach, and by how much. */
export interface Conjugate {
  value: number;
  at: number;
}

/**
 * max of (slope · q − cost(q)) over q in [low, min(high, cap)]: no quantity there costs less than slope · q − value. Written into
 * `into`. A reach that lies above the cap has no such quantity: its value is −∞.
 */
export function conjugate(pool: Pool, slope: number, low: number, high: number, into: Conjugate): void {
  const end = Math.min(high, pool.cap);
  into.value = -Infinity;
  into.at = low;
  if (isPast({ cap: end }, low)) return;
  const from = Math.min(low, end);
  const tryAt = (at: number) => {
    const value = slope * at - costAt(pool, at);
    if (value > into.value) {
      into.value = value;
      into.at = at;
    }
  };
  tryAt(from);
  for (let i = 0; i < pool.knots.length; i += 1) {
    const knot = pool.knots[i]!;
    if (knot > from && knot < end) tryAt(knot);
  }
  tryAt(end);
}

/** The least and the greatest price of any unit; of a cap nothing bounds the greatest. */
export function slopesOf({ knots, costs, below, above, cap }: Pool): [least: number, greatest: number] {
  let [least, greatest] = [Math.min(below, above), Math.max(below, above)];
  for (let i = 1; i < knots.length; i += 1) {
    const slope = (costs[i]! - costs[i - 1]!) / (knots[i]! - knots[i - 1]!);
    least = Math.min(least, slope);
    greatest = Math.max(greatest, slope);
  }
  return [least, Number.isFinite(cap) ? Infinity : greatest];
}
