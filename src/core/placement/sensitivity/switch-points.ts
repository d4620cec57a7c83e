/** The values of each input at which another arrangement becomes the recommended one, with both bills beside them. */
import type { Steps } from '../../steps.ts';
import type { SwitchPoint, SwitchScan, SwitchSide } from '../../report/switch-types.ts';
import { itemise } from '../bill/bill-of.ts';
import type { FullDesk } from '../desk.ts';
import { storesOf } from '../shape.ts';
import { changesAlong, spread } from './changes.ts';
import type { Change } from './changes.ts';
import { knobsOf } from './knobs.ts';
import type { Knob, KnobName } from './knobs.ts';
import { knownAlong } from './known.ts';
import type { Known, Standing } from './known.ts';
import { priceKnobs } from './price-knobs.ts';
import { askedAt, billedOf, standingOf } from './turned.ts';
import { switchWords } from './words.ts';

export interface SwitchOptions {
  /** Only these; all that the scenario has, and the prices of the best and its runner-up, by default. */
  inputs?: readonly (KnobName | 'price')[];
  /** Only the nearest change on each side of today's value, of inputs that have one. */
  nearest?: boolean;
}

/** A pause between two steps, or one input turned from end to end. */
type SwitchSteps = Steps<void, SwitchScan | undefined>;

/** Every input in turn. Nothing where the scenario has no store with a price. */
export function* switchPoints(
  desk: FullDesk,
  { inputs, nearest: isNearest = false }: SwitchOptions = {},
): SwitchSteps {
  if (desk.context.stores.length === 0) return;
  const isWanted = (input: Knob['input']) => inputs?.includes(input) ?? true;
  const best = desk.best();
  const today = best && standingOf(desk, best.placement);
  yield undefined;
  for (const knob of knobsOf(desk.context.scenario))
    if (isWanted(knob.input)) yield* turned(desk, knob, today, isNearest);
  if (isWanted('price') && today)
    for (const knob of pricesInPlay(desk, today)) yield* turned(desk, knob, today, isNearest);
}

/** The rates of the stores of the best, and of the best that has a store which it has not. */
function pricesInPlay(desk: FullDesk, best: Standing): Knob[] {
  const { context } = desk;
  const own = storesOf(context, best.placement);
  const rival = billedOf(desk).find(
    ({ value, placement }) =>
      Number.isFinite(value) && storesOf(context, placement).some((store) => !own.includes(store)),
  );
  const knobs = [best, ...(rival ? [rival] : [])].flatMap(({ placement }) => {
    const { monthly } = itemise(context, placement);
    return storesOf(context, placement).flatMap((s) => {
      const store = context.stores[s];
      return store ? priceKnobs(context.scenario, monthly, store) : [];
    });
  });
  return [...new Map(knobs.map((knob) => [knob.path, knob])).values()];
}

/** Times today's value, or a part of it: farther away plans of three stores compete where they are known, and are not looked for. */
const FAR = 10;

/** Steps between values that are searched at first: of a price few, because every bill is a straight line in it. */
const STEPS = { log: 8, linear: 4 } as const;
const PRICE_FACTORS = [0, 1, 4, 100] as const;

function* turned(desk: FullDesk, knob: Knob, today: Standing | null, isNearest: boolean): SwitchSteps {
  const isNear = (value: number) => knob.now === null || Math.max(value / knob.now, knob.now / value) <= FAR;
  const known = knownAlong((x: number) => askedAt(desk, knob.at(x), isNear(x) ? 3 : 2), desk);
  if (today) known.add(today.placement);
  // One store may win between two values where another plan wins at both.
  for (const one of desk.singles()) known.add(one);
  const grid = isNearest ? yield* upToChanges(gridOf(knob), knob.now, known) : gridOf(knob);
  const changes = yield* changesAlong(known, grid, knob.now);
  const { input, path, unit, now, low, high } = knob;
  const told = isNearest && now !== null ? nearestOf(changes, now) : changes;
  const switchPoints = told.map((change) => pointOf(desk, knob, change, known));
  yield { input, path, unit, now, low, high, tried: known.asked(), switchPoints };
}

function gridOf({ input, low, high, now, scale }: Knob): number[] {
  const points =
    input === 'price' && now !== null
      ? PRICE_FACTORS.map((factor) => factor * now)
      : spread(low, high, STEPS[scale], scale);
  if (now !== null && now > low && now < high) points.push(now);
  return [...new Set(points)].sort((a, b) => a - b);
}

/** As far from today's value as the first value on each side at which another arrangement wins. */
function* upToChanges(
  grid: readonly number[],
  now: number | null,
  known: Known<number>,
): Steps<readonly number[]> {
  const today = grid.findIndex((x) => x === now);
  if (now === null || today < 0) return grid;
  const ends: number[] = [];
  for (const way of [-1, 1]) {
    let end = today;
    for (let next = grid[end + way]; next !== undefined; next = grid[end + way]) {
      yield;
      end += way;
      if (known.ask(next)?.arrangement !== known.ask(now)?.arrangement) break;
    }
    ends.push(end);
  }
  const [first = 0, last = today] = ends;
  return grid.slice(first, last + 1);
}

function nearestOf(changes: readonly Change[], now: number): Change[] {
  const below = changes.findLast(({ low }) => low < now);
  const above = changes.find(({ high }) => high > now);
  return [...new Set([below, above])].filter((one) => one !== undefined);
}

function pointOf(desk: FullDesk, knob: Knob, change: Change, known: Known<number>): SwitchPoint {
  const { below, above, low, high } = change;
  const value = (low + high) / 2;
  const isVoid = (one: Standing | null, x: number) =>
    one !== null && known.at(x, one.arrangement).every(({ value }) => value === Infinity);
  const unproven =
    !below || !above ? null : isVoid(below, high) ? 'below' : isVoid(above, low) ? 'above' : null;
  const { input, path, unit, now } = knob;
  const { currency } = desk;
  return {
    input,
    path,
    value,
    unit,
    now,
    below: sideOf(below),
    above: sideOf(above),
    unproven,
    words: switchWords(desk.context, knob, { value, below, above, unproven, currency }),
  };
}

function sideOf(one: Standing | null): SwitchSide {
  if (!one) return { id: null, total: null, atLeast: false };
  const { low, high } = one.judged;
  return { id: one.id, total: low, atLeast: high !== low };
}
