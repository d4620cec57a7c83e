/** Which requests go where, in what order: drift of the network or the hour hits all targets alike. */
import { shuffled } from './chance.ts';
import type { Cell } from './cell.ts';

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
  return cells.flatMap(({ requests, warmup, concurrency, perSecond }, cell) => {
    const total = requests + warmup;
    const rounds =
      targets === 1
        ? 1
        : Math.max(1, Math.min(ROUNDS, Math.floor(total / (4 * (concurrency ?? perSecond ?? 1)))));
    const cut = (round: number) => Math.round((total * round) / rounds);
    return Array.from({ length: rounds }, (_, round) =>
      shuffled(order, seed + cell * ROUNDS + round).map((target) => ({
        target,
        cell,
        from: cut(round),
        to: cut(round + 1),
      })),
    ).flat();
  });
}
