/** What one object of a kind costs in each state of a node, and in each change between them, under fixed prices of the pools. */
import type { StorePrices } from './prices.ts';
import type { Problem } from './problem.ts';
import type { KindShape } from './shape.ts';

export interface StatePrices {
  /** By state: a month held with its jobs, a read, an object written, an object deleted. */
  stay: Float64Array;
  read: Float64Array;
  entry: Float64Array;
  drop: Float64Array;
  /** By transition, of one object. */
  change: Float64Array;
  /** By set of holders, the state that costs least; −1: one costs less to hold, another to read. */
  best: Int32Array;
}

/** `prices`: of the node's stores. */
export function statePrices(
  { readers, jobs }: Pick<Problem, 'readers' | 'jobs'>,
  prices: StorePrices,
  { states, sets, transitions }: KindShape,
  kind: number,
): StatePrices {
  const { count } = prices;
  const { hold, write, put, into, drop, leave, read: readAt } = prices.of(kind);
  const made: StatePrices = {
    stay: new Float64Array(states.length),
    read: new Float64Array(states.length),
    entry: new Float64Array(states.length),
    drop: new Float64Array(states.length),
    change: new Float64Array(transitions.length),
    best: new Int32Array(sets.length),
  };
  const served = (servers: Int8Array, first: number, times: readonly number[]) => {
    let sum = 0;
    for (let j = 0; j < times.length; j += 1) {
      const server = servers[first + j]!;
      if (server >= 0) sum += times[j]! * readAt[(first + j) * count + server]!;
    }
    return sum;
  };
  for (let s = 0; s < states.length; s += 1) {
    const { mask, servers } = states[s]!;
    // Jobs read what is held, whatever its age.
    let [held, entry, gone] = [served(servers, readers.length, jobs), 0, 0];
    for (let i = 0; i < count; i += 1) {
      if (!((mask >> i) & 1)) continue;
      held += hold[i]!;
      entry += write[i]!;
      gone += drop[i]!;
    }
    made.stay[s] = held;
    made.entry[s] = entry;
    made.drop[s] = gone;
    made.read[s] = served(servers, 0, readers);
  }
  for (const [set, { states: own }] of sets.entries()) {
    const least = (of: Float64Array) => own.reduce((sum, s) => Math.min(sum, of[s]!), Infinity);
    const [stay, read] = [least(made.stay), least(made.read)];
    made.best[set] = own.find((s) => made.stay[s] === stay && made.read[s] === read) ?? -1;
  }
  for (let t = 0; t < transitions.length; t += 1) {
    const { lifecycle, copies, drops } = transitions[t]!;
    let sum = 0;
    for (const { to } of lifecycle) sum += into[to]!;
    for (const { from, to } of copies) sum += prices.outOf(kind, from, to) + put[to]!;
    for (const from of drops) sum += leave[from]!;
    made.change[t] = sum;
  }
  return made;
}
