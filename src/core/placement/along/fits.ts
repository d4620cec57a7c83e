/** Stretches of values at which something fits. */
import type { Steps } from '../../steps.ts';
import { middleOf } from './changes.ts';

export interface Fitting<T> {
  /** Of what is known already; null: nothing of it fits there. */
  known(x: number): T | null;
  /** Of everything. */
  ask(x: number): T | null;
}

export interface Stretch<T> {
  from: number;
  to: number;
  /** Whether it goes on past the values that were looked at. */
  fromOpen: boolean;
  toOpen: boolean;
  atFrom: T;
  atTo: T;
}

/** How near an end is found: of the value, and of the whole range. */
const [NEAR, LEAST] = [1e-4, 1e-9];
/** Beyond the end of what is known, more was found so often: then the rest is halved. */
const PATIENCE = 3;

/** Rising, as they show between the values of `grid`; just past an end that is not open nothing fits. */
export function* stretchesOf<T>({ known, ask }: Fitting<T>, grid: readonly number[]): Steps<Stretch<T>[]> {
  const at = (x: number) => known(x) ?? ask(x);
  const range = (grid.at(-1) ?? NaN) - (grid[0] ?? NaN);
  const isNear = (one: number, other: number) =>
    Math.abs(one - other) <= Math.max(NEAR * Math.max(Math.abs(one), Math.abs(other)), LEAST * range);
  /** The last value that fits on the way to one that does not. */
  function* edge(inside: number, outside: number): Steps<number> {
    let [last, first] = [inside, outside];
    for (let tries = 0; !isNear(last, first); tries += 1) {
      let beyond = first;
      while (!isNear(last, beyond)) {
        const middle = middle01(last, beyond);
        if (known(middle)) last = middle;
        else beyond = middle;
      }
      yield;
      const x = tries < PATIENCE ? beyond : middle01(last, first);
      if (ask(x)) last = x;
      else first = x;
    }
    return last;
  }
  const found: Stretch<T>[] = [];
  let open: Stretch<T> | null = null;
  for (const [i, x] of grid.entries()) {
    yield;
    const here = at(x);
    const before = grid[i - 1];
    if (here && open) Object.assign(open, { to: x, atTo: here });
    if (here && !open) {
      const from: number = before === undefined ? x : yield* edge(x, before);
      open = {
        from,
        to: x,
        fromOpen: before === undefined,
        toOpen: false,
        atFrom: ask(from) ?? here,
        atTo: here,
      };
      found.push(open);
    }
    if (!here && open) {
      const to: number = yield* edge(open.to, x);
      Object.assign(open, { to, atTo: ask(to) ?? open.atTo });
      open = null;
    }
  }
  if (open) Object.assign(open, { toOpen: true, atTo: ask(open.to) ?? open.atTo });
  return found;
}

const middle01 = (one: number, other: number) => middleOf(Math.min(one, other), Math.max(one, other));
