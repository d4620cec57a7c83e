/** What a search has found so far, and what was billed on the way. */
import { billed } from './billed.ts';
import type { Billed } from './billed.ts';
import type { Choice, NodeBound } from './bound.ts';
import type { Placed, Problem } from './problem.ts';
import type { Tables } from './tables.ts';

export interface Incumbent {
  /** A plan is of use only below this: what was found, less what need not be told apart. */
  goal(): number;
  /** A bound this high is enough: what was found is within the tolerance of it. */
  enough(): number;
  /** Bill and effort of the best, or of what was known before it. */
  top(): number;
  /** Bills a choice exactly and keeps it where it is the best so far. */
  offer(tables: Tables, bound: NodeBound, choice: Choice): void;
  /** Counts one evaluation of a bound. */
  spend(): void;
  /** How many plans were billed and would be better, were they accepted. */
  refused(): number;
}

export interface Found extends Incumbent {
  best(): Placed | null;
  spent(): number;
  kept(): Placed[];
  /** Takes what was billed elsewhere. */
  take(one: Billed): Placed | null;
  /** From now on plans within the tolerance of the best are told apart from it, or not. */
  tellApart(isExact: boolean): void;
  /** A search begins again with what was found: only what is cheaper than `below` is looked for. */
  again(below: number): void;
}

/** Amounts that differ by less are ties. */
const TIE = 1e-9;
const MOST_KEPT = 60;

export function totalOf({ bill, effort }: Placed): number {
  return bill + effort;
}

/** `tolerance`: plans within this share of each other need not be told apart. `first`: only what is cheaper is looked for. */
export function incumbentOf(
  { accepts }: Problem,
  tolerance: number,
  first: number,
  told: (placed: Placed) => void,
): Found {
  let best: Placed | null = null;
  let [below, top] = [first, first];
  let [spent, refused] = [0, 0];
  // What is proved lies so far below that the best found is within the tolerance of it.
  const untold = tolerance / (1 + tolerance);
  let part = untold;
  const kept = new Map<string, Placed>();

  /** Cheaper; or as cheap with fewer stores, or with stores that come before. */
  const isBetter = (total: number, stores: readonly number[]): boolean => {
    if (!best) return total < top;
    const slack = TIE * Math.max(1, Math.abs(top));
    if (total < top - slack) return true;
    if (total > top + slack || total >= below) return false;
    const count = stores.length - best.stores.length;
    if (count !== 0) return count < 0;
    const at = stores.findIndex((s, i) => s !== best!.stores[i]);
    return at < 0 ? total < top : stores[at]! < best.stores[at]!;
  };
  const take = ({ least, stores, kind, placed: made }: Billed): Placed | null => {
    const before = kept.get(kind);
    // Of three stores only what is the best is kept.
    const isFirst = (total: number) => stores.length < 3 && (!before || total < totalOf(before));
    if (!Number.isFinite(least) || (!isFirst(least) && !isBetter(least, stores))) return null;
    const placed = made();
    const total = totalOf(placed);
    const leads = isBetter(total, stores);
    if (!Number.isFinite(total) || (!isFirst(total) && !leads)) return null;
    if (accepts?.(placed) === false) {
      refused += 1;
      return null;
    }
    kept.set(kind, placed);
    if (leads) {
      [best, top] = [placed, Math.min(top, total)];
      told(placed);
    }
    return placed;
  };
  const lessThanTop = (share: number) => (Number.isFinite(top) ? top - share * Math.abs(top) : Infinity);
  return {
    goal: () => lessThanTop(part),
    enough: () => lessThanTop(untold),
    offer(tables, bound, choice) {
      take(billed(tables, bound, choice));
    },
    spend() {
      spent += 1;
    },
    refused: () => refused,
    best: () => best,
    top: () => top,
    spent: () => spent,
    kept: () => [...kept.values()].sort((a, b) => totalOf(a) - totalOf(b)).slice(0, MOST_KEPT),
    take,
    tellApart(isExact) {
      part = isExact ? -TIE : untold;
    },
    again(next) {
      [spent, below] = [0, next];
      if (!(top < below)) [best, top] = [null, below];
    },
  };
}
