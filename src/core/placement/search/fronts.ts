/** What some populations can cost together against what they put into one pool: the choices that none beats in both. */

/** Costs rise, amounts fall. Thinned, a label stands for a few: no choice costs less than a label that puts in no more. */
export interface Front {
  cost: Float64Array;
  amount: Float64Array;
}

const MOST_LABELS = 64;

export const ORIGIN: Front = { cost: Float64Array.of(0), amount: Float64Array.of(0) };

export function frontOf(points: readonly { cost: number; amount: number }[]): Front {
  const sorted = points.toSorted((a, b) => a.cost - b.cost || a.amount - b.amount);
  const kept: { cost: number; amount: number }[] = [];
  for (const one of sorted)
    if (kept.length === 0 || one.amount < kept[kept.length - 1]!.amount) kept.push(one);
  const step = Math.ceil(kept.length / MOST_LABELS);
  // The cheapest of each few, with the least that any of them puts in.
  const thin = kept.flatMap((one, i) =>
    i % step === 0 ? [{ cost: one.cost, amount: kept[Math.min(i + step, kept.length) - 1]!.amount }] : [],
  );
  return {
    cost: Float64Array.from(thin, ({ cost }) => cost),
    amount: Float64Array.from(thin, ({ amount }) => amount),
  };
}

/** Of both together. */
export function sumOf(one: Front, other: Front): Front {
  const points: { cost: number; amount: number }[] = [];
  for (let i = 0; i < one.cost.length; i += 1)
    for (let j = 0; j < other.cost.length; j += 1)
      points.push({ cost: one.cost[i]! + other.cost[j]!, amount: one.amount[i]! + other.amount[j]! });
  return frontOf(points);
}

/** Of one or the other. */
export function unionOf(fronts: readonly Front[]): Front {
  return frontOf(
    fronts.flatMap(({ cost, amount }) => [...cost].map((one, i) => ({ cost: one, amount: amount[i]! }))),
  );
}

/** The least of all choices, with a cost and an amount before them. */
export function leastOf(
  { cost, amount }: Front,
  costBefore: number,
  amountBefore: number,
  costOfPool: (amount: number) => number,
): number {
  let least = Infinity;
  for (let i = 0; i < cost.length; i += 1) {
    // Costs rise, and no pool costs less than nothing more.
    const all = costBefore + cost[i]! + costOfPool(amountBefore + amount[i]!);
    if (all < least) least = all;
  }
  return least;
}
