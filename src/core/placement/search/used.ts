/** What one timeline uses: each use with how often. */
import type { Extra } from './extras.ts';
import type { Node } from './node.ts';
import type { Priced, PricedUse } from './priced.ts';

/** Places in the shape's routes and states and in the population's ages; −1 and 0 where there is no such change. */
export interface Timeline {
  route: number;
  first: number;
  second: number;
  third: number;
  x: number;
  y: number;
  cost: number;
}

/** Calls `add` for each use of a timeline, with how often. `lists`: with what its copy jobs list of its own objects. */
export function eachUse(
  priced: Priced,
  p: number,
  node: Node,
  extras: readonly (readonly Extra[])[],
  { route, first, second, third, x, y }: Timeline,
  lists: boolean,
  add: (use: PricedUse, times: number) => void,
): void {
  const { problem } = priced;
  const { ages, hours, reads, reaching, expires, kind } = problem.populations[p]!;
  const { states, routes, transitions } = node.shape(kind);
  const uses = priced.stores[kind]!;
  const use = (place: number) => uses[node.stores[place]!]!;
  const last = ages.length - 1;
  const { enters, leaves } = routes[route]!;
  const count = second < 0 ? 1 : third < 0 ? 2 : 3;
  const stages = [first, second, third];
  const start = [0, x, y, last];
  start[count] = last;
  /** Age at which each place was entered. */
  const since = new Int32Array(node.stores.length);
  const leave = (place: number, at: number, isSpared: boolean) => {
    for (const extra of extras[place]!)
      if (extra.onMove || !isSpared) add(extra.use, extra.between(since[place]!, at));
  };
  const readers = problem.readers.length;
  for (let i = 0; i < count; i += 1) {
    const [from, to] = [start[i]!, start[i + 1]!];
    const { mask, servers } = states[stages[i]!]!;
    if (i > 0) {
      const one = transitions[i === 1 ? enters : leaves]!;
      for (const rule of one.lifecycle) {
        add(use(rule.to).into, reaching[from]!);
        leave(rule.from, from, ((one.spared >> rule.from) & 1) === 1);
        since[rule.to] = from;
      }
      for (const copy of one.copies) {
        add(priced.out(kind, node.stores[copy.from]!, node.stores[copy.to]!), reaching[from]!);
        add(use(copy.to).put, reaching[from]!);
        since[copy.to] = from;
        const { list } = use(copy.from);
        if (!list || !lists) continue;
        let left = i;
        while (left < count && (states[stages[left]!]!.mask >> copy.from) & 1) left += 1;
        const lain = hours[start[left]!]! - hours[since[copy.from]!]!;
        add(list, lain * (problem.runsPerDay?.(ages[from]!) ?? 1));
      }
      for (const place of one.drops) {
        add(use(place).leave, reaching[from]!);
        leave(place, from, false);
      }
    }
    const held = hours[to]! - hours[from]!;
    const read = reads[to]! - reads[from]!;
    for (let place = 0; mask >> place !== 0; place += 1) {
      if (!((mask >> place) & 1)) continue;
      if (i === 0) add(use(place).write, reaching[0]!);
      add(use(place).hold, held);
    }
    for (let q = 0; q < servers.length; q += 1) {
      const own = servers[q]! < 0 ? null : use(servers[q]!).read[q];
      if (own) add(own, q < readers ? read * problem.readers[q]! : held * problem.jobs[q - readers]!);
    }
    if (i < count - 1) continue;
    for (let place = 0; mask >> place !== 0; place += 1) {
      if (!((mask >> place) & 1)) continue;
      if (expires) add(use(place).drop, reaching[last]!);
      leave(place, last, false);
    }
  }
}
