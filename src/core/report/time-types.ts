/** What becomes of a plan with time: its bills month by month, and what moving to it costs. */
import type { Switching } from '../pricing/store-facts.ts';
import type { Loss } from '../pricing/traits/losses.ts';
import type { Feature } from '../pricing/traits/names.ts';
import type { BillLine } from '../pricing/bills/bill-types.ts';
import type { Feasible } from './verdict.ts';

/** A placement's exact bill of every month of the horizon. */
export interface PlacementMonths {
  id: string;
  /** Whether it meets the requirements in the busiest month of the horizon too. */
  feasible: Feasible;
  atLeast: boolean;
  totals: number[];
  sum: number;
}

/** The cheapest placement of a month is another than that of the month before. */
export interface MonthFlip {
  /** Of the first month of the new one, `2027-08`. */
  month: string;
  from: string;
  to: string;
}

export interface OverTime {
  currency: string;
  months: string[];
  /** The plan's candidates and the cheapest of the horizon and of its last month, by their sums. */
  placements: PlacementMonths[];
  /** Cheapest in the first month, and over the whole horizon. Null where every one fails or has no known total. */
  first: string | null;
  whole: string | null;
  flips: MonthFlip[];
  /** From the end of this month on `whole` has cost less in all than `first`, to the end; null where they are one. */
  ahead: string | null;
  words: string[];
}

export type MigrationStep = 'copy' | 'double-running' | 'leaving';

/** What a move adds to the bills, in the currency of the plan. */
export interface OneOff {
  total: number;
  atLeast: boolean;
  lines: (BillLine & { store: string; step: MigrationStep })[];
}

/** What a move takes from where it lies today, in bytes but for `objects`. */
export interface MovedBytes {
  objects: number;
  standing: number;
  /** Arrived before, and still kept. */
  arrived: number;
  /** Of both: moved by a lifecycle rule of the provider alone. */
  byRule: number;
}

/** Of the copy job. */
export interface CopyTime {
  bytes: number;
  objects: number;
  /** Null where neither the scenario nor a published limit says how fast it can be. */
  days: number | null;
  /** What sets the pace: `migration.rate`, `migration.over`, or a published limit in words. */
  boundBy: string | null;
  /** Until archived objects are restored, which `days` counts: 0 where none are, null where no source says how long. */
  restoreHours: number | null;
}

/** Only new objects go to the new place; those that are there end their life where they are. */
export interface AgeOut {
  /** Until the last old object is gone; null where they are kept for ever. */
  days: number | null;
  /** Totals of both placements together by month, within the horizon. */
  months: { month: string; total: number }[];
  /** What these months cost more than the new placement alone would; negative where they cost less. */
  extra: number;
  /** Whether the last old object is gone within the horizon. */
  isOver: boolean;
  /** Within the horizon it costs less than copying everything. */
  isCheaper: boolean;
}

/** What a store of the candidate lacks, has in part, and what nobody knows of it. */
export type LostBy = { store: string } & Partial<Record<Loss['then'], Feature[]>>;

export interface MigrationAnswer {
  oneOff: OneOff;
  moved: MovedBytes;
  copy: CopyTime;
  /** Today's bill less the new one, of the plan's month. Null, as is all that follows from it, where either has two ends. */
  monthlySaving: number | null;
  /** Months after which the savings have paid for the move; past the horizon the last month's saving goes on. Null: never. */
  paybackMonths: number | null;
  /** The same over the 90 % intervals of the inputs that are ranges, taken as independent; its end is null where it may never pay. */
  paybackInterval: [number, number | null] | null;
  /** What it has brought in all at the end of each month of the horizon: savings until then less the move. */
  balance: number[];
  /** Moving back again. */
  exitCost: number;
  ageOut: AgeOut | null;
  /** Features that all of today's stores have and that a store of the candidate lacks, has in part, or may lack. */
  lost: LostBy[];
  /** What the providers it leaves, or uses on, ask for its egress other than by their lists. */
  switching: SwitchingRule[];
  words: string[];
}

export interface SwitchingRule extends Switching {
  provider: string;
  /** What the move pays for egress there at list price. */
  amount: number;
}

/** Today's placement, and whether to leave it. */
export interface Today {
  /** Id of its candidate; of several parts joined by ` + `. */
  id: string;
  total: number;
  atLeast: boolean;
  currency: string;
  months: { month: string; total: number }[];
  feasible: Feasible;
  verdict: 'stay' | 'move' | 'unknown';
  /** Id to move to; null where the answer is to stay. */
  to: string | null;
  words: string[];
}
