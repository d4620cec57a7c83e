/** What the lines of a bill are made of, for a store on servers of one's own; prices a month. */
export interface OwnCosts {
  least: number;
  disksPerServer: number;
  kwhPerServer: number;
  /** Of one server. */
  prices: { servers: number; disks: number; power: number };
  people: number;
  /** Whole GB that one server can hold. */
  usableGb: number;
}
