/** One population's routes in a node at fixed prices: the cheapest ages of each that could be the best of its way, or all ages near it. */
import type { Extra } from './extras.ts';
import type { Population } from './problem.ts';
import type { Path, Program } from './program.ts';
import type { KindShape } from './shape.ts';
import type { StatePrices } from './state-prices.ts';

/** What a store asks for besides, and the price of one. */
export interface Asked {
  extra: Extra;
  rate: number;
}

export interface Scanned {
  population: Population;
  program: Program;
  shape: KindShape;
  prices: StatePrices;
  /** By place in the node's stores. */
  asked: readonly (readonly Asked[])[];
}

/** Costs of a change at each age. */
interface Row {
  costs: Float64Array;
  /** The least up to each age, the least at all, and the first age that may be. */
  upTo: Float64Array;
  least: number;
  from: number;
  /** The states that it is of. */
  before: number;
  after: number;
  /** Which scan it was worked out in. */
  scan: number;
}

export interface Room {
  firsts: Row[];
  seconds: Row[];
  scans: number;
  /** By place in a node's stores. */
  wholes: Float64Array;
  credits: Float64Array;
}

export const emptyRoom = (): Room => ({
  firsts: [],
  seconds: [],
  scans: 0,
  wholes: new Float64Array(8),
  credits: new Float64Array(8),
});

/** A route with its states and ages: places in the shape's and the population's; −1 and 0 where there is no such change. */
export interface Met {
  way: number;
  route: number;
  first: number;
  second: number;
  third: number;
  x: number;
  y: number;
  cost: number;
  /** Every holder serves a reader or is needed to keep the objects at some age. */
  isUseful: boolean;
}

/**
 * `all`: every route that is useful, with all who may serve and all ages, that costs no more than `bars` has for its way. `best`: the
 * cheapest of each route that costs less than that. `loose`: the same where each reader is served by the cheapest, useful or not.
 * `found` says when it is enough.
 */
export type Mode = 'all' | 'best' | 'loose';

