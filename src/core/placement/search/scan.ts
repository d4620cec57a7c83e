/** One population's routes in a node at fixed prices: the cheapest states and ages of each, or all near them. */
import type { Extra } from './extras.ts';
import type { Population } from './problem.ts';
import type { Transition } from './changes.ts';
import type { KindShape, Route } from './shape.ts';
import type { StatePrices } from './state-prices.ts';
import type { Timeline } from './used.ts';

/** What a store asks for besides, and the price of one. */
export interface Asked {
  extra: Extra;
  rate: number;
}

export interface Scanned {
  population: Population;
  shape: KindShape;
  prices: StatePrices;
  /** By place in the node's stores. */
  asked: readonly (readonly Asked[])[];
}

const NO_CHANGE: Pick<Transition, 'after' | 'spared'> = { after: [], spared: 0 };
const NO_STATE = [-1];

let rows = [0, 1, 2, 3].map(() => new Float64Array(0));

/** Four rows of at least so many ages, with whatever the last scan left in them. */
function rowsOf(ages: number): Float64Array[] {
  if (rows[0]!.length < ages) rows = rows.map(() => new Float64Array(2 * ages));
  return rows;
}

/**
 * Routes in which every holder serves a reader or is needed to keep the objects at some age. `all`: those that cost no more than
 * `bars` has for their way, with all who may serve and all ages. Else the cheapest of each that costs less than that. `found` says
 * when it is enough.
 */
