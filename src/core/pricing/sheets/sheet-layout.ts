/** What follows from a sheet alone, whatever is used of it: worked out once, as many bills share it. */
import { memoWith } from '../../memo.ts';
import type { Grant, PriceSheet } from './sheet.ts';

/** What it brings to pools and grants. */
export interface SheetLayout {
  /** The most that any of its meters says of a pool. */
  pools: ReadonlyMap<string, { quantum: number; start: number }>;
  /** Each with the keys of the pools it is granted in. */
  grants: readonly { grant: Grant; keys: readonly string[] }[];
}

export const layoutOf = memoWith((sheet: PriceSheet): SheetLayout => {
  const pools = new Map<string, { quantum: number; start: number }>();
  const grants = new Map<string, { grant: Grant; keys: string[] }>();
  for (const { pool: key, quantum, start, grants: own } of sheet.meters) {
    const like = pools.get(key);
    pools.set(key, {
      quantum: Math.max(quantum, like?.quantum ?? 0),
      start: Math.max(start, like?.start ?? 0),
    });
    for (const grant of own) {
      const granted = grants.get(grant.key) ?? { grant, keys: [] };
      if (!granted.keys.includes(key)) granted.keys.push(key);
      grants.set(grant.key, granted);
    }
  }
  return { pools, grants: [...grants.values()] };
});

/** Entries of a vector of its quantities: the meters, and the three slots that are no meters. */
export function widthOf(sheet: PriceSheet): number {
  return sheet.meters.length + 3;
}
