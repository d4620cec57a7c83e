/**
 * The values of the inputs at which another plan becomes the proven best (design §6): solved on bills without rounding,
 * which are piecewise linear in most inputs, and stated with the rounded bills on either side.
 */
import type { Question } from '../../question.ts';
import type { SwitchPoint, SwitchScan } from '../../report/switch-types.ts';
import { mayRefine } from '../ages/refined.ts';
import { anyId, isByAge, storesOfAny } from '../not-by-age/placement.ts';
import { changesAlong, spread } from './course.ts';
import type { Change, Course } from './course.ts';
import { knobsOf } from '../along/knobs.ts';
import type { Knob, KnobName } from '../along/knobs.ts';
import { priceKnobs } from './price-knobs.ts';
import { switchWords } from './switch-words.ts';
import type { Side } from './switch-words.ts';
import { turnsOf } from './turns.ts';
import type { Neighbours } from './turns.ts';
import { compareIn, pricedScenario } from './priced-scenario.ts';
import type { Contender, PricedScenario } from './priced-scenario.ts';
import type { Steps } from '../../steps.ts';

export interface SwitchOptions {
  /** Only these; all that the scenario has, and the prices of the winner and its runner-up, by default. */
  inputs?: readonly (KnobName | 'price')[];
  /**
   * Whether a move that only comes earlier or later is a change as well; it is by default, where moves come at ages of the grid
   * alone. Where they may come between, ages drift with every input.
   */
  ages?: boolean;
  /** Only the nearest change on each side of today's value, of inputs that have one. */
  nearest?: boolean;
}

/** A pause between two steps, or one input scanned from end to end. */
type SwitchSteps = Steps<void, SwitchScan | undefined>;

/** Every input in turn. Nothing where the scenario has no store with a price. Throws as `plan` does. */
export function* planSwitchPoints(
  question: Question,
  { inputs, ages = true, nearest = false }: SwitchOptions = {},
): SwitchSteps {
  const today = pricedScenario(question.scenario, question);
  if (today.context.stores.length === 0) return;
  const drifts = ({ placement }: Contender) => isByAge(placement) && mayRefine(today.context);
  const same = (a: Contender, b: Contender) =>
    a.arrangement === b.arrangement && (!ages || drifts(a) || a.key === b.key);
  const wanted = (knob: Knob) => inputs?.includes(knob.input) ?? true;
  for (const knob of knobsOf(question.scenario).filter(wanted))
    yield* scanned(knob, today, turning(knob, question, same), nearest);
  if (inputs && !inputs.includes('price')) return;
  for (const knob of pricesInPlay(today)) yield* scanned(knob, today, turning(knob, question, same), nearest);
}

/** The rates of the stores of the proven best, and of the best plan that has none of them. */
function pricesInPlay(today: PricedScenario): Knob[] {
  const winner = today.winner();
  if (!winner) return [];
  const rival = today.rivalOf(winner.placement);
  const knobs = new Map<string, Knob>();
  for (const { placement } of rival ? [winner, rival] : [winner])
    for (const store of storesOfAny(placement))
      for (const knob of priceKnobs(today, placement, store)) knobs.set(knob.path, knob);
  return [...knobs.values()];
}

/** Steps of the grid between which a change is looked for: of a price few, because every bill is a straight line in it. */
const STEPS = { log: 64, linear: 48 } as const;
const PRICE_FACTORS = [0, 0.1, 0.5, 1, 2, 5, 20, 100] as const;
/** Stretches beside a change are looked at closer. */
const CLOSER = 4;

function* scanned(knob: Knob, today: PricedScenario, turned: Turned, nearest: boolean): SwitchSteps {
  const grid = nearest ? yield* upToChanges(gridOf(knob), knob.now, turned.course) : gridOf(knob);
  for (const x of grid) {
    turned.course.winnerAt(x);
    yield undefined;
  }
  const points = knob.input === 'price' ? grid : closerAtChanges(grid, turned.course);
  const changes = yield* changesAlong(turned.course, points);
  const currency = today.currency;
  yield {
    input: knob.input,
    path: knob.path,
    unit: knob.unit,
    now: knob.now,
    low: knob.low,
    high: knob.high,
    tried: turned.tried(),
    switchPoints: changes.map((change, i) =>
      pointOf(knob, change, {
        from: changes[i - 1]?.high ?? knob.low,
        to: changes[i + 1]?.low ?? knob.high,
        today,
        turned,
        currency,
      }),
    ),
  };
}

function gridOf({ input, low, high, now, scale }: Knob): number[] {
  const points =
    input === 'price' && now !== null
      ? PRICE_FACTORS.map((factor) => factor * now)
      : spread(low, high, STEPS[scale], scale);
  if (now !== null && now > low && now < high) points.push(now);
  return [...new Set(points)].sort((a, b) => a - b);
}

