/** The cheapest TTL, the hazard rule beside it, and what a better foresight would save. */
import type { Gaps } from './gaps.ts';
import { bypassCost, clairvoyantBound, evenHours, ttlCost } from './ttl-cost.ts';
import type { CachePrices, Reuse, TtlCost } from './ttl-cost.ts';

interface CachePolicy {
  /** Never fill: no TTL costs less than reading all from the cold store. */
  bypass: boolean;
  /** The cheapest TTL, where one fills; Infinity: keep for ever. */
  ttl: TtlCost;
  /** Of the better of both. */
  cost: number;
  bypassCost: number;
  /** Least cost of any policy that knows the future, bypassing or not. */
  bound: number;
  regret: number;
  /** `cost` ÷ `bound`; null where both are 0. */
  ratio: number | null;
}

/** The best of one TTL for all and of never filling, beside what a clairvoyant would pay. */
export function cachePolicy(reuse: Reuse, prices: CachePrices, leastHours = 0): CachePolicy {
  const ttl = bestTtl(reuse, prices, leastHours);
  const around = bypassCost(reuse, prices);
  const bypass = !(ttl.cost < around);
  const cost = bypass ? around : ttl.cost;
  // Sums in another order differ in their last bits.
  const bound = Math.min(cost, clairvoyantBound(reuse, prices, true));
  return {
    bypass,
    ttl,
    cost,
    bypassCost: around,
    bound,
    regret: cost - bound,
    ratio: bound > 0 ? cost / bound : cost > 0 ? Infinity : null,
  };
}

/**
 * The cheapest TTL of all, the shortest of equals. Exact for histograms, and for laws whose hazard falls. `leastHours`: the
 * hot store bills at least as long, so no TTL is shorter, and none leaves early.
 */
export function bestTtl(reuse: Reuse, prices: CachePrices, leastHours = 0): TtlCost {
  const candidates = ttlCandidates(reuse, prices).filter((hours) => hours > leastHours);
  return [leastHours, ...candidates]
    .map((hours) => ttlCost(reuse, prices, hours))
    .reduce((a, b) => (b.cost < a.cost ? b : a));
}

/**
 * TTLs of which one is the cheapest, rising: every turn of a histogram, the solution for laws. What is held in vain costs
 * ever less for each hour more, and so turns nothing to a minimum.
 */
export function ttlCandidates(reuse: Reuse, prices: CachePrices): number[] {
  const turns = reuse.gaps.flatMap((one) => one.turns ?? []);
  const laws = reuse.gaps.filter((one) => one.turns === null);
  const solved = laws.length > 0 ? [hazardTtl(reuse, prices)] : [];
  return [...new Set([0, ...turns, ...solved])].sort((a, b) => a - b);
}

/** TTLs between a second and a thousand years are looked at; a longer one is for ever. */
const SHORTEST_HOURS = 1 / 3600;
const LONGEST_HOURS = 1000 * 365.25 * 24;
const NEARLY_NONE = 1e-300;

/**
 * The hazard rule: evict when the rate of re-reads among the copies still held falls to 1 ÷ T_even; 0 where it starts
 * there or below, Infinity where it never falls so far. The cheapest TTL where the hazard never rises, and not in general:
 * of reads that come each day at noon it keeps nothing.
 */
export function hazardTtl(reuse: Reuse, prices: CachePrices): number {
  const even = evenHours(prices);
  const worthHolding = (hours: number) => hazard(reuse, hours) * even > 1;
  if (even === 0 || !worthHolding(0)) return 0;
  let high = SHORTEST_HOURS;
  while (worthHolding(high)) {
    if (high > LONGEST_HOURS) return Infinity;
    high *= 2;
  }
  let low = high === SHORTEST_HOURS ? 0 : high / 2;
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2;
    if (worthHolding(middle)) low = middle;
    else high = middle;
  }
  return high;
}

/** Re-reads an hour for each copy that has waited so long, those held in vain among them; without end where none is left. */
function hazard({ gaps, ended, lasts }: Reuse, hours: number): number {
  const sum = (of: (one: Gaps) => number, over = gaps) => over.reduce((all, one) => all + of(one), 0);
  const waiting = sum((one) => one.longerThan(hours), [...gaps, ...ended]) + lasts;
  // Below it a share of what is left says nothing: both are the last bits of a double.
  if (waiting <= NEARLY_NONE * sum((one) => one.count)) return Infinity;
  return sum((one) => one.density(hours)) / waiting;
}
