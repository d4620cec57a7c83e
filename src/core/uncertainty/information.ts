/**
 * What knowing an input exactly would be worth: the expected value of (partial) perfect information, EVPI and EVPPI (H. Raiffa and
 * R. Schlaifer, 1961). One set of draws serves all inputs: sorted by an input and cut into slices, a slice stands for one known value
 * (M. Strong and J. E. Oakley, "An efficient method for computing single-parameter partial expected value of perfect information",
 * Med. Decis. Making 33, 2013).
 */
import { itemAt, numberAt } from '../at.ts';
import { winners } from './outcomes.ts';
import type { Outcomes } from './outcomes.ts';

interface Information {
  /** The plan with the lowest mean cost among those that may be chosen knowing nothing more. */
  best: number;
  /** What knowing everything would save on average: nothing that is learnt is worth more. */
  everything: number;
  /** By input: what knowing it alone would save on average. */
  each: number[];
  /** The most that this makes of coordinates that no input uses: what chance alone makes of slices. */
  noise: number;
  /** Draws that count. */
  draws: number;
}

/**
 * `inputs[i][d]` rises with the value of input i in draw d; `idle` are such coordinates of nothing.
 *
 * Only draws in which `chosen` meets the requirements count, as for its regret. A plan may be chosen on what is known where it
 * meets them in every draw that fits it, so learning may open a plan as well as reveal a cheaper one. By construction
 * 0 ≤ each ≤ everything. Null where `chosen` never meets the requirements.
 */
export function informationOf(
  outcomes: Outcomes,
  chosen: number,
  inputs: readonly ArrayLike<number>[],
  idle: readonly ArrayLike<number>[],
): Information | null {
  const { costs, meets } = outcomes;
  const counted = Array.from({ length: outcomes.draws }, (_, d) => d).filter((d) => meets[chosen]?.[d] === 1);
  if (counted.length === 0) return null;

  /** The plan to choose among those that meet the requirements in all of these draws, and its summed cost. */
  const choice = (draws: readonly number[]) => {
    let [best, least] = [chosen, sumOver(itemAt(costs, chosen), draws)];
    for (const [p, cost] of costs.entries()) {
      if (p === chosen || !draws.every((d) => meets[p]?.[d] === 1)) continue;
      const sum = sumOver(cost, draws);
      if (sum < least) [best, least] = [p, sum];
    }
    return { best, sum: least };
  };
  const now = choice(counted);
  const perfect = winners(outcomes);
  const cheapest = counted.reduce((sum, d) => sum + numberAt(itemAt(costs, itemAt(perfect, d)), d), 0);

  const knowing = (values: ArrayLike<number>) => {
    const sorted = counted.toSorted((a, b) => itemAt(values, a) - itemAt(values, b) || a - b);
    let sum = 0;
    for (const slice of slices(sorted, values)) sum += choice(slice).sum;
    return Math.max(0, now.sum - sum) / counted.length;
  };
  return {
    best: now.best,
    everything: Math.max(0, now.sum - cheapest) / counted.length,
    each: inputs.map(knowing),
    noise: Math.max(0, ...idle.map(knowing)),
    draws: counted.length,
  };
}

function sumOver(cost: Float64Array, draws: readonly number[]): number {
  let sum = 0;
  for (const d of draws) sum += numberAt(cost, d);
  return sum;
}

/** A slice has room for chance to show a plan that fails. */
const LEAST_DRAWS = 32;

/** At most √n slices of equal size; equal values are never cut apart. */
function slices(sorted: readonly number[], values: ArrayLike<number>): number[][] {
  const count = Math.max(1, Math.floor(Math.min(Math.sqrt(sorted.length), sorted.length / LEAST_DRAWS)));
  const found: number[][] = [];
  let from = 0;
  for (let k = 1; k <= count; k += 1) {
    let to = Math.round((k * sorted.length) / count);
    while (
      to > from &&
      to < sorted.length &&
      itemAt(values, itemAt(sorted, to)) === itemAt(values, itemAt(sorted, to - 1))
    )
      to += 1;
    if (to > from) found.push(sorted.slice(from, to));
    from = Math.max(from, to);
  }
  return found;
}
