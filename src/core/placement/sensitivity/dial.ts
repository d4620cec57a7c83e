/** Inputs as `solve` turns them: one of the scenario, from a thousandth to a thousand times what it is; or for how long a pair's first store holds objects. */
import { memo } from '../../memo.ts';
import { formatDays } from '../../units.ts';
import { namesOfContext } from '../context/names.ts';
import { deskAt } from '../desk.ts';
import type { FullDesk } from '../desk.ts';
import { agePlacement } from '../ids.ts';
import { storesOf } from '../shape.ts';
import { spread } from './changes.ts';
import { knobNamed } from './knobs.ts';
import type { KnobName } from './knobs.ts';
import { knownAlong } from './known.ts';
import type { Known, Standing } from './known.ts';
import { askedAt, standingOf } from './turned.ts';
import { valueWords } from './words.ts';

/** Why a question has no answer to look for. */
export class SolveError extends Error {
  override name = 'SolveError';
}

/** All that fits is alike. */
const FITS = 'fits';

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

/** Ages that are tried. */
const AGES = 120;

/** The age at which the first store of a pair lets go, copied then or written to both at arrival. `pair`: `store@region` of the two; else those of the best without the budget. Throws `SolveError`. */
export function hotDaysDial(desk: FullDesk, pair: readonly [hot: string, cold: string] | undefined): Dial {
  const { context } = desk;
  const { lifeDays, edges } = context.workload;
  const { hot, cold, now } = pairOf(desk, pair);
  const [first] = edges;
  if (first === undefined) throw new SolveError('its objects have no age: nothing arrives');
  const ends = spread(first, lifeDays * (1 - 1e-9), AGES, 'log');
  const refs = [hot, cold].map((store) => context.stores[store]?.ref);
  const tried = new Set<number>();
  const at = memo((thresholdDays: number): Standing[] => {
    tried.add(thresholdDays);
    return (['tier', 'dual'] as const)
      .map((entry) => standingOf(desk, agePlacement(context, { hot, cold, thresholdDays, entry })))
      .sort((a, b) => a.value - b.value)
      .flatMap((one) => (one.value < Infinity ? [{ ...one, arrangement: FITS }] : []));
  });
  const winner = (days: number) => at(days)[0] ?? null;
  return {
    path: refs.join(' before '),
    unit: 'days',
    now,
    grid: [...new Set([...ends, ...edges.filter((age) => age < lifeDays)])].sort((a, b) => a - b),
    known: { at, winner, ask: winner, add: () => undefined, asked: () => tried.size },
    words: (days) =>
      `${formatDays(days >= 1 ? Number(days.toPrecision(4)) : days)} in ${namesOfContext(context).store(refs[0] ?? '')}`,
  };
}

/** With the age at which the best moves objects, where it is of these stores. */
function pairOf(
  desk: FullDesk,
  pair: readonly [hot: string, cold: string] | undefined,
): { hot: number; cold: number; now: number | null } {
  const { context } = desk;
  const { requirements } = context.scenario;
  const unlimited = deskAt(desk, {
    ...context.scenario,
    requirements: { ...requirements, budget: undefined },
  });
  const best = unlimited.best()?.placement;
  const own = best ? storesOf(context, best) : [];
  const moved = best?.timelines.find((one) => one.length > 1)?.at(-1)?.fromDays ?? null;
  const [hot, cold] = pair
    ? pair.map((ref) => context.stores.findIndex((store) => store.ref === ref))
    : own.length === 2 && moved !== null
      ? own
      : [];
  if (hot === undefined || cold === undefined)
    throw new SolveError(`the best plan ${unpaired(own.length, moved)}; name a pair of stores`);
  const missing = pair?.find((_, i) => [hot, cold][i] === -1);
  if (missing !== undefined)
    throw new SolveError(`${missing} is not a candidate of this scenario with a price`);
  if (hot === cold) throw new SolveError('a pair is two different stores');
  return { hot, cold, now: own.length === 2 && own[0] === hot && own[1] === cold ? moved : null };
}

function unpaired(stores: number, moved: number | null): string {
  if (stores === 1) return 'holds objects in one store';
  return moved === null ? 'moves no objects by age' : `uses ${stores} stores`;
}
