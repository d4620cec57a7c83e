/** What a store asks for besides what is held: minimum durations that are missed and cheaper tiers, by the ages of coming and leaving. */
import { priceAt } from './priced.ts';
import type { Priced, PricedStore, PricedUse } from './priced.ts';
import type { Population } from './problem.ts';

export interface Extra {
  use: PricedUse;
  /** Of what came at arrival, left at each age. */
  before: Float64Array;
  /** Of what came at each age, held to the end. */
  after: Float64Array;
  /** Of what came at one age and left at another. */
  between(from: number, to: number): number;
  most: number;
  /** Else a minimum duration. */
  isTier: boolean;
  /** It is asked where a lifecycle rule moves the object away. */
  onMove: boolean;
}

/** They are the same in every node: `extrasOf(known)(population, store)`. */
export function extrasOf(known: Priced): (population: number, store: number) => readonly Extra[] {
  const { populations, accounts } = known.problem;
  const made: (readonly Extra[] | undefined)[] = [];
  return (p, s) => {
    const one = populations[p]!;
    return (made[p * accounts.length + s] ??= extras(known, one, known.stores[one.kind]![s]!, s));
  };
}

function extras({ priceUse }: Priced, one: Population, store: PricedStore, s: number): Extra[] {
  const { ages, reaching, expires, tiers } = one;
  const last = ages.length - 1;
  const { minimumDays, early, earlyOnMove } = store;
  const made = (use: PricedUse, isTier: boolean, of: (x: number, y: number) => number): Extra => {
    const known = new Float64Array((last + 1) ** 2).fill(Number.NaN);
    const between = (x: number, y: number) => {
      const at = x * (last + 1) + y;
      if (Number.isNaN(known[at]!)) known[at] = of(x, y);
      return known[at]!;
    };
    const before = Float64Array.from(ages, (_, y) => between(0, y));
    const after = Float64Array.from(ages, (_, x) => between(x, last));
    return {
      use,
      before,
      after,
      between,
      most: Math.max(...before, ...after),
      isTier,
      onMove: isTier || earlyOnMove,
    };
  };
  const missing = (x: number, y: number) => {
    const held = ages[y]! - ages[x]!;
    const leaving = y < last || expires ? reaching[y]! : 0;
    return held < minimumDays ? leaving * (1 - held / minimumDays) : 0;
  };
  return [
    ...(minimumDays > 0 ? [made(early, false, missing)] : []),
    ...(tiers?.get(s) ?? []).map((tier) => made(priceUse(tier.use), true, (x, y) => tier.hours(x, y))),
  ].filter(({ most }) => most > 0);
}

/** The most that they can take off at some slopes: by part of life while objects lie there, and as they leave. */
export interface Credit {
  lying: Float64Array;
  leaving: number;
}

/** Null: nothing. */
export function creditOf(extras: readonly Extra[], slopes: Float64Array): Credit | null {
  let made: Credit | null = null;
  for (const { use, before, most, isTier } of extras) {
    const rate = priceAt(use, slopes);
    if (rate >= 0) continue;
    made ??= { lying: new Float64Array(before.length - 1), leaving: 0 };
    if (!isTier) made.leaving += rate * most;
    // Of what came at arrival most lies in a cheaper tier.
    else
      for (let b = 0; b < made.lying.length; b += 1)
        made.lying[b] = made.lying[b]! + rate * (before[b + 1]! - before[b]!);
  }
  return made;
}
