/** Threads that measure: how many a plan asks for, and when more than one began. */

/** As the plan has it: so many, or as many as turn out to be needed. */
export type WorkersAsked = number | 'auto';

/** One thread was not enough: from the request `from` on, `count` of them measured. What came before is set aside. */
export interface WorkersBegun {
  target: number;
  cell: number;
  from: number;
  count: number;
  /** Of the time, that the one thread's own work took. */
  share: number;
}
