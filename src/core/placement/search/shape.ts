/**
 * What one kind of object can go through in a node: sets of holders, changes between them, and routes of at most two changes that enter
 * no store twice. A state is a set of holders and the store that serves each reader.
 */
import { changesOf } from './changes.ts';
import type { Transition } from './changes.ts';
import type { Holders, Mask } from './holders.ts';
import type { Priced, PricedStore, PricedUse } from './priced.ts';

export interface State {
  /** Place of its set of holders in `sets`. */
  set: number;
  mask: number;
  /** By reader, then by job, the place that serves it; −1: none of the holders may. */
  servers: Int8Array;
  /** Bits of the chosen stores that serve somebody, or without which the others may not hold the objects. */
  used: number;
}

export interface HolderSet {
  mask: number;
  isServed: boolean;
  /** Places in `states`: they differ in who serves whom. */
  states: readonly number[];
}

/** Sets of holders, and the transitions between them, by their places; −1: there is none. */
export interface Route {
  first: number;
  second: number;
  third: number;
  enters: number;
  leaves: number;
  /** Of its sets of holders, in order; whether the last may serve every reader. */
  masks: readonly number[];
  isServed: boolean;
  /** Bits of the chosen stores that are held at any age. */
  held: number;
  /** Those that are entered, and those that are held: `entered << chosen | held`. */
  way: number;
}

export interface KindShape {
  states: readonly State[];
  sets: readonly HolderSet[];
  transitions: readonly Transition[];
  routes: readonly Route[];
}

export function shapeOf(known: Priced, kind: number, node: Holders): KindShape {
  const uses = node.stores.map((s) => known.stores[kind]![s]!);
  const own = (1 << node.chosen) - 1;
  const allowed = new Set(node.masks.map(({ bits }) => bits));
  const states: State[] = [];
  const sets: HolderSet[] = [];
  for (const [set, mask] of node.masks.entries()) {
    const needed = mask.places.reduce(
      (bits, i) => (allowed.has(mask.bits & ~(1 << i)) ? bits : bits | (1 << i)),
      0,
    );
    const { isServed, mixtures } = serversOf(known, uses, mask, node);
    const first = states.length;
    for (const servers of mixtures)
      states.push({
        set,
        mask: mask.bits,
        servers: Int8Array.from(servers),
        used: servers.reduce((bits, i) => (i < 0 ? bits : bits | (1 << i)), needed),
      });
    sets.push({ mask: mask.bits, isServed, states: mixtures.map((_, i) => first + i) });
  }
  const changes = changesOf(known, kind, node, uses);
  const used = sets.map((set) => set.states.reduce((bits, s) => bits | states[s]!.used, 0));
  const routes: Route[] = [];
  const account = (place: number) => known.problem.accounts[node.stores[place]!]!;
  const distinct = new Set(node.stores.slice(0, node.chosen).map((s) => known.problem.accounts[s])).size;
  /** Whether a life takes more than what its node runs. */
  const isBeyond = (first: number, enters: number, leaves: number) => {
    const written = node.masks[first]!.places.filter((i) => i < node.chosen);
    const apart = new Set(written.map(account)).size;
    let [rules, between] = [written.length - apart, apart - 1];
    for (const change of [enters, leaves]) {
      if (change < 0) continue;
      const one = changes.list[change]!;
      if (one.deletesWithin && !node.more.jobsWithin) return true;
      rules += one.lifecycle.length + one.deletes.length;
      for (const { from, to } of one.copies) if (account(from) !== account(to)) between += 1;
    }
    return (
      (!node.more.rules && rules > node.chosen - distinct) || (!node.more.further && between > distinct - 1)
    );
  };
  const add = (first: number, second: number, third: number, enters: number, leaves: number) => {
    const through = [first, second, third].filter((set) => set >= 0);
    const masks = through.map((set) => sets[set]!.mask);
    const held = masks.reduce((bits, mask) => bits | mask, 0) & own;
    // Every holder serves a reader or is needed to keep the objects at some age: none is held for nothing.
    if ((held & ~through.reduce((bits, set) => bits | used[set]!, 0)) !== 0) return;
    if (isBeyond(first, enters, leaves)) return;
    const way = ((sets[first]!.mask & own) << node.chosen) | held;
    const { isServed } = sets[through[through.length - 1]!]!;
    routes.push({ first, second, third, enters, leaves, masks, isServed, held, way });
  };
  const count = sets.length;
  for (let first = 0; first < count; first += 1) if (node.masks[first]!.mayEnter) add(first, -1, -1, -1, -1);
  for (const isLast of [true, false])
    for (let first = 0; first < count; first += 1) {
      const a = sets[first]!;
      if (!node.masks[first]!.mayEnter || !a.isServed) continue;
      for (let second = 0; second < count; second += 1) {
        const b = sets[second]!;
        if (first === second || (!isLast && !b.isServed)) continue;
        for (const enters of changes.between(a.mask, b.mask)) {
          if (isLast) add(first, second, -1, enters, -1);
          else
            for (let third = 0; third < count; third += 1) {
              const c = sets[third]!;
              // No store is entered twice.
              if (third === second || (a.mask & c.mask & ~b.mask) !== 0) continue;
              for (const leaves of changes.between(b.mask, c.mask)) add(first, second, third, enters, leaves);
            }
        }
      }
    }
  return { states, sets, transitions: changes.list, routes };
}

