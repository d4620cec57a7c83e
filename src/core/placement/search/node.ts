/**
 * One to three stores with the rules in force between them: the states an object can be in, and the sequences of them that it can
 * go through. A state is a set of holders and the store that serves each reader; at most two changes, no store entered twice.
 */
import type { Problem } from './problem.ts';
import type { Priced, PricedStore, PricedUse } from './priced.ts';

export interface NodeRules {
  /** Lifecycle rules, between places in `stores`. */
  lifecycle: readonly { from: number; to: number }[];
  /** Copy jobs between stores of one account, or a second write there. */
  copiesWithin: boolean;
  /** Populations of a stream enter stores of their own. */
  router: boolean;
}

export const NO_RULES: NodeRules = { lifecycle: [], copiesWithin: false, router: false };

export interface State {
  /** Bits are places in the node's stores. */
  mask: number;
  /** By reader, the place that serves it; −1: none of the holders may. */
  servers: Int8Array;
  isServed: boolean;
}

/** What happens to an object where its holders change. */
export interface Transition {
  lifecycle: readonly { from: number; to: number }[];
  copies: readonly { from: number; to: number }[];
  /** Left without a rule that moves the object. */
  drops: readonly number[];
  /** Left by a rule that asks no minimum duration. */
  spared: number;
  /** Oldest of the ages that its rules ask for, by the place that is left. */
  after: readonly { from: number; days: number }[];
}

/** Places in `states`, and in `transitions` of the changes between them; −1: there is none. */
export interface Sequence {
  first: number;
  second: number;
  third: number;
  enters: number;
  leaves: number;
}

export interface KindShape {
  states: readonly State[];
  transitions: readonly Transition[];
  sequences: readonly Sequence[];
}

export interface Node {
  /** Those chosen, then the demanded copies. */
  stores: readonly number[];
  chosen: readonly number[];
  rules: NodeRules;
  /** Bits of the demanded copies. */
  copies: number;
  fees: number;
  effort: number;
  /** Pools that its stores, or what is fixed, put something into. */
  pools: Int32Array;
  low: Float64Array;
  high: Float64Array;
  shape(kind: number): KindShape;
}

export function nodeOf(priced: Priced, chosen: readonly number[], rules: NodeRules): Node {
  const { problem } = priced;
  const stores = [...chosen, ...problem.copies];
  const copies = problem.copies.reduce((bits, _, i) => bits | (1 << (chosen.length + i)), 0);
  const pools = new Set<number>(priced.fixedTouched);
  for (const s of stores) for (const pool of priced.touched[s]!) pools.add(pool);
  const own = Int32Array.from(pools).sort();
  const reach = (of: 'low' | 'high') =>
    Float64Array.from(own, (pool) =>
      stores.reduce((sum, s) => sum + priced.reach[s]![of][pool]!, priced.fixedPools[pool]!),
    );
  const shapes: KindShape[] = [];
  return {
    stores,
    chosen,
    rules,
    copies,
    fees: problem.fees(stores),
    effort: effortOfRules(priced, chosen, rules),
    pools: own,
    low: reach('low'),
    high: reach('high'),
    shape: (kind) => (shapes[kind] ??= shapeOf(priced, kind, stores, copies, chosen.length, rules)),
  };
}

/** The effort of all the rules that may be in force. */
export function effortOfRules(priced: Priced, stores: readonly number[], rules: NodeRules): number {
  return effortOf(priced, stores, {
    lifecycle: rules.lifecycle.length,
    copiesWithin: rules.copiesWithin ? 1 : 0,
    router: rules.router,
  });
}

/** What a placement must earn: further accounts, then rules, or second stores of an account where no rule joins them. */
export function effortOf(
  { problem: { accounts, effort } }: Priced,
  stores: readonly number[],
  used: { lifecycle: number; copiesWithin: number; router: boolean },
): number {
  const distinct = new Set(stores.map((s) => accounts[s]!)).size;
  const further = Math.max(0, stores.length - distinct);
  return (
    Math.max(0, distinct - 1) * effort.account +
    Math.max(further, used.lifecycle) * effort.rule +
    used.copiesWithin * effort.account +
    (used.router ? effort.router : 0)
  );
}

