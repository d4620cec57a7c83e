/** What one timeline uses: each use with how often. */
import type { Extra } from './extras.ts';
import { placesIn } from './node.ts';
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

/** Calls `add` for each use of a timeline, with how often. */
export function eachUse(
  priced: Priced,
  p: number,
  node: Node,
  extras: readonly (readonly Extra[])[],
  { route, first, second, third, x, y }: Timeline,
  add: (use: PricedUse, times: number) => void,
): void {
  const { problem } = priced;
  const { ages, hours, reads, reaching, expires, kind } = problem.populations[p]!;
  const { states, routes, transitions } = node.shape(kind);
  const use = (place: number) => priced.stores[kind]![node.stores[place]!]!;
  const last = ages.length - 1;
  const { enters, leaves } = routes[route]!;
  const stages = [
    { state: states[first]!, from: 0, change: -1 },
    ...(second < 0 ? [] : [{ state: states[second]!, from: x, change: enters }]),
    ...(third < 0 ? [] : [{ state: states[third]!, from: y, change: leaves }]),
  ];
  /** Age at which each place was entered. */
  const since = new Int32Array(node.stores.length);
  const leave = (place: number, at: number, isSpared: boolean) => {
    for (const extra of extras[place]!)
      if (extra.onMove || !isSpared) add(extra.use, extra.between(since[place]!, at));
  };
  for (const [i, { state, from, change }] of stages.entries()) {
    const to = stages[i + 1]?.from ?? last;
    const holders = placesIn(state.mask);
    if (i === 0) for (const place of holders) add(use(place).write, reaching[0]!);
    else {
      const one = transitions[change]!;
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
        if (!list) continue;
        const left = stages.slice(i).find((later) => !((later.state.mask >> copy.from) & 1));
        const lain = hours[left?.from ?? last]! - hours[since[copy.from]!]!;
        add(list, lain * (problem.runsPerDay?.(ages[from]!) ?? 1));
      }
      for (const place of one.drops) {
        add(use(place).drop, reaching[from]!);
        leave(place, from, false);
      }
    }
    const held = hours[to]! - hours[from]!;
    for (const place of holders) add(use(place).hold, held);
    for (const [q, place] of state.servers.entries()) {
      const read = place < 0 ? null : use(place).read[q];
      const readers = problem.readers.length;
      if (read)
        add(
          read,
          q < readers ? (reads[to]! - reads[from]!) * problem.readers[q]! : held * problem.jobs[q - readers]!,
        );
    }
    if (i < stages.length - 1) continue;
    for (const place of holders) {
      if (expires) add(use(place).drop, reaching[last]!);
      leave(place, last, false);
    }
  }
}
