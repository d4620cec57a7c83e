/** The part of a node that tells what an object can go through: its sets of holders, and what may be in force. */

/** A set of holders, as bits of places in a node's stores. */
export interface Mask {
  bits: number;
  places: readonly number[];
  mayEnter: boolean;
}

/** What may be in force besides lifecycle rules. */
export interface Mechanisms {
  /** Jobs between stores of one account, which copy, or delete what both hold. */
  jobsWithin: boolean;
  /** Along one life, more lifecycle rules than stores beyond one in each account. */
  rules: boolean;
  /** Along one life, more copy jobs and writes between accounts than accounts beyond the first. */
  further: boolean;
  /** Populations of a stream enter stores of their own. */
  router: boolean;
}

/** The part of a node that tells what an object can go through. */
export interface Holders {
  /** Those chosen, then the demanded copies. */
  stores: readonly number[];
  chosen: number;
  masks: readonly Mask[];
  more: Mechanisms;
  /** The bucket that answers all who would ask the Worker together, by their number; absent: any does. */
  answers?: readonly number[];
}
