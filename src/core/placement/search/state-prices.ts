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

/** Written into `room`, which is of the same shape; null: into what is new. */
export function statePrices(
  { readers, jobs }: Problem,
  { states, sets, transitions }: KindShape,
  prices: StorePrices,
  kind: number,
  room: StatePrices | null,
): StatePrices {
  const { hold, write, put, into, drop, read } = prices.of(kind);
  const n = prices.count;
  const made = room ?? emptyPrices(states.length, transitions.length, sets.length);
  const served = (servers: Int8Array, first: number, times: readonly number[]) => {
    let sum = 0;
    for (let j = 0; j < times.length; j += 1) {
      const place = servers[first + j]!;
      if (place >= 0) sum += times[j]! * read[(first + j) * n + place]!;
    }
    return sum;
  };
  for (let s = 0; s < states.length; s += 1) {
    const { mask, servers } = states[s]!;
    // Jobs read what is held, whatever its age.
    let [held, entry, gone] = [served(servers, readers.length, jobs), 0, 0];
    for (let i = 0; i < n; i += 1) {
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
  for (let set = 0; set < sets.length; set += 1) {
    let [least, leastRead] = [Infinity, Infinity];
    for (const s of sets[set]!.states) {
      if (made.stay[s]! < least) least = made.stay[s]!;
      if (made.read[s]! < leastRead) leastRead = made.read[s]!;
    }
    made.best[set] =
      sets[set]!.states.find((s) => made.stay[s] === least && made.read[s] === leastRead) ?? -1;
  }
  for (let t = 0; t < transitions.length; t += 1) {
    const { lifecycle, copies, drops } = transitions[t]!;
    let sum = 0;
    for (const { to } of lifecycle) sum += into[to]!;
    for (const { from, to } of copies) sum += prices.outOf(kind, from, to) + put[to]!;
    for (const from of drops) sum += drop[from]!;
    made.change[t] = sum;
  }
  return made;
}

function emptyPrices(states: number, transitions: number, sets: number): StatePrices {
  return {
    stay: new Float64Array(states),
    read: new Float64Array(states),
    entry: new Float64Array(states),
    drop: new Float64Array(states),
    change: new Float64Array(transitions),
    best: new Int32Array(sets),
  };
}