export function scan(
  { population, shape, prices, asked }: Scanned,
  bars: Float64Array,
  all: boolean,
  found: (timeline: Timeline, way: number) => boolean,
): void {
  const { hours, reads, reaching, ages, expires } = population;
  const { stay, read, entry, drop, change, best: cheapest } = prices;
  const { states, sets, transitions, routes } = shape;
  const last = ages.length - 1;
  const [allHours, allReads, arriving] = [hours[last]!, reads[last]!, reaching[0]!];
  const gone = expires ? reaching[last]! : 0;
  const lastRead = reads.findIndex((sum) => sum >= allReads);
  const asks = asked.some((list) => list.length > 0);
  let isEnough = false;

  /** Of the route looked at: its changes, the first age of each, and rules that ask what came with the first to wait. */
  let enters = NO_CHANGE;
  let leaves = NO_CHANGE;
  let [fromX, fromY] = [1, 1];
  let waits = NO_CHANGE.after;
  /** What stores ask for besides: whatever the ages, by the age of the first change, of the second, and by both with the most it takes off. */
  let whole = 0;
  const between: Asked[] = [];
  let credit = 0;
  const [askedFirst, askedSecond, first, second] = rowsOf(last) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];

  const ask = (masks: readonly number[]) => {
    whole = credit = between.length = 0;
    if (!asks) return;
    askedFirst.fill(0);
    askedSecond.fill(0);
    for (let i = 0; i < asked.length; i += 1) {
      const from = masks.findIndex((mask) => (mask >> i) & 1);
      if (from < 0 || asked[i]!.length === 0) continue;
      const to = masks.findLastIndex((mask) => (mask >> i) & 1) + 1;
      const isLeft = to < masks.length;
      const isSpared = isLeft && (((to === 1 ? enters : leaves).spared >> i) & 1) === 1;
      for (const one of asked[i]!) {
        const { extra, rate } = one;
        if (isSpared && !extra.onMove) continue;
        if (from > 0 && isLeft) {
          between.push(one);
          credit += Math.min(0, rate * extra.most);
        } else if (from === 0 && !isLeft) whole += rate * extra.after[0]!;
        else {
          const row = (isLeft ? to : from) === 1 ? askedFirst : askedSecond;
          const times = isLeft ? extra.before : extra.after;
          for (let x = 1; x < last; x += 1) row[x] = row[x]! + rate * times[x]!;
        }
      }
    }
  };
  /** First age at which rules may move what some stores hold from arrival on. */
  const youngest = ({ after }: Pick<Transition, 'after'>, held: number) => {
    let from = 1;
    for (const one of after)
      if ((held >> one.from) & 1) while (from < last && ages[from]! < one.days * (1 - 1e-9)) from += 1;
    return from;
  };
  /** A change of states at each age: what it costs, and what was spent before it in place of after it. */
  const work = (row: Float64Array, a: number, b: number, once: number, more: Float64Array) => {
    const [dStay, dRead] = [stay[a]! - stay[b]!, read[a]! - read[b]!];
    for (let x = 1; x < last; x += 1)
      row[x] = dStay * hours[x]! + dRead * reads[x]! + once * reaching[x]! + (asks ? more[x]! : 0);
  };
  const usedIn = (state: number) => (state < 0 ? 0 : states[state]!.used);
  const passes = (cost: number, bar: number) => (all ? cost <= bar : cost < bar);

  /** Whether the route passes its bar in some states; told where it does, once or at all ages, if `isTold`. */
  const look = (route: number, own: Route, a: number, b: number, c: number, isTold: boolean): boolean => {
    const bar = bars[own.way]!;
    const isList = all && isTold;
    const end = c >= 0 ? c : b >= 0 ? b : a;
    const base =
      entry[a]! * arriving + stay[end]! * allHours + read[end]! * allReads + drop[end]! * gone + whole;
    let [best, bestX, bestY] = [Infinity, 0, 0];
    const take = (x: number, y: number, cost: number) => {
      if (cost < best) [best, bestX, bestY] = [cost, x, y];
      if (isList && cost <= bar)
        isEnough = found({ route, first: a, second: b, third: c, x, y, cost }, own.way);
    };
    if (b < 0) take(0, 0, base);
    else {
      work(first, a, b, change[own.enters]!, askedFirst);
      if (c >= 0) work(second, b, c, change[own.leaves]!, askedSecond);
    }
    if (b >= 0 && c < 0)
      for (let x = Math.max(fromX, fromY); x < last && !isEnough; x += 1) take(x, 0, base + first[x]!);
    if (c >= 0) {
      const couples = between.length > 0 || waits.length > 0;
      let least = fromX;
      for (let y = fromX + 1; y < last && !isEnough; y += 1) {
        if (first[y - 1]! < first[least]!) least = y - 1;
        const after = base + second[y]!;
        if (y < fromY || !passes(after + credit + first[least]!, isList ? bar : Math.min(best, bar)))
          continue;
        if (!couples && !isList) take(least, y, after + first[least]!);
        else
          for (let x = fromX; x < y && !isEnough; x += 1) {
            let cost = after + first[x]!;
            if (cost + credit > (isList ? bar : best)) continue;
            if (waits.some(({ days }) => ages[y]! - ages[x]! < days * (1 - 1e-9))) continue;
            for (const { extra, rate } of between) cost += rate * extra.between(x, y);
            take(x, y, cost);
          }
      }
    }
    if (!all && isTold && best < bar)
      isEnough = found({ route, first: a, second: b, third: c, x: bestX, y: bestY, cost: best }, own.way);
    return passes(best, bar);
  };

  for (let route = 0; route < routes.length && !isEnough; route += 1) {
    const own = routes[route]!;
    if (last < 2 && own.second >= 0) return;
    const { masks, isServed } = own;
    if (masks.length === 1 && !isServed && allReads > 0) continue;
    enters = transitions[own.enters] ?? NO_CHANGE;
    leaves = transitions[own.leaves] ?? NO_CHANGE;
    fromX = youngest(enters, -1);
    // Who holds at the end need serve nobody after the last read.
    fromY = Math.max(isServed ? 1 : lastRead, youngest(leaves, masks[0]! & (masks[1] ?? 0)));
    waits = leaves.after.filter(({ from }) => ((masks[1]! & ~masks[0]!) >> from) & 1);
    ask(masks);
    const a = cheapest[own.first]!;
    const b = own.second < 0 ? -1 : cheapest[own.second]!;
    const c = own.third < 0 ? -1 : cheapest[own.third]!;
    // The cheapest servers, where they are the same to hold and to read; all, where those leave a holder without use.
    if (a >= 0 && (b >= 0 || own.second < 0) && (c >= 0 || own.third < 0)) {
      const isOne = !all && (own.held & ~(usedIn(a) | usedIn(b) | usedIn(c))) === 0;
      if (!look(route, own, a, b, c, isOne) || isOne) continue;
    }
    for (const a of sets[own.first]!.states)
      for (const b of sets[own.second]?.states ?? NO_STATE)
        for (const c of sets[own.third]?.states ?? NO_STATE)
          if ((own.held & ~(usedIn(a) | usedIn(b) | usedIn(c))) === 0) look(route, own, a, b, c, true);
  }
}
