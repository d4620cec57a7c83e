/** One input as `solve` turns it: an input of the scenario, from a thousandth to a thousand times what it is. */
import type { FullDesk } from '../desk.ts';
import { spread } from './changes.ts';
import { knobNamed } from './knobs.ts';
import type { KnobName } from './knobs.ts';
import { knownAlong } from './known.ts';
import type { Known } from './known.ts';
import { askedAt } from './turned.ts';
import { valueWords } from './words.ts';

/** Why a question has no answer to look for. */
export class SolveError extends Error {
  override name = 'SolveError';
}

/** All that fits is alike. */
export const FITS = 'fits';

export interface Dial {
  path: string;
  unit: string;
  now: number | null;
  /** Values between which is looked, rising. */
  grid: readonly number[];
  known: Known<number>;
  words(x: number): string;
}

/** Either way from what the scenario says, and steps between. */
const [FAR, STEPS] = [1000, 12];

/** Throws `SolveError` where the scenario has no such input. */
export function inputDial(desk: FullDesk, input: KnobName): Dial {
  const { context } = desk;
  const knob = knobNamed(context.scenario, input);
  if (!knob) throw new SolveError(`the scenario has no ${input} to solve for`);
  const { path, unit, now, scale } = knob;
  const isQuantity = scale === 'log' && now !== null && input !== 'retention';
  const [low, high] = isQuantity ? [now / FAR, now * FAR] : [knob.low, knob.high];
  const grid = spread(low, high, STEPS, scale);
  if (now !== null && now > low && now < high) grid.push(now);
  return {
    path,
    unit,
    now,
    grid: [...new Set(grid)].sort((a, b) => a - b),
    known: knownAlong((x: number) => askedAt(desk, knob.at(x)), { id: desk.id, arrangement: () => FITS }),
    words: (x) => valueWords(context, knob, x),
  };
}
