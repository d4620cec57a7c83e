/** How sure a placement is to meet the latency that is asked: the highest level of the evidence at which it does. */

export interface Sureness {
  /** Null where no latency is asked; 0 where a store without evidence serves what must meet one. 1 is at least 95 %. */
  level: number | null;
  /** `store@region` of stores without evidence that serve what must meet a latency. */
  notMeasured: string[];
  byRequirement: { requirement: string; level: number }[];
}
