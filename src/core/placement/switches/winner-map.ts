/** Which plan is the proven best over two inputs at once: regions with exact edges (design §6). */
import type { Question } from '../../question.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { chainOf } from '../chain.ts';
import { isByAge, storesOfAny } from '../not-by-age/placement.ts';
import { knobNamed } from '../along/knobs.ts';
import type { KnobName } from '../along/knobs.ts';
import { areaOf, ringsOf } from './rings.ts';
import { traced } from './trace.ts';
import type { Field, Point, Traced } from './trace.ts';
import { compareIn, pricedScenario } from './priced-scenario.ts';
import type { Contender, PricedScenario } from './priced-scenario.ts';
import type { Steps } from '../../steps.ts';

/** One input of a map. Values run evenly along it, or in equal ratios where `scale` is `log`. */
export interface MapAxis {
  input: KnobName;
  path: string;
  unit: string;
  now: number | null;
  low: number;
  high: number;
  scale: 'log' | 'linear';
}

export interface MapRegion {
  /** The plan's id without the ages of its moves, which differ within the region; null where nothing is proven. */
  arrangement: string | null;
  /** `store@region`, hot first. */
  stores: string[];
  /** `dual` where any but the first is written at arrival; null where objects do not move by age. */
  entry: 'tier' | 'dual' | null;
  /** Share of the map as it is drawn. */
  share: number;
  /** Values of both inputs, x and y; outer rings run counter-clockwise, holes clockwise. */
  rings: [number, number][][];
  /** A point well inside. */
  label: [number, number];
}

export interface WinnerMap {
  x: MapAxis;
  y: MapAxis;
  /** Largest first. */
  regions: MapRegion[];
  /** Pairs of values that plans were asked at. */
  tried: number;
}

export interface MapQuestion {
  x: { input: KnobName; low?: number; high?: number };
  y: { input: KnobName; low?: number; high?: number };
  /** Steps of the lattice between which regions are looked for. */
  lattice?: number;
}

type MapSteps = Steps<WinnerMap | null>;

/** Null where the scenario lacks one of the inputs, or has no store with a price. Throws as `plan` does. */
export function* planWinnerMap(question: Question, { x: askedX, y: askedY, lattice }: MapQuestion): MapSteps {
  const { scenario } = question;
  const [x, y] = [axisOf(scenario, askedX), axisOf(scenario, askedY)];
  if (!x || !y) return null;
  const start = pricedScenario(scenario, question, { unrounded: true, onGrid: true });
  if (start.context.stores.length === 0) return null;
  const scenarioAt = ([u, v]: Point): Scenario =>
    knobNamed(knobNamed(scenario, x.input)?.at(valueAt(x, u)) ?? scenario, y.input)?.at(valueAt(y, v)) ??
    scenario;
  const lately = new Map<string, PricedScenario>();
  let like: PricedScenario | undefined;
  const pricedAt = (u: number, v: number): PricedScenario => {
    const id = `${u} ${v}`;
    const known = lately.get(id);
    if (!known) tried += 1;
    const priced =
      known ?? pricedScenario(scenarioAt([u, v]), question, { unrounded: true, onGrid: true, like });
    like ??= priced;
    lately.set(id, priced);
    const [oldest] = lately.keys();
    if (lately.size > PRICED_KEPT && oldest !== undefined) lately.delete(oldest);
    return priced;
  };
  let tried = 0;
  const field: Field<Contender | null> = {
    winnerAt: (u, v) => pricedAt(u, v).winner(),
    compare: (a, b, u, v) => compareIn(pricedAt(u, v), a, b),
    key: (one) => one?.arrangement ?? '',
  };
  const found = yield* traced(field, lattice);
  const place = ([u, v]: Point): [number, number] => [valueAt(x, u), valueAt(y, v)];
  const regions = [...ringsOf(found.pieces, field.key).values()].map(({ winner, rings }): MapRegion => {
    const stays = winner && isByAge(winner.placement) ? chainOf(winner.placement).stays : [];
    return {
      arrangement: winner?.arrangement ?? null,
      stores: winner
        ? storesOfAny(winner.placement).map((store) => start.context.stores[store]?.ref ?? '')
        : [],
      entry:
        stays.length < 2 ? null : stays.slice(1).some(({ fromDays }) => fromDays === 0) ? 'dual' : 'tier',
      share: rings.reduce((sum, ring) => sum + areaOf(ring), 0),
      rings: rings.map((ring) => ring.map(place)),
      label: place(labelOf(found, field.key, winner, rings)),
    };
  });
  return { x, y, regions: regions.sort((a, b) => b.share - a.share), tried };
}

const PRICED_KEPT = 32;

function axisOf(scenario: Scenario, { input, low, high }: MapQuestion['x']): MapAxis | null {
  const knob = knobNamed(scenario, input);
  if (!knob) return null;
  const { path, unit, now, scale } = knob;
  return { input, path, unit, now, low: low ?? knob.low, high: high ?? knob.high, scale };
}

/** From a share of the axis to its value. */
export function valueAt(
  { low, high, scale }: Pick<MapAxis, 'low' | 'high' | 'scale'>,
  share: number,
): number {
  if (share <= 0) return low;
  if (share >= 1) return high;
  return scale === 'log' ? low * (high / low) ** share : low + (high - low) * share;
}

/** From a value to its share of the axis. */
export function shareAt(
  { low, high, scale }: Pick<MapAxis, 'low' | 'high' | 'scale'>,
  value: number,
): number {
  return scale === 'log' ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
}

/** The point of the lattice in the region that is farthest from any other; of a region without one, the middle of its edge. */
function labelOf<W>(
  { lattice }: Traced<W>,
  key: (winner: W) => string,
  winner: W,
  rings: readonly (readonly Point[])[],
): Point {
  const others = lattice.filter((one) => key(one.winner) !== key(winner));
  const room = ([u, v]: Point) =>
    Math.min(
      ...others.map(({ at }) => Math.hypot(at[0] - u, at[1] - v)),
      ...[u, v, 1 - u, 1 - v].map((edge) => edge + 1e-3),
    );
  const own = lattice.filter((one) => key(one.winner) === key(winner)).map(({ at }) => at);
  const [first] = own;
  if (first) return own.reduce((best, one) => (room(one) > room(best) ? one : best), first);
  const points = rings.flat();
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return [mean(0), mean(1)];
}
