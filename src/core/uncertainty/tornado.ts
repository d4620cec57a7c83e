/** Which range, or price that two sources give, moves the cost of the recommended plan, and what it saves against the runner-up: one at a time, and by share of variance. */
import { numberAt } from '../at.ts';
import type { Plan } from '../report/plan-types.ts';
import type { Tornado, TornadoBar, TornadoEnd } from '../report/uncertainty-types.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { withValues } from '../placement/variations/ranges.ts';
import type { FullDesk } from '../placement/desk.ts';
import { drawOf } from './at-draw.ts';
import type { PriceDraws } from './disputed-prices.ts';
import { indexSteps } from './indices.ts';
import type { DrawnInput } from './inputs.ts';
import type { Contestant } from './tally.ts';
import type { Steps } from '../steps.ts';

/** Nothing at all has no logarithm. */
const CENT = 0.01;
const EFFORT = { points: 32, repeats: 8, seed: 7 };
const ALL_OF_IT = { first: 1, firstError: 0, total: 1, totalError: 0 };
/** With more inputs than this the shares of variance take too long. */
const MOST_INPUTS = 16;

/** Null without a recommendation. */
export function* tornadoOf(
  plan: Plan,
  contestants: readonly Contestant[],
  scenario: Scenario,
  ranges: readonly DrawnInput[],
  desk: FullDesk,
  prices: PriceDraws,
): Steps<Tornado | null> {
  const named = (id: string | undefined) => contestants.find((one) => one.id === id);
  const [chosen, rival] = [named(plan.recommendation?.id), named(plan.runnerUp?.id)];
  if (!chosen) return null;
  const inputs = [...ranges, ...prices.inputs];
  const drawn = (values: ReadonlyMap<string, number>) =>
    drawOf(desk, withValues(scenario, values), prices.at(values));
  const at = (values: ReadonlyMap<string, number>): Omit<TornadoEnd, 'value'> => {
    const draw = drawn(values);
    const cost = draw.cost(chosen.placement);
    return { cost, saving: rival ? draw.cost(rival.placement) - cost : null };
  };
  const used = at(new Map());
  const bars = inputs.map(({ shown: { path, low, high } }): TornadoBar => ({
    path,
    low: { value: low, ...at(new Map([[path, low]])) },
    high: { value: high, ...at(new Map([[path, high]])) },
    variance: null,
  }));
  const lnCost = (point: Float64Array) => {
    const values = new Map(
      inputs.map(({ shown, at: valueAt }, i) => [shown.path, valueAt(numberAt(point, i))]),
    );
    return Math.log(Math.max(drawn(values).cost(chosen.placement), CENT));
  };
  const indices =
    inputs.length === 1
      ? [ALL_OF_IT]
      : inputs.length > MOST_INPUTS
        ? null
        : yield* indexSteps(lnCost, inputs.length, EFFORT);
  for (const [i, bar] of bars.entries()) bar.variance = indices?.[i] ?? null;
  const reach = ({ low, high }: TornadoBar) => Math.abs(high.cost - low.cost);
  return {
    id: chosen.id,
    cost: used.cost,
    runnerUp: rival?.id ?? null,
    saving: used.saving,
    bars: bars.sort((a, b) => reach(b) - reach(a) || (a.path < b.path ? -1 : 1)),
  };
}
