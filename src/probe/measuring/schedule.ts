/** Which requests go where, in what order: drift of the network or the hour hits all targets alike. */
import { draw } from '#core/seeded-draw.ts';
import type { Cell } from '../plan/cell.ts';
import { looksAt } from './enough.ts';

/** Requests `from` … `to` − 1 of a cell on one target, made one after another or side by side. */
export interface Block {
  target: number;
  cell: number;
  from: number;
  to: number;
}

/** Rounds that each cell is cut into. */
const ROUNDS = 20;

/**
 * Cell by cell, in rounds; in each round every target has its turn, in an order drawn anew. The same seed gives the
 * same blocks.
 */
export function schedule(cells: readonly Cell[], targets: number, seed: number): Block[] {
  const order = Array.from({ length: targets }, (_, i) => i);
  return cells.flatMap((what, cell) => {
    const { requests, warmup, concurrency, perSecond } = what;
    const total = requests + warmup;
    const rounds =
      targets === 1
        ? 1
        : Math.max(1, Math.min(ROUNDS, Math.floor(total / (4 * (concurrency ?? perSecond ?? 1)))));
    // What stops by itself is cut where it is looked at.
    const cuts = what.until
      ? [0, ...looksAt(what)]
      : Array.from({ length: rounds + 1 }, (_, round) => Math.round((total * round) / rounds));
    return cuts.slice(1).flatMap((to, round) =>
      shuffled(order, seed + cell * ROUNDS + round).map((target) => ({
        target,
        cell,
        from: cuts[round] ?? 0,
        to,
      })),
    );
  });
}

/** The values in a random order, the same for the same seed (Fisher and Yates). */
function shuffled<T>(values: readonly T[], seed: number): T[] {
  const order = [...values];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(draw(seed, i) * (i + 1));
    const [a, b] = [order[i], order[j]];
    if (a !== undefined && b !== undefined) [order[i], order[j]] = [b, a];
  }
  return order;
}
