/** Two monthly bills laid side by side: which meter moved, by which edition, by how much. */
import { splitRef } from '../store-ref.ts';
import type { MonthlyCost } from './plan-types.ts';

interface BillSide {
  quantity: number;
  /** Null where some of it has no known price. */
  amount: number | null;
  /** Mean over the tiers; null where not known or where nothing was used. */
  unitPrice: number | null;
  editions: string[];
}

export interface LineDifference {
  store: string;
  region: string;
  meter: string;
  unit: string;
  /** Null: not on that bill. */
  from: BillSide | null;
  to: BillSide | null;
  /** `to` less `from`; null where a price is not known. */
  change: number | null;
  /** Of the change: what another quantity (a longer month, a rule that counts other bytes) makes at the old mean price. */
  byQuantity: number | null;
  /** The rest: other prices and tiers. */
  byPrice: number | null;
}

/**
 * The meters whose amount differs, tiers taken together, in the order of the bills. Where both sides rest on the same
 * editions the whole change is of quantity. The changes add up to the difference of the totals, of which prices that are
 * not known are no part. A bill against itself has none.
 */
export function billDifference(from: MonthlyCost, to: MonthlyCost): LineDifference[] {
  const [before, after] = [sides(from), sides(to)];
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys.flatMap((key) => {
    const one = before.get(key);
    const other = after.get(key);
    const named = other ?? one;
    if (!named) return [];
    const { store, region, meter, unit } = named;
    const line = { store, region, meter, unit, ...compared(one?.side ?? null, other?.side ?? null) };
    return isUnmoved(line) ? [] : [line];
  });
}

function isUnmoved({ change, from, to }: Pick<LineDifference, 'change' | 'from' | 'to'>): boolean {
  if (change !== null) return change === 0;
  return from?.amount === null && to?.amount === null && isSame(from.editions, to.editions);
}

interface Named {
  store: string;
  region: string;
  meter: string;
  unit: string;
  side: BillSide;
}

function sides({ lines }: MonthlyCost): Map<string, Named> {
  const found = new Map<string, Named>();
  for (const { store, region, meter, unit, quantity, amount, edition } of lines) {
    const bare = splitRef(store).store;
    const key = [bare, region, meter, unit].join(' ');
    const known = found.get(key)?.side;
    const total: BillSide = {
      quantity: (known?.quantity ?? 0) + quantity,
      amount: amount === null || known?.amount === null ? null : (known?.amount ?? 0) + amount,
      unitPrice: null,
      editions: [...new Set([...(known?.editions ?? []), edition])],
    };
    total.unitPrice = total.amount === null || total.quantity === 0 ? null : total.amount / total.quantity;
    found.set(key, { store: bare, region, meter, unit, side: total });
  }
  return found;
}

function compared(from: BillSide | null, to: BillSide | null) {
  const [old, now] = [from ? from.amount : 0, to ? to.amount : 0];
  if (old === null || now === null) return { from, to, change: null, byQuantity: null, byPrice: null };
  const change = now - old;
  const sameBooks = from && to && isSame(from.editions, to.editions);
  const byQuantity = sameBooks
    ? change
    : from?.unitPrice && to
      ? (to.quantity - from.quantity) * from.unitPrice
      : 0;
  return { from, to, change, byQuantity, byPrice: change - byQuantity };
}

function isSame(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && a.every((one) => b.includes(one));
}
