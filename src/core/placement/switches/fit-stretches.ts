/** Stretches of values at which something fits, their ends found by halving between two neighbours of a grid. */
import type { Winner } from './priced-scenario.ts';

/** Of the value: as near as an end is found. */
const EXACT = 1e-7;

export interface Stretch {
  from: number;
  to: number;
  fromOpen: boolean;
  toOpen: boolean;
  atFrom: Winner;
  atTo: Winner;
}

/** Rising, each as wide as the values of `grid` show; its ends are exact to `EXACT` of the value. */
export function stretchesOf(at: (x: number) => Winner | null, grid: readonly number[]): Stretch[] {
  const found: Stretch[] = [];
  let open: Stretch | null = null;
  for (const [i, x] of grid.entries()) {
    const here = at(x);
    const before = grid[i - 1];
    if (here && open) Object.assign(open, { to: x, atTo: here });
    if (here && !open) {
      const from = before === undefined ? x : edge(at, x, before);
      const atFrom = at(from) ?? here;
      open = { from, to: x, fromOpen: before === undefined, toOpen: false, atFrom, atTo: here };
      found.push(open);
    }
    if (!here && open) {
      const to = edge(at, open.to, x);
      Object.assign(open, { to, atTo: at(to) ?? open.atTo });
      open = null;
    }
  }
  if (open) open.toOpen = true;
  return found;
}

/** The last value that fits on the way to one that does not. */
function edge(at: (x: number) => Winner | null, fits: number, fails: number): number {
  let [last, first] = [fits, fails];
  while (Math.abs(first - last) > EXACT * Math.max(Math.abs(first), Math.abs(last))) {
    const middle = (last + first) / 2;
    if (at(middle)) last = middle;
    else first = middle;
  }
  return last;
}
