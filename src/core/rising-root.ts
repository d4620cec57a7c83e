/** The root of a rising function between two ends. */

const MOST_STEPS = 200;

/** Where a function changes sign: at `below` it is under 0, at `above` it is not, and they are no more than the tolerance apart. */
export interface Root {
  below: number;
  above: number;
}

/**
 * By inverse quadratic steps where they are safe and halvings where they are not, so jumps do no harm (T. R. Chandrupatla, "A new
 * hybrid quadratic/bisection algorithm for finding the zero of a nonlinear function without using derivatives", Advances in
 * Engineering Software 28, 1997). The first step is a secant. `atBelow` and `atAbove`: of the ends, the one under 0, the other not.
 */
export function risingRoot(
  of: (x: number) => number,
  { below, above }: Root,
  [atBelow, atAbove]: readonly [number, number],
  tolerance: number,
): Root {
  // Of the bracket: the end that was moved last, the other, and where the moved one was before.
  let x = below;
  let other = above;
  let atX = atBelow;
  let atOther = atAbove;
  let share = atX / (atX - atOther);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const width = Math.abs(other - x);
    if (width <= tolerance) break;
    const least = tolerance / 2 / width;
    const next = x + Math.min(1 - least, Math.max(least, share)) * (other - x);
    const atNext = of(next);
    let before = other;
    let atBefore = atOther;
    if (atNext >= 0 === atX >= 0) {
      before = x;
      atBefore = atX;
    } else {
      other = x;
      atOther = atX;
    }
    x = next;
    atX = atNext;
    const along = (x - other) / (before - other);
    const risen = (atX - atOther) / (atBefore - atOther);
    share =
      risen * risen < along && (1 - risen) ** 2 < 1 - along
        ? (atX / (atOther - atX)) * (atBefore / (atOther - atBefore)) +
          ((before - x) / (other - x)) * (atX / (atBefore - atX)) * (atOther / (atBefore - atOther))
        : 0.5;
  }
  return atX >= 0 ? { below: other, above: x } : { below: x, above: other };
}
