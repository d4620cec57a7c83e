/** The engine held against every plan of small random problems. */
import { search } from '#core/placement/search/search.ts';
import { anyProblem } from './anyProblem.ts';
import { triedAll } from './aProblem.ts';

export interface Compared {
  seed: number;
  found: number;
  best: number;
  bound: number;
  gap: number;
  plans: number;
}

export function compared(seed: number, tolerance = 0.01): Compared {
  const problem = anyProblem(seed);
  const { best, bound, gap } = search(problem, { tolerance });
  const all = triedAll(problem);
  return {
    seed,
    found: best ? best.bill + best.effort : Infinity,
    best: all.total,
    bound,
    gap,
    plans: all.plans,
  };
}

/** What is wrong with an answer; empty where nothing is. */
export function faultOf({ seed, found, best, bound, gap }: Compared): string[] {
  const slack = 1e-9 * Math.max(1, Math.abs(best));
  const of = `seed ${seed}: found ${found}, best ${best}, bound ${bound}, gap ${gap}`;
  if (best === Infinity) return found === Infinity ? [] : [`a plan where there is none, ${of}`];
  return [
    ...(found === Infinity ? [`no plan where there is one, ${of}`] : []),
    ...(found < best - slack ? [`below every plan, ${of}`] : []),
    ...(found > best + 0.01 * Math.abs(best) + slack ? [`more than 1% above the best, ${of}`] : []),
    ...(bound > best + slack ? [`a bound above the best, ${of}`] : []),
    ...(found - best > gap * Math.abs(found) + slack ? [`a gap smaller than the true one, ${of}`] : []),
  ];
}
