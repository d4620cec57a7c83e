/** One choice billed exactly, and what it takes to run it. */
import type { Entry } from '../placement.ts';
import type { Choice, NodeBound } from './bound.ts';
import { effortOf, placesIn, sharesAccount } from './node.ts';
import type { Node, Transition } from './node.ts';
import { costAt } from './pools.ts';
import type { Priced } from './priced.ts';
import { isStanding } from './problem.ts';
import type { Link, Placed, Stage } from './problem.ts';

export interface Billed {
  total: number;
  placed(): Placed;
}

const NEVER: Billed = {
  total: Infinity,
  placed() {
    throw new RangeError('a plan that nobody can run has no stages');
  },
};

/** Bill and effort of what a choice really uses: stores, rules and copy jobs that no population needs are none. */
export function billed(known: Priced, { node, timelines }: NodeBound, choice: Choice): Billed {
  const { problem } = known;
  const { accounts, populations } = problem;
  const { quantities } = known;
  quantities.fill(0);
  const { meters, amounts } = problem.fixed;
  for (let i = 0; i < meters.length; i += 1) quantities[meters[i]!] = quantities[meters[i]!]! + amounts[i]!;
  let used = node.copies;
  const rules = new Map<number, Link>();
  const copies = new Map<number, Link>();
  const firsts: number[] = [];
  for (let p = 0; p < choice.length; p += 1) {
    const one = choice[p]!;
    timelines.add(p, one, quantities, null);
    const { states, transitions } = timelines.shape(p);
    const { first, second, third, enters, leaves } = timelines.sequence(p, one);
    firsts.push(first);
    for (const s of [first, second, third]) if (s >= 0) used |= states[s]!.mask;
    for (const t of [enters, leaves]) {
      if (t < 0) continue;
      for (const rule of transitions[t]!.lifecycle) rules.set(rule.from * 64 + rule.to, rule);
      for (const copy of transitions[t]!.copies) copies.set(copy.from * 64 + copy.to, copy);
    }
  }
  const entryOf = (p: number) => timelines.shape(p).states[firsts[p]!]!.mask;
  /** Populations whose way in differs from that of the stream's first. */
  const apart = populations.flatMap((one, p) => {
    const head = populations.findIndex(({ stream }) => stream === one.stream);
    return entryOf(p) === entryOf(head) ? [] : [head, p];
  });
  const holds = (place: number) => ((used >> place) & 1) === 1;
  const isRouted = apart.length > 0 && node.rules.router;
  // What no router tells apart, a rule between two of the stores does.
  if (apart.length > 0 && !isRouted && !node.rules.lifecycle.some(({ from, to }) => holds(from) && holds(to)))
    return NEVER;
  const storesIn = (mask: number) => placesIn(mask).map((i) => node.stores[i]!);
  const stores = storesIn(used);
  const chosen = storesIn(used & ~node.copies);
  const bill = problem.bill ? problem.bill(stores, quantities) : ownBill(known, stores, quantities);
  const isWithin = ({ from, to }: Link) => accounts[node.stores[from]!] === accounts[node.stores[to]!];
  const writesTwice = firsts.some((_, p) => sharesAccount(problem, node.stores, entryOf(p) & ~node.copies));
  const effort = effortOf(known, chosen, {
    lifecycle: rules.size,
    copiesWithin: [...copies.values()].some(isWithin) || writesTwice ? 1 : 0,
    router: isRouted,
  });
  const named = (list: Iterable<Link>) =>
    [...list].map(({ from, to }) => ({ from: node.stores[from]!, to: node.stores[to]! }));
  return {
    total: bill + effort,
    placed() {
      const written = populations.flatMap((one, p) => (isStanding(one) ? [] : [entryOf(p) & ~node.copies]));
      return {
        stages: choice.map((one, p) => stagesOf(node, timelines, p, one)),
        stores: chosen,
        rules: named(rules.values()),
        copyJobs: named(copies.values()),
        dualWrites: [...new Set(written)].map(storesIn).filter((together) => together.length > 1),
        routed: isRouted ? storesIn(apart.reduce((mask, p) => mask | entryOf(p), 0) & ~node.copies) : [],
        bill,
        effort,
      };
    },
  };
}

function stagesOf(node: Node, timelines: NodeBound['timelines'], p: number, one: Choice[number]): Stage[] {
  const { states, transitions } = timelines.shape(p);
  const { first, second, third, enters, leaves } = timelines.sequence(p, one);
  const store = (place: number) => node.stores[place]!;
  const entries = (mask: number, change: Transition | undefined): Entry[] => {
    if (!change) return placesIn(mask).map((i) => ({ store: store(i), how: 'write', from: null }));
    const by = (how: 'copy' | 'rule', { from, to }: Link): Entry => ({
      store: store(to),
      how,
      from: store(from),
    });
    return [
      ...change.lifecycle.map((link) => by('rule', link)),
      ...change.copies.map((link) => by('copy', link)),
    ];
  };
  return [
    { state: first, from: 0, change: -1 },
    { state: second, from: one.x, change: enters },
    { state: third, from: one.y, change: leaves },
  ].flatMap(({ state, from, change }) => {
    const found = states[state];
    if (!found) return [];
    return {
      from,
      holders: placesIn(found.mask).map(store),
      servers: [...found.servers].map((i) => (i < 0 ? -1 : store(i))),
      entered: entries(found.mask, transitions[change]),
    };
  });
}

/** The bill where prices and pools are all there is; a pool that no open store names costs nothing. */
function ownBill(
  { problem: { meters, pools, fees }, touched, fixedTouched }: Priced,
  stores: readonly number[],
  quantities: Float64Array,
): number {
  const filled = new Float64Array(pools.length);
  let sum = fees(stores);
  for (const [m, { price, pools: into }] of meters.entries()) {
    const amount = quantities[m]!;
    sum += price * amount;
    for (const { pool, times } of into) filled[pool] = filled[pool]! + times * amount;
  }
  for (const pool of new Set([...fixedTouched, ...stores.flatMap((s) => [...touched[s]!])]))
    sum += costAt(pools[pool]!, filled[pool]!);
  return sum;
}
