/** Slices of standing objects that no router tells apart are placed as one. */
import { itemAt } from '../../at.ts';
import { isStanding } from './problem.ts';
import type { Population, Problem, Tier } from './problem.ts';

export interface Merged {
  problem: Problem;
  /** By population of the whole problem, its place in this one. */
  origins: readonly number[];
}

export function mergedOf(problem: Problem): Merged {
  const places: number[] = [];
  const heads: Population[][] = [];
  for (const one of problem.populations) {
    const place = heads.findIndex(([head]) => isSlice(head!, one));
    if (place < 0) places.push(heads.push([one]) - 1);
    else {
      heads[place]!.push(one);
      places.push(place);
    }
  }
  if (heads.length === problem.populations.length) return { problem, origins: places };
  return { problem: { ...problem, populations: heads.map(together), router: false }, origins: places };
}

/** Whether two populations differ in nothing but how often they are read. */
export function isSlice(one: Population, other: Population): boolean {
  return (
    isStanding(one) &&
    isStanding(other) &&
    one.kind === other.kind &&
    one.stream === other.stream &&
    one.sizeClass === other.sizeClass
  );
}

function together(slices: readonly Population[]): Population {
  const head = itemAt(slices, 0);
  if (slices.length === 1) return head;
  const sum = (of: (one: Population) => Float64Array) =>
    of(head).map((_, i) => slices.reduce((all, one) => all + of(one)[i]!, 0));
  const tiers = new Map<number, Tier[]>();
  for (const [s, own] of head.tiers ?? [])
    tiers.set(
      s,
      own.map(({ use }, t) => ({
        use,
        hours: (from, to) =>
          slices.reduce((all, one) => all + (one.tiers?.get(s)?.[t]?.hours(from, to) ?? 0), 0),
      })),
    );
  return { ...head, hours: sum((one) => one.hours), reads: sum((one) => one.reads), tiers };
}
