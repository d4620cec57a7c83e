/** What routers ask in vain, at the least: bills count it for the plan as a whole, and are spared where this alone is too much. */
import type { Choice, NodeBound } from './bound.ts';
import { leastSlopeFrom } from './pools.ts';
import type { Priced } from './priced.ts';

/**
 * Routers ask the bucket first that most reads find, and then others: what the first has not is asked of it in vain. New and standing
 * objects may have routes of their own where they share a store. `filled`: by place in the node's pools.
 */
export function missesIn(
  { problem, priceUse }: Priced,
  { node, timelines }: NodeBound,
): (choice: Choice, filled: Float64Array) => number {
  const { misses, populations, pools } = problem;
  if (!misses || node.chosen < 2) return () => 0;
  const asked = node.stores.map((s) => priceUse(misses.of[s]!));
  const buckets = node.stores.map((s) =>
    node.stores.reduce(
      (bits, other, i) => (misses.buckets[other] === misses.buckets[s] ? bits | (1 << i) : bits),
      0,
    ),
  );
  const streams = [...new Set(populations.map(({ stream }) => stream))].map((stream) => ({
    members: populations.flatMap((one, p) => (one.stream === stream ? p : [])),
    missed: new Float64Array(node.stores.length),
  }));
  /** Reads that each bucket has not; the stores that hold any of the objects. */
  const look = ({ members, missed }: (typeof streams)[number], choice: Choice): number => {
    missed.fill(0);
    let held = 0;
    for (const p of members) {
      const { first, second, third, x, y } = choice[p]!;
      const { reads } = populations[p]!;
      const { states } = timelines.shape(p);
      const add = (state: number, from: number, to: number) => {
        if (state < 0) return;
        const { mask } = states[state]!;
        held |= mask;
        for (const [i, bits] of buckets.entries())
          if ((mask & bits) === 0) missed[i] = missed[i]! + reads[to]! - reads[from]!;
      };
      const last = reads.length - 1;
      add(first, 0, second < 0 ? last : x);
      add(second, x, third < 0 ? last : y);
      add(third, y, last);
    }
    return held;
  };
  return (choice, filled) => {
    const price = asked.map(({ dollars, pools: own, amounts }) =>
      own.reduce((sum, k, i) => {
        const at = node.pools.indexOf(k);
        return at < 0 ? sum : sum + amounts[i]! * leastSlopeFrom(pools[k]!, filled[at]!);
      }, dollars),
    );
    let [seen, isShared] = [0, false];
    for (const stream of streams) {
      const held = look(stream, choice);
      isShared ||= (seen & held) !== 0;
      seen |= held;
    }
    const least = (of: typeof streams) =>
      Math.min(...price.map((one, i) => of.reduce((sum, { missed }) => sum + one * missed[i]!, 0)));
    return isShared ? streams.reduce((sum, one) => sum + least([one]), 0) : least(streams);
  };
}