/** From the last step before today's value in which the winner changes to the first after it, with a step beyond each. */
function* upToChanges(
  grid: readonly number[],
  now: number | null,
  course: Turned['course'],
): Steps<number[]> {
  const today = grid.findIndex((x) => x === now);
  if (today < 0) return [...grid];
  const ends: number[] = [];
  for (const way of [-1, 1]) {
    let i = today;
    for (let next = grid[i + way]; next !== undefined; next = grid[i + way]) {
      yield;
      const changes = !course.same(course.winnerAt(grid[i] ?? next), course.winnerAt(next));
      i += way;
      if (changes) break;
    }
    ends.push(i + way);
  }
  return grid.slice(Math.max(0, ends[0] ?? 0), (ends[1] ?? today) + 1);
}

function closerAtChanges(grid: readonly number[], course: Turned['course']): number[] {
  const differs = grid.map(
    (x, i) => i > 0 && !course.same(course.winnerAt(grid[i - 1] ?? x), course.winnerAt(x)),
  );
  return grid.flatMap((x, i) => {
    const before = grid[i - 1];
    if (before === undefined) return [x];
    const near = differs[i - 1] === true || differs[i] === true || differs[i + 1] === true;
    return near ? spread(before, x, CLOSER, 'linear').slice(1) : [x];
  });
}

/** The contest along one input, each value searched once. */
export interface Turned {
  course: Course<Contender | null>;
  /** The same with bills as they are rounded. */
  rounded(x: number): PricedScenario;
  unrounded(x: number): PricedScenario;
  /** Values that the whole search was asked at. */
  tried(): number;
}

const PRICED_KEPT = 4;

export function turning(
  knob: Pick<Knob, 'at'>,
  question: Question,
  same: (a: Contender, b: Contender) => boolean,
): Turned {
  const lately = (unrounded: boolean) => {
    const known = new Map<number, PricedScenario>();
    let like: PricedScenario | undefined;
    return (x: number): PricedScenario => {
      const priced = known.get(x) ?? pricedScenario(knob.at(x), question, { unrounded, like });
      known.delete(x);
      known.set(x, priced);
      like ??= priced;
      const [oldest] = known.keys();
      if (known.size > PRICED_KEPT && oldest !== undefined) known.delete(oldest);
      return priced;
    };
  };
  const unrounded = lately(true);
  const winners = new Map<number, Contender | null>();
  return {
    course: {
      winnerAt(x) {
        const known = winners.get(x);
        if (known !== undefined) return known;
        const winner = unrounded(x).winner();
        winners.set(x, winner);
        return winner;
      },
      compare: (a, b, x) => compareIn(unrounded(x), a, b),
      same: (a, b) => (a && b ? same(a, b) : a === b),
    },
    rounded: lately(false),
    unrounded,
    tried: () => winners.size,
  };
}

interface Surroundings extends Neighbours {
  today: PricedScenario;
  turned: Turned;
  currency: string;
}

function pointOf(knob: Knob, change: Change<Contender | null>, around: Surroundings): SwitchPoint {
  const { turned, today, currency } = around;
  const side = (contender: Contender | null, x: number): Side => {
    const found = contender && turned.rounded(x).evaluate(contender.placement);
    return {
      // As it is named today: its sizes are others at the value.
      id: contender && anyId(contender.placement, today.context),
      total: found?.cost ?? null,
      atLeast: found?.atLeast ?? false,
      placement: contender?.placement ?? null,
    };
  };
  const value = (change.low + change.high) / 2;
  const [below, above] = [side(change.below, change.low), side(change.above, change.high)];
  const kind = change.below && change.above?.arrangement === change.below.arrangement ? 'age' : 'plan';
  const unproven = unprovenOf(change, turned);
  const turns = unproven ? null : turnsOf(change, around, turned.unrounded);
  const there = knob.input === 'size' ? turned.unrounded(change.low).context : today.context;
  const words = switchWords(there, knob, { value, kind, unproven, turns, below, above }, currency);
  const { input, path, unit, now } = knob;
  return {
    input,
    path,
    value,
    unit,
    now,
    kind,
    below: told(below),
    above: told(above),
    unproven,
    turns,
    words,
  };
}

const told = ({ id, total, atLeast }: Side) => ({ id, total, atLeast });

function unprovenOf(
  { below, above, low, high }: Change<Contender | null>,
  { course }: Turned,
): SwitchPoint['unproven'] {
  if (!below || !above) return null;
  if (course.compare(below, above, high) === Infinity) return 'below';
  return course.compare(below, above, low) === -Infinity ? 'above' : null;
}
