/** What `solve` turns: an input of the scenario, from a thousandth to a thousand times what it is. */
import type { Scenario } from '../../scenario/scenario.ts';
import type { PlanContext } from '../context/types.ts';
import { spread } from './course.ts';
import { knobNamed } from '../along/knobs.ts';
import type { KnobName } from '../along/knobs.ts';
import { valueWords } from './switch-words.ts';
import type { Winner, PricedScenario } from './priced-scenario.ts';

/** Why a question has no answer to look for. */
export class SolveError extends Error {
  override name = 'SolveError';
}

/** Either way from what the scenario says. */
export const FAR = 1000;
/** Values of a grid. */
export const STEPS = 120;

/** One input as it is turned to solve for it: where it is looked for, and which proven plan wins there. */
export interface Dial {
  path: string;
  unit: string;
  now: number | null;
  /** Values between which is looked, rising. */
  grid: number[];
  /** The cheapest placement proven to keep the requirements at `x`; null where none is. */
  at(x: number): Winner | null;
  words(x: number): string;
  /** Where sizes are named as they are at `x`. */
  contextAt(x: number): PlanContext;
}

/** Throws `SolveError` where the scenario has no such input. */
export function inputDial(
  scenario: Scenario,
  input: KnobName,
  price: (scenario: Scenario) => PricedScenario,
): Dial {
  const knob = knobNamed(scenario, input);
  if (!knob) throw new SolveError(`the scenario has no ${input} to solve for`);
  const isQuantity = knob.scale === 'log' && knob.now !== null && input !== 'retention';
  const [low, high] =
    isQuantity && knob.now !== null ? [knob.now / FAR, knob.now * FAR] : [knob.low, knob.high];
  const grid = spread(low, high, STEPS, knob.scale);
  if (knob.now !== null && knob.now > low && knob.now < high) grid.push(knob.now);
  const { context } = price(scenario);
  return {
    path: knob.path,
    unit: knob.unit,
    now: knob.now,
    grid: grid.sort((a, b) => a - b),
    at: (x) => price(knob.at(x)).winner(),
    words: (x) => valueWords(context, knob, x),
    contextAt: (x) => (input === 'size' ? price(knob.at(x)).context : context),
  };
}