function shapeOf(
  priced: Priced,
  kind: number,
  stores: readonly number[],
  copies: number,
  free: number,
  rules: NodeRules,
): KindShape {
  const { problem } = priced;
  const uses = stores.map((s) => priced.stores[kind]![s]!);
  const states: State[] = [];
  for (let own = 1; own < 1 << free; own += 1) {
    const mask = own | copies;
    if (problem.mayHold(placesIn(mask).map((i) => stores[i]!))) states.push(...statesOf(priced, uses, mask));
  }
  const isLeftBehind = stores.map((s) => problem.uses[kind]![s]!.isLeftBehind === true);
  const found = transitions(priced, stores, uses, {
    ...rules,
    lifecycle: rules.lifecycle.filter(({ from }) => !isLeftBehind[from]),
  });
  const sequences: Sequence[] = [];
  const mayEnter = states.map(
    ({ mask }) =>
      (rules.copiesWithin || !sharesAccount(problem, stores, mask & ~copies)) &&
      problem.mayEnter(placesIn(mask).map((i) => stores[i]!)),
  );
  const keeps = (...list: readonly State[]) => isUseful(list, copies);
  for (const [first, a] of states.entries()) {
    if (!mayEnter[first]) continue;
    if (keeps(a)) sequences.push({ first, second: -1, third: -1, enters: -1, leaves: -1 });
    if (!a.isServed) continue;
    for (const [second, b] of states.entries()) {
      const enters = b.mask === a.mask ? -1 : found.between(a.mask, b.mask);
      if (enters < 0) continue;
      if (keeps(a, b)) sequences.push({ first, second, third: -1, enters, leaves: -1 });
      if (!b.isServed) continue;
      for (const [third, c] of states.entries()) {
        // No store is entered twice.
        if (c.mask === b.mask || (a.mask & c.mask & ~b.mask) !== 0 || !keeps(a, b, c)) continue;
        const leaves = found.between(b.mask, c.mask);
        if (leaves >= 0) sequences.push({ first, second, third, enters, leaves });
      }
    }
  }
  return { states, transitions: found.list, sequences };
}

/** Whether two of the places are in one account: who holds objects in both from the start writes them twice there. */
export function sharesAccount({ accounts }: Problem, stores: readonly number[], mask: number): boolean {
  const named = placesIn(mask).map((i) => accounts[stores[i]!]);
  return new Set(named).size < named.length;
}

export function placesIn(mask: number): number[] {
  const places: number[] = [];
  for (let i = 0; mask >> i !== 0; i += 1) if ((mask >> i) & 1) places.push(i);
  return places;
}

/** Ways to share the readers among the holders that are told apart. */
const MOST_MIXED = 9;

/** Every mixture of servers that could be best: for each reader those that no other beats at any price that pools can have. */
function statesOf(priced: Priced, uses: readonly PricedStore[], mask: number): State[] {
  const holders = placesIn(mask);
  const readers = uses[0]?.read.length ?? 0;
  const options = Array.from({ length: readers }, (_, q) => {
    const able = holders.flatMap((place) => {
      const use = uses[place]!.read[q];
      return use ? [{ place, use }] : [];
    });
    const isBeaten = ({ use }: (typeof able)[number], i: number) =>
      able.some(
        (other, j) =>
          j !== i &&
          isNeverDearer(priced, other.use, use) &&
          (j < i || !isNeverDearer(priced, use, other.use)),
      );
    return able.filter((one, i) => !isBeaten(one, i)).sort((a, b) => a.use.list - b.use.list);
  });
  const isServed = options.every((own) => own.length > 0);
  const state = (servers: readonly number[]): State => ({ mask, servers: Int8Array.from(servers), isServed });
  const ways = options.reduce((all, own) => all * Math.max(1, own.length), 1);
  if (ways <= MOST_MIXED)
    return options
      .reduce<number[][]>(
        (all, own) =>
          all.flatMap((before) => (own.length > 0 ? own : NOBODY).map(({ place }) => [...before, place])),
        [[]],
      )
      .map(state);
  // Too many: all by one measure.
  const by = (of: (use: PricedUse) => number) =>
    options.map((own) => own.reduce((a, b) => (of(b.use) < of(a.use) ? b : a), own[0] ?? NOBODY[0]!).place);
  return [by((use) => use.list), by((use) => use.strain)]
    .filter((one, i, all) => all.findIndex((other) => other.join() === one.join()) === i)
    .map(state);
}

