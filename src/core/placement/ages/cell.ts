/** What is billed between edges of the grid, and by how little. */
import type { Placement } from '../chain.ts';

/** Ages between neighbours of the grid, one pair for each move, where placements of one kind may be cheaper than a given cost. */
export interface Cell {
  /** No placement there that keeps what is required costs less. */
  low: number;
  /** Placements of a kind differ in their ages alone. */
  kind: string;
  /** By move: place among the ages of the grid, arrival the first, of the edge from which the cell goes to the next. */
  places: readonly number[];
  /** Ages of the moves at each corner, in order round them: just before the end of life, just after another move. */
  corners: readonly (readonly number[])[];
  at(ages: readonly number[]): Placement;
  /** The least that what is billed at the corners comes to inside while late reads keep what is required, were it straight. */
  least(bills: Float64Array): number;
}

/** Whether placements of such stores are asked for. */
export type Among = (stores: readonly number[]) => boolean;

/**
 * The least that a cost can come to between edges of the grid while a sum of late reads keeps its limit: both are straight there, so
 * it is at a corner of the ages that may be, or where a side of them meets the limit. Corners in order round them, from `from` on.
 */
export function leastWithin(costs: Float64Array, sums: Float64Array, limit: number, corners: number): number {
  let least = Infinity;
  for (let c = 0; c < corners; c += 1) {
    const next = c + 1 === corners ? 0 : c + 1;
    const cost = costs[c] ?? 0;
    const sum = sums[c] ?? 0;
    const sumThere = sums[next] ?? 0;
    if (sum <= limit && cost < least) least = cost;
    if (sum <= limit === sumThere <= limit) continue;
    const meets = cost + ((limit - sum) / (sumThere - sum)) * ((costs[next] ?? 0) - cost);
    if (meets < least) least = meets;
  }
  return least;
}
