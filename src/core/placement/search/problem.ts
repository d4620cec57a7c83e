/**
 * What the search for a placement is asked, in numbers alone: what each store uses of each meter for one object, what the meters
 * cost, and how many objects and reads there are at each age. Stores, meters, pools and readers are indexes.
 */
import type { Entry } from '../placement.ts';
import type { Pool } from './pools.ts';

/** Amounts of a few meters. */
export interface Use {
  meters: Int32Array;
  amounts: Float64Array;
}

export interface Meter {
  /** Dollars a unit, whatever the quantity. */
  price: number;
  /** Pools that a unit adds to, and how much. */
  pools: readonly { pool: number; times: number }[];
}

/** What one object uses of a store. */
export interface StoreUse {
  /** Held for a month. */
  hold: Use;
  /** One read by each reader, then one run of each job; null: the store may not serve it. */
  read: readonly (Use | null)[];
  /** Written by the writer, and by a copy from another store. */
  write: Use;
  put: Use;
  /** Read out to be copied to each store. */
  out: readonly Use[];
  /** Listed once a day for a month by a job that copies or deletes: for as long as the store holds the object. */
  list?: Use;
  /** Moved in by the provider's lifecycle. */
  into: Use;
  /** Deleted. */
  drop: Use;
  /** Deleted by a job, which looks at it first; absent: as any deletion. */
  leave?: Use;
  /** Left at once after it came: what a minimum duration asks for, which falls in proportion to the time held. */
  early: Use;
  /** 0: it asks for none. */
  minimumDays: number;
  /** Whether that is asked where the lifecycle moves the object away. */
  earlyOnMove: boolean;
  /** The store's lifecycle rules move nothing so small. */
  isLeftBehind?: boolean;
}

/** Objects that are placed together. */
export interface Population {
  /** Index into `uses`. */
  kind: number;
  /** Populations of one stream enter the same stores, unless a router tells them apart. */
  stream: number;
  /** Of standing ones, a lifecycle rule with a size filter tells size classes apart too. */
  sizeClass: number;
  /** Ages at which it may be moved, from 0 to the end of life; standing objects have these two alone. */
  ages: Float64Array;
  /** Up to each age: object-months and reads of the month, and the objects that reach it: none of standing ones. */
  hours: Float64Array;
  reads: Float64Array;
  reaching: Float64Array;
  /** Whether objects are deleted at the last age. */
  expires: boolean;
  /** By store, what holding uses besides where it depends on how long the store has held the object. */
  tiers?: ReadonlyMap<number, readonly Tier[]>;
}

/** Object-months in a cheaper tier of a store, by the ages at which it was entered and left, and what a month there adds to one held. */
export interface Tier {
  use: Use;
  hours(from: number, to: number): number;
}

export interface Move {
  /** Days in the first store from which the provider's lifecycle moves objects; null: it does not. */
  lifecycleAfter: number | null;
}

export interface Effort {
  /** Of a lifecycle rule, or of a second store in one account. */
  rule: number;
  /** Of a further account or region, or of a copy job. */
  account: number;
  router: number;
}

/**
 * The program that readers ask where they are answered from more than one bucket: what it costs a month at the least. Infinite: there
 * is none, so that one bucket answers them.
 */
export interface Worker {
  cost: number;
  /** By reader: readers of one number ask together, those of none (−1) are told elsewhere. */
  asks: readonly number[];
  /** By store: rules leave an object in its bucket. */
  buckets: readonly number[];
}

export interface Problem {
  /** Provider and region of each store: stores of one account need no copy job between them where a rule moves objects. */
  accounts: readonly number[];
  /** `uses[kind][store]` */
  uses: readonly (readonly StoreUse[])[];
  populations: readonly Population[];
  /** Share of each reader in the reads. */
  readers: readonly number[];
  /** Runs of each job for one object-month: a job reads objects of all ages alike. */
  jobs: readonly number[];
  meters: readonly Meter[];
  pools: readonly Pool[];
  /** Whatever the plan. */
  fixed: Use;
  /** `moves[from][to]` */
  moves: readonly (readonly Move[])[];
  /** Fees of having these stores open. */
  fees(stores: readonly number[]): number;
  /** Whether these stores may together be the only holders of an object, and whether a new object may be written to them. */
  mayHold(stores: readonly number[]): boolean;
  mayEnter(stores: readonly number[]): boolean;
  /** Stores that hold every object, whatever the plan. */
  copies: readonly number[];
  effort: Effort;
  /** Populations of one stream may enter different stores. */
  router: boolean;
  /** How often a day a job runs that moves objects of an age, at the most every hour. */
  runsPerDay?(ageDays: number): number;
  /**
   * What the jobs of a plan list, and ask of the stores that keep what is deleted elsewhere. Jobs list whole buckets, so that it is no
   * sum over populations: bounds know a part of it. Absent: each population's moves list its own objects.
   */
  lists?(stages: Placed['stages']): Use;
  /** Absent: nobody asks one, or it costs nothing. */
  worker?: Worker;
  /** Pools that fill where a router asks other stores first, and what a timeline's stages put into them; null: nothing. Absent: nothing does. */
  vain?: { pools: Int32Array; of(kind: number, stages: readonly Stage[]): Vain | null };
  /** The bill of all quantities, by meter; infinite past a limit. Without it, prices and pools are the bill. */
  bill?(stores: readonly number[], quantities: Float64Array): number;
  /** Whether a plan that pools and bill allow is one: what they cannot say exactly, such as limits of months that differ. */
  accepts?(placed: Placed): boolean;
}

/** By pool at the least, from the reads of a month in each stage; null: a router would take some from another store than the server. */
export type Vain = (reads: readonly number[]) => Float64Array | null;

/** Where one population is, at rising ages. */
export interface Stage {
  /** Index into the population's ages. */
  from: number;
  holders: readonly number[];
  /** The store that serves each reader, then each job. */
  servers: readonly number[];
  /** How the holders that are new came to hold the objects. */
  entered: readonly Entry[];
}

export interface Link {
  from: number;
  to: number;
}

export interface Placed {
  /** By population. */
  stages: readonly (readonly Stage[])[];
  /** Stores in use, without the demanded copies. */
  stores: readonly number[];
  /** Lifecycle rules in use, and copies from one store to another. */
  rules: readonly Link[];
  copyJobs: readonly Link[];
  /** Sets of stores that the writer writes to together, demanded copies apart. */
  dualWrites: readonly (readonly number[])[];
  /** Stores among which a router chooses; empty: none does. */
  routed: readonly number[];
  bill: number;
  effort: number;
}

/** Standing objects are there already: none arrive in the month. */
export function isStanding({ reaching }: Pick<Population, 'reaching'>): boolean {
  return reaching[0] === 0;
}
