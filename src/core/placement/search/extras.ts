/** What a store asks for besides what is held: minimum durations that are missed, and cheaper tiers, by the ages of entry and leave. */
import type { Priced, PricedStore, PricedUse } from './priced.ts';
import type { Population } from './problem.ts';

export interface Extra {
  use: PricedUse;
  /** Of what came at arrival, left at each age. */
  before: Float64Array;
  /** Of what came at each age, held to the end. */
  after: Float64Array;
  /** Entered at x and left at y: a row of ages for each x. */
  between: Float64Array;
  /** It is asked where a lifecycle rule moves the object away. */
  onMove: boolean;
}

const known = new WeakMap<Priced, Map<number, Extra[]>>();

/** They are the same in every node. */
export function knownExtras(priced: Priced, p: number, s: number): Extra[] {
  const made = known.get(priced) ?? new Map<number, Extra[]>();
  known.set(priced, made);
  const { populations, accounts } = priced.problem;
  const key = p * accounts.length + s;
  const before = made.get(key);
  if (before) return before;
  const one = populations[p]!;
  const own = extrasOf(priced, one, priced.stores[one.kind]![s]!, s);
  made.set(key, own);
  return own;
}

function extrasOf({ priceUse }: Priced, one: Population, store: PricedStore, s: number): Extra[] {
  const { ages, reaching, expires, tiers } = one;
  const last = ages.length - 1;
  const { minimumDays, early, earlyOnMove } = store;
  const width = last + 1;
  const made = (use: PricedUse, onMove: boolean, of: (x: number, y: number) => number): Extra => {
    const between = new Float64Array(width * width);
    for (let x = 0; x <= last; x += 1) for (let y = x; y <= last; y += 1) between[x * width + y] = of(x, y);
    return {
      use,
      before: between.subarray(0, width),
      after: Float64Array.from(ages, (_, x) => between[x * width + last]!),
      between,
      onMove,
    };
  };
  const missing = (x: number, y: number) => {
    const held = ages[y]! - ages[x]!;
    const leaving = y < last || expires ? reaching[y]! : 0;
    return held < minimumDays ? leaving * (1 - held / minimumDays) : 0;
  };
  return [
    ...(minimumDays > 0 ? [made(early, earlyOnMove, missing)] : []),
    ...(tiers?.get(s) ?? []).map((tier) => made(priceUse(tier.use), true, (x, y) => tier.hours(x, y))),
  ];
}
