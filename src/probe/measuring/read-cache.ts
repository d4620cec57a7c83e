/** A cache of objects in the client, the least recently used leaving first: what a file system over a store has. */
import { keyChoice } from './key-choice.ts';
import { operationAt, type Cell } from '../plan/cell.ts';
import type { Sample } from '../kept/record.ts';

export class ReadCache {
  readonly #most: number;
  /** The n of objects, the least recently used first. */
  readonly #held = new Set<number>();

  /** Begins with the objects written last, as if they had been made through it. */
  constructor({ cacheBytes, sizeBytes, objects }: Pick<Cell, 'cacheBytes' | 'sizeBytes' | 'objects'>) {
    this.#most = Math.floor((cacheBytes ?? 0) / Math.max(1, sizeBytes));
    for (let n = Math.max(0, objects - this.#most); n < objects; n++) this.#held.add(n);
  }

  /** Whether the n-th object is there; it is in any case afterwards. */
  take(n: number): boolean {
    const isHit = this.#held.delete(n);
    this.#held.add(n);
    if (this.#held.size > this.#most)
      for (const oldest of this.#held) return (this.#held.delete(oldest), isHit);
    return isHit;
  }
}

/** As it was after these requests of the cell, in their order. */
function cacheAfter(
  what: Cell,
  cell: number,
  seed: number,
  samples: readonly Pick<Sample, 'index'>[],
): ReadCache {
  const cache = new ReadCache(what);
  const choose = keyChoice(what);
  for (const { index } of samples)
    if (['GET', 'PUT'].includes(operationAt(what, cell, index, seed))) cache.take(choose(seed + cell, index));
  return cache;
}

/** One for each cell on each target that has one, as the requests made so far left it. */
export function readCaches(
  { cells, seed }: { cells: readonly Cell[]; seed: number },
  samples: readonly Sample[],
): (target: number, cell: number) => ReadCache | null {
  const known = new Map<string, ReadCache>();
  return (target, cell) => {
    const what = cells[cell];
    if (what?.cacheBytes == null) return null;
    const key = `${target}|${cell}`;
    const before = () => samples.filter((one) => one.target === target && one.cell === cell);
    const cache = known.get(key) ?? cacheAfter(what, cell, seed, before());
    known.set(key, cache);
    return cache;
  };
}