const NOBODY: readonly { place: number; use: PricedUse }[] = [
  {
    place: -1,
    use: {
      use: { meters: new Int32Array(0), amounts: new Float64Array(0) },
      dollars: 0,
      pools: new Int32Array(0),
      amounts: new Float64Array(0),
      list: 0,
      strain: 0,
    },
  },
];

/** Whether one use costs no more than another, and takes no more of any limit, whatever the prices of the pools. */
function isNeverDearer({ least, greatest }: Priced, one: PricedUse, other: PricedUse): boolean {
  let margin = other.dollars - one.dollars;
  const amountIn = ({ pools, amounts }: PricedUse, k: number) => {
    const i = pools.indexOf(k);
    return i < 0 ? 0 : amounts[i]!;
  };
  for (const k of new Set([...one.pools, ...other.pools])) {
    const more = amountIn(other, k) - amountIn(one, k);
    if (more !== 0) margin += Math.min(more * least[k]!, more * greatest[k]!);
  }
  return margin >= 0;
}

/** Every holder serves a reader or is alone at some age, so that none is held for nothing. */
function isUseful(states: readonly State[], copies: number): boolean {
  let [held, used] = [0, 0];
  for (const { mask, servers } of states) {
    const own = mask & ~copies;
    held |= own;
    if ((own & (own - 1)) === 0) used |= own;
    for (const one of servers) if (one >= 0) used |= 1 << one;
  }
  return (held & ~used) === 0;
}

/** Of one change of holders: each new one by the rule that moves objects there, else by the copy that is cheapest at list price. */
function transitions(
  { problem }: Priced,
  stores: readonly number[],
  uses: readonly PricedStore[],
  { lifecycle, copiesWithin }: NodeRules,
): { list: readonly Transition[]; between(from: number, to: number): number } {
  const list: Transition[] = [];
  const known = new Map<number, number>();
  const isOneAccount = (a: number, b: number) =>
    problem.accounts[stores[a]!] === problem.accounts[stores[b]!];
  const make = (from: number, to: number): Transition | null => {
    const byRule: { from: number; to: number }[] = [];
    const copies: { from: number; to: number }[] = [];
    for (const entered of placesIn(to & ~from)) {
      const rule = lifecycle.find((one) => one.to === entered && ((from & ~to) >> one.from) & 1);
      const sources = placesIn(from).filter((i) => copiesWithin || !isOneAccount(i, entered));
      const cost = (i: number) => uses[i]!.out[stores[entered]!]!.list + uses[entered]!.put.list;
      const source = sources.reduce((best, i) => (best < 0 || cost(i) < cost(best) ? i : best), -1);
      if (rule && (source < 0 || uses[entered]!.into.list <= cost(source))) byRule.push(rule);
      else if (source >= 0) copies.push({ from: source, to: entered });
      else return null;
    }
    const moved = byRule.reduce((bits, one) => bits | (1 << one.from), 0);
    return {
      lifecycle: byRule,
      copies,
      drops: placesIn(from & ~to & ~moved),
      spared: byRule.reduce((bits, one) => (uses[one.from]!.earlyOnMove ? bits : bits | (1 << one.from)), 0),
      after: byRule.flatMap((one) => {
        const days = problem.moves[stores[one.from]!]![stores[one.to]!]!.lifecycleAfter ?? Infinity;
        return days > 0 ? [{ from: one.from, days }] : [];
      }),
    };
  };
  return {
    list,
    between(from, to) {
      const key = from * MASKS + to;
      const before = known.get(key);
      if (before !== undefined) return before;
      const made = make(from, to);
      const index = made ? list.push(made) - 1 : -1;
      known.set(key, index);
      return index;
    },
  };
}

/** More than the holders of a node and its copies can be. */
const MASKS = 65_536;
