/** How far from a switch point its two plans may still take turns. */
import { isBetweenEdges } from '../ages/near.ts';
import { isByAge, storesOfAny } from '../not-by-age/placement.ts';
import type { Change } from './course.ts';
import { compareIn } from './priced-scenario.ts';
import type { Contender, PricedScenario } from './priced-scenario.ts';
import { sheetOf } from '../../pricing/sheets/sheet-of.ts';
import type { AnyPlacement } from '../not-by-age/placement.ts';
import type { PlanContext } from '../context/types.ts';

/** The changes before and after one, or the ends of the range. */
export interface Neighbours {
  from: number;
  to: number;
}

/** Narrower than this of the value, nobody need know. */
const WORTH_TELLING = 1e-6;

/**
 * Where the two may take turns: as far as rounding up to billed units may still decide, being more than what their bills without it
 * differ by, and as far as whole hours and days of their moves are seen to. Null where that is nowhere. `pricedAt`: without rounding.
 */
export function turnsOf(
  { below, above, low, high }: Change<Contender | null>,
  { from, to }: Neighbours,
  pricedAt: (x: number) => PricedScenario,
): [number, number] | null {
  if (!below || !above) return null;
  const dearer = (x: number) => compareIn(pricedAt(x), below, above);
  const { context } = pricedAt(low);
  const [ofBelow, ofAbove] = [below, above].map(({ placement }) => mostRounding(context, placement)) as [
    number,
    number,
  ];
  const within = (more: number) => (x: number) => more - Math.abs(dearer(x));
  const rounded: [number, number] = [
    ofBelow === 0 ? low : reach(within(ofBelow), low, from),
    ofAbove === 0 ? high : reach(within(ofAbove), high, to),
  ];
  const isStepped =
    below.arrangement !== above.arrangement &&
    [below, above].some(({ placement }) => isByAge(placement) && isBetweenEdges(context.workload, placement));
  const turnedBack = (way: 1 | -1) => {
    const beside = isStepped ? BESIDE.map((share) => high * (1 + way * share)) : [];
    const isBack = (x: number) => x > from && x < to && dearer(x) * way < 0 && Number.isFinite(dearer(x));
    // To the next that is looked at: somewhere up to it the last of them turns.
    const next = beside[beside.findLastIndex(isBack) + 1] ?? (way < 0 ? from : to);
    return beside.some(isBack) ? [Math.min(Math.max(next, from), to)] : [];
  };
  const first = Math.min(rounded[0], ...turnedBack(-1));
  const last = Math.max(rounded[1], ...turnedBack(1));
  return last - first > WORTH_TELLING * Math.abs(high) ? [first, last] : null;
}

/** Of a value: so far from a change of plans it is seen whether whole hours and days change it back. */
const BESIDE = [0.001, 0.002, 0.004, 0.008, 0.016, 0.032] as const;

/** How far from `start` towards `end` a number stays above 0, as ever longer steps find. */
function reach(left: (x: number) => number, start: number, end: number): number {
  let inside = start;
  for (let step = Math.abs(start) * WORTH_TELLING; ; step *= LONGER) {
    const isEnd = step >= Math.abs(end - start);
    const x = isEnd ? end : start + Math.sign(end - start) * step;
    if (!(left(x) > 0)) return halved(left, inside, x);
    if (isEnd) return end;
    inside = x;
  }
}

const LONGER = 4;
const HALVINGS = 12;

/** The last above 0 between one that is and one that is not. */
function halved(left: (x: number) => number, above: number, not: number): number {
  let [last, beyond] = [above, not];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (last + beyond) / 2;
    if (left(middle) > 0) last = middle;
    else beyond = middle;
  }
  return last;
}

/** The most that rounding up to whole billed units can add to a plan's month, in its currency; 0 where nothing of it is rounded. */
function mostRounding(context: PlanContext, placement: AnyPlacement): number {
  const { scenario, archive, billing, stores } = context;
  let most = 0;
  for (const s of storesOfAny(placement)) {
    const store = stores[s];
    if (!store) continue;
    const { asOf, knownOn } = scenario;
    const rounded = { ...billing, unrounded: false };
    const sheet = sheetOf(archive, { store: store.store, region: store.region, asOf, knownOn }, rounded);
    if (!('meters' in sheet)) continue;
    const rate =
      billing.inDollars && sheet.currency !== 'USD' ? Number(billing.fx?.[sheet.currency] ?? 1) : 1;
    const pools = new Map<string, number>();
    for (const { pool, quantum, schedule } of sheet.meters) {
      const dearest = Math.max(0, ...schedule.prices.map((price) => price ?? 0));
      pools.set(pool, Math.max(pools.get(pool) ?? 0, quantum * dearest * rate));
    }
    for (const one of pools.values()) most += one;
  }
  return most;
}
