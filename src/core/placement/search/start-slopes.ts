/**
 * Slopes to start every node from: each pool's mean price of the most that one store can put into it; limits, and what earns
 * something, start at nothing.
 */
import type { Node } from './node.ts';
import { costAt } from './pools.ts';
import type { Priced } from './priced.ts';

export function startSlopes(
  { problem: { pools, accounts, copies }, least, greatest }: Priced,
  alone: (store: number) => Node,
): Float64Array {
  const most = new Float64Array(pools.length);
  const earns = new Uint8Array(pools.length);
  for (let s = 0; s < accounts.length - copies.length; s += 1) {
    const { pools: own, low, high } = alone(s);
    for (const [i, k] of own.entries()) {
      most[k] = Math.max(most[k]!, high[i]!);
      if (low[i]! < 0) earns[k] = 1;
    }
  }
  return Float64Array.from(pools, (pool, k) => {
    const within = (slope: number) => Math.min(Math.max(slope, least[k]!), greatest[k]!);
    if (Number.isFinite(pool.cap) || earns[k] === 1) return within(0);
    return within(most[k]! > 0 ? (costAt(pool, most[k]!) - costAt(pool, 0)) / most[k]! : 0);
  });
}
