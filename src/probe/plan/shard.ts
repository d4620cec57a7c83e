/** One of several machines that measure one plan side by side: each makes the requests whose turn is its own. */

export interface Shard {
  /** From 1. */
  number: number;
  of: number;
}

export const ALONE: Shard = { number: 1, of: 1 };
const MOST_SHARDS = 1000;

/** `3/8`; null where it is none. */
export function parseShard(text: string): Shard | null {
  const [, number, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { number: Number(number), of: Number(of) };
  return shard.number >= 1 && shard.number <= shard.of && shard.of <= MOST_SHARDS ? shard : null;
}

/** `index` is that of a request among all of its cell. */
export const isOwn = ({ number, of }: Shard, index: number): boolean => index % of === number - 1;

/** How many of the first `count` indices are its own. */
export const ownCount = ({ number, of }: Shard, count: number): number =>
  Math.ceil((count - number + 1) / of);
