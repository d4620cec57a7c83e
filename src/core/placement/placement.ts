/**
 * A placement someone can run: where each population of a plan's objects is at each age. The search finds it, `bill` and latency are
 * worked out from it, and every answer shows it.
 */
import { itemAt } from '../at.ts';

/** How a store that is new in a stage came to hold the objects. */
export interface Entry {
  store: number;
  /** Written by the writer at arrival, copied by a job, or moved by the provider's lifecycle rule. */
  how: 'write' | 'copy' | 'rule';
  /** The store it is copied or moved from; null where it is written. */
  from: number | null;
}

/** From an age on, the stores that hold the objects and who answers whom. Stores are places in the plan's stores, then its copies. */
export interface Stage {
  fromDays: number;
  /** Rising. Copies that the scenario demands are among them. */
  holders: readonly number[];
  /** The store that answers each reader, then each job, then (in one place) the scenario's other operations; −1: none may, and none is asked. */
  servers: readonly number[];
  /** Holders that are no holders of the stage before. */
  entered: readonly Entry[];
}

/** Stages at rising ages, the first at 0. Standing objects have one. */
export type Timeline = readonly Stage[];

/** Copies of one's own in a further store, each for a time (TTL) after the last read of its object. */
export interface Cache {
  hot: number;
  ttlHours: number;
  /** `around`: a write goes to the cold store alone. `through`: it fills the hot one as well. */
  writes: 'around' | 'through';
  /** Size classes that are copied; null: all. The others are always read from the cold store. */
  classes: readonly number[] | null;
}

export interface Placement {
  /** By population of the plan's context. */
  timelines: readonly Timeline[];
  /** Then the timelines are of everything in one store, the cold one, which answers what finds no copy. */
  cache?: Cache;
  /** The CDN of readers that leave it open; absent: none. */
  cdn?: string;
}

/** One store's time with the objects of a population. */
export interface Stay {
  entry: Entry;
  fromDays: number;
  /** Null: to the end of life. */
  toDays: number | null;
  /** The entries of other stores that its objects are moved or copied to as it is left; none: the copy is dropped. */
  into: readonly Entry[];
}

/** In the order in which stores are entered. Stages that no object lives to are none. */
export function staysOf(timeline: Timeline, lifeDays: number): Stay[] {
  const lived = livedStages(timeline, lifeDays);
  return lived.flatMap(({ entered, fromDays }, k) =>
    entered.map((entry): Stay => {
      const end = lived.slice(k + 1).find(({ holders }) => !holders.includes(entry.store));
      return {
        entry,
        fromDays,
        toDays: end?.fromDays ?? null,
        into: end?.entered.filter(({ from }) => from === entry.store) ?? [],
      };
    }),
  );
}

export function livedStages(timeline: Timeline, lifeDays: number): Timeline {
  return timeline.filter(({ fromDays }) => fromDays === 0 || fromDays < lifeDays);
}

/** The other holder that a read of the first is hedged to; −1 where there is none. */
export function secondOf({ holders }: Stage, first: number): number {
  return holders.find((store) => store !== first) ?? -1;
}

/** Of a cache: the store that holds everything. */
export function coldStore({ stores }: { stores: readonly unknown[] }, { timelines }: Placement): number {
  const { holders } = itemAt(itemAt(timelines, 0), 0);
  return itemAt(
    holders,
    holders.findIndex((store) => store < stores.length),
  );
}
