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
  const at = (a: number, b: number) => (a < b ? a * n + b : b * n + a);
  const one = new Float64Array(n);
  const two = new Float64Array(n * n).fill(Infinity);
  const pairs: [number, number][] = [];
  for (let a = 0; a < n; a += 1) for (let b = a + 1; b < n; b += 1) pairs.push([a, b]);

  /** Sets that are left to hold an object once an edge is passed. */
  const holding = pairs.filter(([a, b]) => costs.mayHold(a, b));
  /** Of one edge, by from × stores + to. */
  const [copyAt, moveAt] = [new Float64Array(n * n), new Float64Array(n * n)];

  for (let a = 0; a < n; a += 1) one[a] = costs.mayWrite[a] ? (costs.write[a] ?? 0) : Infinity;
  for (const [a, b] of pairs) {
    const [wa, wb] = [costs.write[a] ?? 0, costs.write[b] ?? 0];
    const first = costs.mayWrite[a] ? wa + Math.min(wb, costs.copy[a]?.[b]?.[0] ?? Infinity) : Infinity;
    const second = costs.mayWrite[b] ? wb + Math.min(wa, costs.copy[b]?.[a]?.[0] ?? Infinity) : Infinity;
    two[at(a, b)] = Math.min(first, second);
  }
  const readers = costs.serve[0]?.length ?? 0;
  for (let stretch = 0; stretch < costs.stretches; stretch += 1) {
    if (stretch > 0) step(stretch);
    for (let a = 0; a < n; a += 1) {
      let sum = costs.mayHold(a, -1) ? (costs.hold[a]?.[stretch] ?? 0) : Infinity;
      for (let q = 0; q < readers; q += 1) sum += costs.serve[a]?.[q]?.[stretch] ?? 0;
      one[a] = (one[a] ?? 0) + sum;
    }
    for (const [a, b] of pairs) {
      if (!costs.mayHold(a, b)) {
        two[at(a, b)] = Infinity;
        continue;
      }
      let sum = (costs.hold[a]?.[stretch] ?? 0) + (costs.hold[b]?.[stretch] ?? 0);
      for (let q = 0; q < readers; q += 1)
        sum += Math.min(costs.serve[a]?.[q]?.[stretch] ?? 0, costs.serve[b]?.[q]?.[stretch] ?? 0);
      two[at(a, b)] = (two[at(a, b)] ?? 0) + sum;
    }
  }
  let best = Infinity;
  for (let a = 0; a < n; a += 1) best = Math.min(best, (one[a] ?? 0) + (costs.end[a] ?? 0));
  for (const [a, b] of pairs)
    best = Math.min(best, (two[at(a, b)] ?? 0) + (costs.end[a] ?? 0) + (costs.end[b] ?? 0));
  return best;

  /** Two single changes at one edge reach every other set; two stores that each come out of the other's predecessor are a change of their own. */
  function step(edge: number): void {
    const before = Float64Array.from(two);
    for (let a = 0; a < n; a += 1)
      for (let j = 0; j < n; j += 1) {
        copyAt[a * n + j] = costs.copy[a]?.[j]?.[edge] ?? Infinity;
        moveAt[a * n + j] = costs.move[a]?.[j]?.[edge] ?? Infinity;
      }
    const least = costs.write.map((_, a) => {
      let own = Infinity;
      for (let j = 0; j < n; j += 1) if (j !== a) own = Math.min(own, copyAt[a * n + j] ?? Infinity);
      return own;
    });
    change(edge);
    change(edge);
    // What a set costs already by two single changes, a dearer beginning cannot better.
    let dearest = -Infinity;
    for (const [c, d] of holding) dearest = Math.max(dearest, two[at(c, d)] ?? Infinity);
    for (const [a, b] of pairs) {
      const from = before[at(a, b)] ?? Infinity;
      if (from === Infinity) continue;
      const left = from + (costs.leave[a]?.[edge] ?? 0) + (costs.leave[b]?.[edge] ?? 0);
      if (left + (least[a] ?? 0) + (least[b] ?? 0) >= dearest) continue;
      const [ofA, ofB] = [a * n, b * n];
      for (const [c, d] of holding) {
        if (c === a || c === b || d === a || d === b) continue;
        const cost = Math.min(
          (copyAt[ofB + c] ?? Infinity) + (copyAt[ofA + d] ?? Infinity),
          (copyAt[ofA + c] ?? Infinity) + (copyAt[ofB + d] ?? Infinity),
        );
        if (left + cost < (two[at(c, d)] ?? Infinity)) two[at(c, d)] = left + cost;
      }
    }
  }

  function change(edge: number): void {
    const [ones, twos] = [Float64Array.from(one), Float64Array.from(two)];
    for (let a = 0; a < n; a += 1) {
      const from = ones[a] ?? Infinity;
      if (from === Infinity) continue;
      for (let j = 0; j < n; j += 1) {
        if (j === a) continue;
        const copy = copyAt[a * n + j] ?? Infinity;
        const swap = Math.min(copy + (costs.leave[a]?.[edge] ?? 0), moveAt[a * n + j] ?? Infinity);
        if (from + swap < (one[j] ?? Infinity)) one[j] = from + swap;
        if (from + copy < (two[at(a, j)] ?? Infinity)) two[at(a, j)] = from + copy;
      }
    }
    for (const [a, b] of pairs) {
      const from = twos[at(a, b)] ?? Infinity;
      if (from === Infinity) continue;
      for (const [gone, kept] of [
        [a, b],
        [b, a],
      ] as const) {
        const leave = costs.leave[gone]?.[edge] ?? 0;
        if (from + leave < (one[kept] ?? Infinity)) one[kept] = from + leave;
        for (let j = 0; j < n; j += 1) {
          if (j === a || j === b) continue;
          const copy = Math.min(copyAt[a * n + j] ?? Infinity, copyAt[b * n + j] ?? Infinity);
          const swap = Math.min(copy + leave, moveAt[gone * n + j] ?? Infinity);
          if (from + swap < (two[at(kept, j)] ?? Infinity)) two[at(kept, j)] = from + swap;
        }
      }
    }
  }
}