export function scan(
  { population, program, shape, prices, asked }: Scanned,
  room: Room,
  bars: Float64Array,
  mode: Mode,
  found: (met: Met) => boolean,
): void {
  const all = mode === 'all';
  const { hours, reads, reaching, ages, expires } = population;
  const { stay, read, entry, drop, change, best: cheapest } = prices;
  const { states, sets } = shape;
  const { still, ones, twos, firsts, seconds } = program;
  const last = ages.length - 1;
  const [allHours, allReads, arriving] = [hours[last]!, reads[last]!, reaching[0]!];
  const gone = expires ? reaching[last]! : 0;
  const lastRead = reads.findIndex((sum) => sum >= allReads);
  const met: Met = {
    way: 0,
    route: 0,
    first: -1,
    second: -1,
    third: -1,
    x: 0,
    y: 0,
    cost: 0,
    isUseful: true,
  };
  room.scans += 1;
  let isEnough = false;

  const life = (s: number) => stay[s]! * allHours + read[s]! * allReads + drop[s]! * gone;
  /** What each store asks for that is held from arrival to the end, and what it can take off at the most in between. */
  const [wholes, credits] = [room.wholes, room.credits];
  for (let i = 0; i < asked.length; i += 1) {
    wholes[i] = credits[i] = 0;
    for (const { extra, rate } of asked[i]!) {
      wholes[i] = wholes[i]! + rate * extra.after[0]!;
      credits[i] = credits[i]! + Math.min(0, rate * extra.most);
    }
  }
  const sumIn = (of: Float64Array, bits: number) => {
    let sum = 0;
    for (let i = 0; bits >> i !== 0; i += 1) if ((bits >> i) & 1) sum += of[i]!;
    return sum;
  };
  /** First age at which rules may move what came at arrival. */
  const youngest = (after: readonly { from: number; days: number }[], held: number) => {
    let from = 1;
    for (const one of after)
      if ((held >> one.from) & 1) while (from < last && ages[from]! < one.days * (1 - 1e-9)) from += 1;
    return from;
  };
  const addAsked = ({ costs, from }: Row, bits: number, isLeft: boolean, spared: number) => {
    for (let i = 0; bits >> i !== 0; i += 1) {
      if (!((bits >> i) & 1)) continue;
      for (const { extra, rate } of asked[i]!) {
        if (isLeft && !extra.onMove && (spared >> i) & 1) continue;
        const times = isLeft ? extra.before : extra.after;
        for (let x = from; x < last; x += 1) costs[x] = costs[x]! + rate * times[x]!;
      }
    }
  };
  const rowIn = (rows: Row[], place: number): Row => {
    const row = rows[place];
    if (row && row.costs.length >= last) return row;
    const costs = new Float64Array(last);
    const upTo = new Float64Array(last);
    return (rows[place] = { costs, upTo, least: 0, from: 0, before: -1, after: -1, scan: 0 });
  };
  /** A change between two states; the price of it and what it starts from. */
  const work = (row: Row, start: number, once: number, a: number, b: number) => {
    const [dStay, dRead] = [stay[a]! - stay[b]!, read[a]! - read[b]!];
    for (let x = row.from; x < last; x += 1)
      row.costs[x] = start + dStay * hours[x]! + dRead * reads[x]! + once * reaching[x]!;
    [row.scan, row.before, row.after] = [room.scans, a, b];
  };
  const sumUp = (row: Row) => {
    let least = Infinity;
    for (let x = row.from; x < last; x += 1) {
      if (row.costs[x]! < least) least = row.costs[x]!;
      row.upTo[x] = least;
    }
    row.least = least;
    return row;
  };
  const firstRow = (f: number, a: number, b: number): Row => {
    const row = rowIn(room.firsts, f);
    if (row.scan === room.scans && row.before === a && row.after === b) return row;
    const { change: by, changes, left, kept } = firsts[f]!;
    row.from = youngest(by.after, -1);
    work(row, entry[a]! * arriving, change[changes]!, a, b);
    if (left !== 0) addAsked(row, left, true, by.spared);
    if (kept !== 0) addAsked(row, kept, false, 0);
    return sumUp(row);
  };
  const secondRow = (g: number, b: number, c: number): Row => {
    const row = rowIn(room.seconds, g);
    if (row.scan === room.scans && row.before === b && row.after === c) return row;
    const { change: by, changes, left, entered, old, to } = seconds[g]!;
    row.from = Math.max(youngest(by.after, old), sets[to]!.isServed ? 1 : lastRead);
    work(row, 0, change[changes]!, b, c);
    if (left !== 0) addAsked(row, left, true, by.spared);
    if (entered !== 0) addAsked(row, entered, false, 0);
    return sumUp(row);
  };

  /** The least cost of a path in some states, told where it is below the bar; or all that are. */
  const tell = (
    { route, way }: Path,
    first: number,
    second: number,
    third: number,
    x: number,
    y: number,
    cost: number,
  ) => {
    met.way = way;
    met.route = route;
    met.first = first;
    met.second = second;
    met.third = third;
    met.x = x;
    met.y = y;
    met.cost = cost;
    isEnough = found(met);
  };
  const passes = (cost: number, bar: number) => (all ? cost <= bar : cost < bar);
  const stayAlone = (path: Path, a: number, isTold: boolean) => {
    const cost = entry[a]! * arriving + life(a) + sumIn(wholes, path.whole);
    if (isTold && passes(cost, bars[path.way]!)) tell(path, a, -1, -1, 0, 0, cost);
    return cost;
  };
  const changeOnce = (path: Path, a: number, b: number, isTold: boolean) => {
    const row = firstRow(path.first, a, b);
    const base = life(b) + sumIn(wholes, path.whole);
    const bar = bars[path.way]!;
    if (!passes(base + row.least, bar)) return base + row.least;
    const from = sets[path.end]!.isServed ? row.from : Math.max(row.from, lastRead);
    let [best, bestX] = [Infinity, 0];
    for (let x = from; x < last; x += 1) {
      const cost = base + row.costs[x]!;
      if (cost < best) [best, bestX] = [cost, x];
      if (all && isTold && cost <= bar) tell(path, a, b, -1, x, 0, cost);
    }
    if (!all && isTold && best < bar) tell(path, a, b, -1, bestX, 0, best);
    return best;
  };
  /** What the stores held only between two ages ask for; infinite before a rule may move objects on. */
  const pair = ({ between, spared, waits }: Path, x: number, y: number) => {
    const held = ages[y]! - ages[x]!;
    for (const { days } of waits) if (held < days * (1 - 1e-9)) return Infinity;
    let sum = 0;
    for (let j = 0; between >> j !== 0; j += 1)
      if ((between >> j) & 1)
        for (const { extra, rate } of asked[j]!)
          if (extra.onMove || !((spared >> j) & 1)) sum += rate * extra.between(x, y);
    return sum;
  };
  const changeTwice = (path: Path, a: number, b: number, c: number, isTold: boolean) => {
    const { between, waits } = path;
    const row = firstRow(path.first, a, b);
    const next = secondRow(path.second, b, c);
    const bar = bars[path.way]!;
    const base = life(c) + sumIn(wholes, path.whole);
    const credit = sumIn(credits, between);
    const floor = base + credit + row.least + next.least;
    if (!passes(floor, bar)) return floor;
    const couples = between !== 0 || waits.length > 0;
    const lists = all && isTold;
    let [best, bestX, bestY] = [Infinity, 0, 0];
    for (let y = Math.max(row.from + 1, next.from); y < last; y += 1) {
      const after = base + next.costs[y]!;
      const least = after + credit + row.upTo[y - 1]!;
      if (!passes(least, lists ? bar : Math.min(best, bar))) continue;
      if (!couples && !lists) {
        [best, bestY] = [least, y];
        continue;
      }
      for (let x = row.from; x < y && !isEnough; x += 1) {
        let cost = after + row.costs[x]!;
        if (couples) {
          if (cost + credit > (lists ? bar : best)) continue;
          cost += pair(path, x, y);
        }
        if (cost < best) [best, bestX, bestY] = [cost, x, y];
        if (lists && cost <= bar) tell(path, a, b, c, x, y, cost);
      }
    }
    if (all || !isTold || best >= bar) return best;
    if (!couples) {
      bestX = row.from;
      while (row.costs[bestX]! > row.upTo[bestY - 1]!) bestX += 1;
    }
    tell(path, a, b, c, bestX, bestY, best);
    return best;
  };
  return follow();

  function follow(): void {
    for (const path of still) {
      if (!sets[path.end]!.isServed && allReads > 0) continue;
      eachState(path, 1);
    }
    if (last < 2) return;
    for (const path of ones) eachState(path, 2);
    for (const path of twos) eachState(path, 3);
  }

  /** The states in which the cheapest serve, or where that is of no use to some holder and could be cheaper, all that are. */
  function eachState(path: Path, count: number): void {
    if (isEnough) return;
    const route = shape.routes[path.route]!;
    const a = cheapest[route.first]!;
    const b = count > 1 ? cheapest[route.second]! : 0;
    const c = count > 2 ? cheapest[route.third]! : 0;
    const isKnown = a >= 0 && b >= 0 && c >= 0;
    if (isKnown) {
      let used = states[a]!.used;
      if (count > 1) used |= states[b]!.used;
      if (count > 2) used |= states[c]!.used;
      met.isUseful = (path.held & ~used) === 0;
      const isOne = mode === 'loose' || (met.isUseful && !all);
      const cost =
        count === 1
          ? stayAlone(path, a, isOne)
          : count === 2
            ? changeOnce(path, a, b, isOne)
            : changeTwice(path, a, b, c, isOne);
      if (isOne || !passes(cost, bars[path.way]!)) return;
    }
    met.isUseful = true;
    for (const first of sets[route.first]!.states) {
      if (count === 1) {
        if ((path.held & ~states[first]!.used) === 0) stayAlone(path, first, true);
        continue;
      }
      for (const second of sets[route.second]!.states) {
        const used = states[first]!.used | states[second]!.used;
        if (count === 2) {
          if ((path.held & ~used) === 0) changeOnce(path, first, second, true);
          continue;
        }
        for (const third of sets[route.third]!.states)
          if ((path.held & ~(used | states[third]!.used)) === 0)
            changeTwice(path, first, second, third, true);
      }
    }
  }
}
