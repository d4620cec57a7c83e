/**
 * The cheapest path over (age, stores that hold an object): sets of one or two stores, entered by writes, copies or a
 * lifecycle rule from any that holds, left and entered again at will. Costs are additive, so this is a shortest path.
 */

/** Costs at given multipliers; indexed as in `ShapeCosts`. */
export interface PathCosts {
  hold: number[][];
  serve: number[][][];
  /** [from][to][edge]: a copy, with the write and what its entry pays. */
  copy: number[][][];
  /** [from][to][edge]: a lifecycle move, leaving included; Infinity where there is none. */
  move: number[][][];
  /** [store]: written on arrival; [store][edge]: dropped; [store]: at the end of life. */
  write: number[];
  leave: number[][];
  end: number[];
  stretches: number;
  /** Whether a set may hold an object over a stretch; by its stores, the second −1 for a set of one. */
  mayHold(a: number, b: number): boolean;
  /** Whether arrivals may be written to a store alone. */
  mayWrite: readonly boolean[];
}

/** Infinity where no set may hold an object. */
export function cheapestPath(costs: PathCosts): number {
  const n = costs.write.length;
  const readers = costs.serve[0]?.length ?? 0;
  /** Each set of two as its stores, and its place by either order. */
  const [firsts, seconds]: [number[], number[]] = [[], []];
  const place = new Int32Array(n * n);
  for (let a = 0; a < n; a += 1)
    for (let b = a + 1; b < n; b += 1) {
      place[a * n + b] = place[b * n + a] = firsts.length;
      firsts.push(a);
      seconds.push(b);
    }
  const [ofA, ofB] = [Int32Array.from(firsts), Int32Array.from(seconds)];
  const pairs = ofA.length;
  const one = new Float64Array(n);
  const two = new Float64Array(pairs).fill(Infinity);
  const [ones, twos, before] = [new Float64Array(n), new Float64Array(pairs), new Float64Array(pairs)];
  const holdsOne = Uint8Array.from(costs.write, (_, a) => (costs.mayHold(a, -1) ? 1 : 0));
  const holdsTwo = Uint8Array.from(ofA, (a, p) => (costs.mayHold(a, seconds[p] ?? -1) ? 1 : 0));
  /** Sets that are left to hold an object once an edge is passed. */
  const holding = Int32Array.from([...ofA.keys()].filter((p) => holdsTwo[p] === 1));
  // Of one edge, by from × stores + to, and by store; of one stretch, by store × readers + reader.
  const [copyAt, moveAt] = [new Float64Array(n * n), new Float64Array(n * n)];
  const [leaveAt, least] = [new Float64Array(n), new Float64Array(n)];
  const serveAt = new Float64Array(n * readers);

  for (let a = 0; a < n; a += 1) one[a] = costs.mayWrite[a] ? (costs.write[a] ?? 0) : Infinity;
  for (let p = 0; p < pairs; p += 1) {
    const [a, b] = [ofA[p] ?? 0, ofB[p] ?? 0];
    const [wa, wb] = [costs.write[a] ?? 0, costs.write[b] ?? 0];
    const first = costs.mayWrite[a] ? wa + Math.min(wb, costs.copy[a]?.[b]?.[0] ?? Infinity) : Infinity;
    const second = costs.mayWrite[b] ? wb + Math.min(wa, costs.copy[b]?.[a]?.[0] ?? Infinity) : Infinity;
    two[p] = Math.min(first, second);
  }
  for (let stretch = 0; stretch < costs.stretches; stretch += 1) {
    if (stretch > 0) step(stretch);
    for (let a = 0; a < n; a += 1) {
      let sum = holdsOne[a] === 1 ? (costs.hold[a]?.[stretch] ?? 0) : Infinity;
      for (let q = 0; q < readers; q += 1) {
        const serve = costs.serve[a]?.[q]?.[stretch] ?? 0;
        serveAt[a * readers + q] = serve;
        sum += serve;
      }
      one[a] = (one[a] ?? 0) + sum;
    }
    for (let p = 0; p < pairs; p += 1) {
      if (holdsTwo[p] === 0) {
        two[p] = Infinity;
        continue;
      }
      const [a, b] = [ofA[p] ?? 0, ofB[p] ?? 0];
      let sum = (costs.hold[a]?.[stretch] ?? 0) + (costs.hold[b]?.[stretch] ?? 0);
      for (let q = 0; q < readers; q += 1)
        sum += Math.min(serveAt[a * readers + q] ?? 0, serveAt[b * readers + q] ?? 0);
      two[p] = (two[p] ?? 0) + sum;
    }
  }
  let best = Infinity;
  for (let a = 0; a < n; a += 1) best = Math.min(best, (one[a] ?? 0) + (costs.end[a] ?? 0));
  for (let p = 0; p < pairs; p += 1)
    best = Math.min(best, (two[p] ?? 0) + (costs.end[ofA[p] ?? 0] ?? 0) + (costs.end[ofB[p] ?? 0] ?? 0));
  return best;

  /** Two single changes at one edge reach every other set; two stores that each come out of the other's predecessor are a change of their own. */
  function step(edge: number): void {
    before.set(two);
    for (let a = 0; a < n; a += 1) {
      leaveAt[a] = costs.leave[a]?.[edge] ?? 0;
      let own = Infinity;
      for (let j = 0; j < n; j += 1) {
        const copy = costs.copy[a]?.[j]?.[edge] ?? Infinity;
        copyAt[a * n + j] = copy;
        moveAt[a * n + j] = costs.move[a]?.[j]?.[edge] ?? Infinity;
        if (j !== a && copy < own) own = copy;
      }
      least[a] = own;
    }
    change();
    change();
    // What a set costs already by two single changes, a dearer beginning cannot better.
    let dearest = -Infinity;
    for (let i = 0; i < holding.length; i += 1) dearest = Math.max(dearest, two[holding[i] ?? 0] ?? Infinity);
    for (let p = 0; p < pairs; p += 1) {
      const from = before[p] ?? Infinity;
      if (from === Infinity) continue;
      const [a, b] = [ofA[p] ?? 0, ofB[p] ?? 0];
      const left = from + (leaveAt[a] ?? 0) + (leaveAt[b] ?? 0);
      if (left + (least[a] ?? 0) + (least[b] ?? 0) >= dearest) continue;
      for (let i = 0; i < holding.length; i += 1) {
        const to = holding[i] ?? 0;
        const [c, d] = [ofA[to] ?? 0, ofB[to] ?? 0];
        if (c === a || c === b || d === a || d === b) continue;
        const cost = Math.min(
          (copyAt[b * n + c] ?? Infinity) + (copyAt[a * n + d] ?? Infinity),
          (copyAt[a * n + c] ?? Infinity) + (copyAt[b * n + d] ?? Infinity),
        );
        if (left + cost < (two[to] ?? Infinity)) two[to] = left + cost;
      }
    }
  }

  function change(): void {
    ones.set(one);
    twos.set(two);
    for (let a = 0; a < n; a += 1) {
      const from = ones[a] ?? Infinity;
      if (from === Infinity) continue;
      const leave = leaveAt[a] ?? 0;
      for (let j = 0; j < n; j += 1) {
        if (j === a) continue;
        const copy = copyAt[a * n + j] ?? Infinity;
        const swap = Math.min(copy + leave, moveAt[a * n + j] ?? Infinity);
        if (from + swap < (one[j] ?? Infinity)) one[j] = from + swap;
        const to = place[a * n + j] ?? 0;
        if (from + copy < (two[to] ?? Infinity)) two[to] = from + copy;
      }
    }
    for (let p = 0; p < pairs; p += 1) {
      const from = twos[p] ?? Infinity;
      if (from === Infinity) continue;
      const [a, b] = [ofA[p] ?? 0, ofB[p] ?? 0];
      replace(from, a, b, a, b);
      replace(from, b, a, a, b);
    }
  }

  /** One of the two stores `a` and `b` is left alone, or another takes its place. */
  function replace(from: number, gone: number, kept: number, a: number, b: number): void {
    const leave = leaveAt[gone] ?? 0;
    if (from + leave < (one[kept] ?? Infinity)) one[kept] = from + leave;
    for (let j = 0; j < n; j += 1) {
      if (j === a || j === b) continue;
      const copy = Math.min(copyAt[a * n + j] ?? Infinity, copyAt[b * n + j] ?? Infinity);
      const swap = Math.min(copy + leave, moveAt[gone * n + j] ?? Infinity);
      const to = place[kept * n + j] ?? 0;
      if (from + swap < (two[to] ?? Infinity)) two[to] = from + swap;
    }
  }
}