/** Ways to share the readers among the holders that are told apart. */
const MOST_MIXED = 9;

/** Every mixture of servers that could be best: for each reader those that no other beats at any price that pools can have. */
function serversOf(
  known: Priced,
  uses: readonly PricedStore[],
  { places }: Mask,
  { stores, answers: buckets }: Holders,
): { isServed: boolean; mixtures: number[][] } {
  const readers = uses[0]?.read.length ?? 0;
  const { worker } = known.problem;
  const answers = (place: number, q: number) => {
    const bucket = buckets?.[worker?.asks[q] ?? -1];
    return bucket === undefined || worker?.buckets[stores[place]!] === bucket;
  };
  let isServed = true;
  const options = Array.from({ length: readers }, (_, q) => {
    const all = places.flatMap((place) => {
      const use = uses[place]!.read[q];
      return use ? [{ place, use }] : [];
    });
    const answering = all.filter(({ place }) => answers(place, q));
    isServed &&= answering.length > 0;
    // Held after the last read alone.
    const able = answering.length > 0 ? answering : all;
    if (able.length < 2) return able;
    const isBeaten = ({ use }: (typeof able)[number], i: number) =>
      able.some(
        (other, j) =>
          j !== i && isNeverDearer(known, other.use, use) && (j < i || !isNeverDearer(known, use, other.use)),
      );
    return able.filter((one, i) => !isBeaten(one, i)).sort((a, b) => a.use.list - b.use.list);
  });
  const ways = options.reduce((all, own) => all * Math.max(1, own.length), 1);
  if (ways <= MOST_MIXED) {
    let all: number[][] = [[]];
    for (const own of options)
      all = all.flatMap((before) =>
        own.length > 0 ? own.map(({ place }) => [...before, place]) : [[...before, NOBODY]],
      );
    return { isServed, mixtures: all };
  }
  // Too many: all by one measure.
  const by = (of: (use: PricedUse) => number) =>
    options.map((own) =>
      own.length > 0 ? own.reduce((a, b) => (of(b.use) < of(a.use) ? b : a)).place : NOBODY,
    );
  const two = [by((use) => use.list), by((use) => use.strain)];
  return { isServed, mixtures: two[0]!.join() === two[1]!.join() ? [two[0]!] : two };
}

const NOBODY = -1;

/** Whether one use costs no more than another, and takes no more of any limit, whatever the prices of the pools. */
function isNeverDearer({ least, greatest }: Priced, one: PricedUse, other: PricedUse): boolean {
  let margin = other.dollars - one.dollars;
  const count = (k: number, more: number) => {
    if (more !== 0) margin += Math.min(more * least[k]!, more * greatest[k]!);
  };
  for (let i = 0; i < one.pools.length; i += 1) {
    const k = one.pools[i]!;
    const j = other.pools.indexOf(k);
    count(k, (j < 0 ? 0 : other.amounts[j]!) - one.amounts[i]!);
  }
  for (let j = 0; j < other.pools.length; j += 1)
    if (!one.pools.includes(other.pools[j]!)) count(other.pools[j]!, other.amounts[j]!);
  return margin >= 0;
}
