/** What a sheet brings to pools and grants, whatever is used of it: worked out once for the sheet, which many bills share. */
import type { Grant, PriceSheet } from './sheet.ts';

export interface SheetLayout {
  /** The most that any of its meters says of a pool. */
  pools: ReadonlyMap<string, { quantum: number; start: number }>;
  /** Each with the keys of the pools it is granted in. */
  grants: readonly { grant: Grant; keys: readonly string[] }[];
}

const known = new WeakMap<PriceSheet, SheetLayout>();

export function layoutOf(sheet: PriceSheet): SheetLayout {
  const before = known.get(sheet);
  if (before) return before;
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
  const made: SheetLayout = { pools, grants: [...grants.values()] };
  known.set(sheet, made);
  return made;
}
