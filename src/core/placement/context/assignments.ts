/** Which copy serves which reader while a dual write holds two. */

/** Above this many readers the assignments of a dual write are not enumerated: none, or one reader, is served by the cold copy. */
export const ENUMERATED_READERS = 6;

/** Which readers the cold copy serves while both exist. */
export interface Assignment {
  coldServes: readonly boolean[];
  /** Index of the assignment with one reader less, and that reader; −1 for none. */
  from: number;
  added: number;
}

/** Every way to let the cold copy serve some readers but not all. */
export function assignmentsOf(readers: number): Assignment[] {
  const masks =
    readers > ENUMERATED_READERS
      ? [0, ...Array.from({ length: readers }, (_, q) => 2 ** q)]
      : Array.from({ length: 2 ** readers - 1 }, (_, mask) => mask);
  const indexOf = new Map(masks.map((mask, index) => [mask, index]));
  return masks.map((mask): Assignment => {
    const bits = Array.from({ length: readers }, (_, q) => Math.floor(mask / 2 ** q) % 2 === 1);
    const added = bits.indexOf(true);
    return { coldServes: bits, from: added < 0 ? -1 : (indexOf.get(mask - 2 ** added) ?? -1), added };
  });
}
