/** One choice billed, and what it takes to run it. */
import { lazily } from '../../memo.ts';
import type { Entry } from '../placement.ts';
import type { Choice, NodeBound } from './bound.ts';
import { isSlice } from './merged.ts';
import { NO_MORE, effortOf, placesIn } from './node.ts';
import type { Node } from './node.ts';
import { costAt } from './pools.ts';
import { addUse } from './priced.ts';
import type { Priced } from './priced.ts';
import { isStanding } from './problem.ts';
import type { Link, Placed, Stage } from './problem.ts';
import type { Transition } from './changes.ts';
import type { Tables } from './tables.ts';

export interface Billed {
  /** Bill and effort are no less: the lists of jobs are not in it. */
  least: number;
  stores: readonly number[];
  /** The stores, and whether one is used, several are entered together, one after the other, or each by other objects. */
  kind: string;
  placed(): Placed;
}

const NEVER: Billed = {
  least: Infinity,
  stores: [],
  kind: '',
  placed() {
    throw new RangeError('nobody can run it');
  },
};

/** What a choice really uses: stores, rules and copy jobs that no population needs are none. */
export function billed(tables: Tables, { node, timelines }: NodeBound, choice: Choice): Billed {
  const { known } = tables;
  const { problem } = known;
  const { accounts, populations } = problem;
  const { quantities } = known;
  quantities.fill(0);
  addUse(quantities, problem.fixed);
  let used = node.copies;
  const rules = new Map<number, Link>();
  const copies = new Map<number, Link>();
  /** Stores from which a job deletes what is held in another account, and whether one deletes what is held in the same. */
  let dropped = 0;
  let deletesWithin = false;
  const firsts: number[] = [];
  for (let p = 0; p < choice.length; p += 1) {
    const one = choice[p]!;
    timelines.add(p, one, quantities, null);
    const { states, routes, transitions } = timelines.shape(p);
    const { first, second, third } = one;
    const { enters, leaves } = routes[one.route]!;
    firsts.push(first);
    for (const s of [first, second, third]) if (s >= 0) used |= states[s]!.mask;
    for (const t of [enters, leaves]) {
      if (t < 0) continue;
      for (const rule of transitions[t]!.lifecycle) rules.set(rule.from * 64 + rule.to, rule);
      for (const copy of transitions[t]!.copies) copies.set(copy.from * 64 + copy.to, copy);
      for (const place of transitions[t]!.deletes) dropped |= 1 << place;
      deletesWithin ||= transitions[t]!.deletesWithin;
    }
  }
  const entryOf = (p: number) => timelines.shape(p).states[firsts[p]!]!.mask;
  const storesIn = (mask: number) => placesIn(mask).map((i) => node.stores[i]!);
  const stores = storesIn(used);
  const chosen = storesIn(used & ~node.copies);
  /** Slices are served alike where no router tells them apart. */
  const twinOf = (p: number) =>
    populations.findIndex((one) => one === populations[p] || isSlice(one, populations[p]!));
  /** Populations that only a router tells apart. */
  const apart = tables.groupsOf(chosen, NO_MORE).flatMap(([head, ...others]) => {
    const odd = others.filter((p) => entryOf(p) !== entryOf(head!) || firsts[p] !== firsts[twinOf(p)]);
    return odd.length > 0 ? [head!, ...odd] : [];
  });
  const isRouted = apart.length > 0;
  if (isRouted && !node.more.router) return NEVER;
  const billOf = (amounts: Float64Array) =>
    problem.bill ? problem.bill(stores, amounts) : ownBill(known, stores, amounts);
  const least = billOf(quantities);
  const asked = problem.lists && stores.length > 1 ? quantities.slice() : null;
  const isWithin = ({ from, to }: Link) => accounts[node.stores[from]!] === accounts[node.stores[to]!];
  const jobsWithin = deletesWithin || [...copies.values()].some(isWithin);
  const written = populations.map((one, p) =>
    isStanding(one) ? 0 : new Set(storesIn(entryOf(p) & ~node.copies).map((s) => accounts[s])).size - 1,
  );
  const writtenWithin = firsts.map((_, p) => {
    const own = storesIn(entryOf(p) & ~node.copies);
    return own.length - new Set(own.map((s) => accounts[s])).size;
  });
  const running = {
    rules: rules.size + placesIn(dropped).length + Math.max(0, ...writtenWithin),
    between: [...copies.values()].filter((one) => !isWithin(one)).length + Math.max(0, ...written),
  };
  const effort = effortOf(known, chosen, running, { jobsWithin, router: isRouted });
  const named = (list: Iterable<Link>) =>
    [...list].map(({ from, to }) => ({ from: node.stores[from]!, to: node.stores[to]! }));
  const entries = populations.map((_, p) => storesIn(entryOf(p) & ~node.copies));
  const isMoved = rules.size + copies.size > 0;
  const way = entries.some((own) => own.length > 1) ? 'dual' : isMoved ? 'tier' : 'apart';
  return {
    least: least + effort,
    stores: chosen,
    kind: `${chosen.join()} ${chosen.length === 1 ? 'single' : way}`,
    placed: lazily(() => {
      const written = new Map(
        entries.flatMap((own, p) =>
          isStanding(populations[p]!) || own.length < 2 ? [] : [[own.join(), own]],
        ),
      );
      const stages = tables.origins.map((p) => stagesOf(node, timelines, p, choice[p]!));
      if (asked) addUse(asked, problem.lists!(stages));
      return {
        stages,
        stores: chosen,
        rules: named(rules.values()),
        copyJobs: named(copies.values()),
        dualWrites: [...written.values()],
        routed: isRouted ? storesIn(apart.reduce((mask, p) => mask | entryOf(p), 0) & ~node.copies) : [],
        bill: asked ? billOf(asked) : least,
        effort,
      };
    }),
  };
}

export function stagesOf(
  node: Node,
  timelines: NodeBound['timelines'],
  p: number,
  one: Choice[number],
): Stage[] {
  const { states, routes, transitions } = timelines.shape(p);
  const { first, second, third } = one;
  const { enters, leaves } = routes[one.route]!;
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
  { problem: { meters, pools, fees }, touched, fixed }: Priced,
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
  for (const pool of new Set([...fixed.pools, ...stores.flatMap((s) => [...touched[s]!])]))
    sum += costAt(pools[pool]!, filled[pool]!);
  return sum;
}
