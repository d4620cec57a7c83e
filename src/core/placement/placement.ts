/**
 * A placement someone can run: where each population of a plan's objects is at each age. The search finds it, `bill` and latency are
 * worked out from it, and every answer shows it.
 */

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

export interface Placement {
  /** By population of the plan's context. */
  timelines: readonly Timeline[];
}
