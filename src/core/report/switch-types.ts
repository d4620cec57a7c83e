/** Where the answer changes: inputs turned, the points at which another plan wins, and the stores left aside. */
import type { Feasible, Violation } from './verdict.ts';

/** An input that is turned, and how far. */
export interface Axis {
  input: string;
  /** Where it stands in the scenario; of a price, store and meter. */
  path: string;
  /** `/day`, `B`, `days`, `share`, `ms`, or of a price `USD/GB-month` and the like. */
  unit: string;
  /** What it is now; null where the scenario does not ask for it. */
  now: number | null;
  low: number;
  high: number;
}

/** What is recommended just below or just above a switch point, with its bill as rounded; null: nothing meets the requirements. */
export interface SwitchSide {
  id: string | null;
  total: number | null;
  atLeast: boolean;
}

/** A value of an input, known to 1 %, at which another arrangement is recommended: other stores or parts, whatever the ages of moves. */
export interface SwitchPoint extends Omit<Axis, 'low' | 'high'> {
  value: number;
  below: SwitchSide;
  above: SwitchSide;
  /** Whose requirements or limits fail on the other side, where that decides and not the bills. */
  unproven: 'below' | 'above' | null;
  words: string;
}

/**
 * One input turned from end to end, over plans of two stores and those of three that the plan's own search found. Of a plan that wins
 * only between two values tried, nothing is known.
 */
export interface Turned extends Axis {
  /** Values that the search was asked at. */
  tried: number;
}

export interface SwitchScan extends Turned {
  switchPoints: SwitchPoint[];
}

/** A rate at which a store would come into the recommended plan, every tier of it scaled alike and all else as it is. */
export interface PriceIn {
  meter: string;
  unit: string;
  now: number;
  value: number;
  /** The plan that would be recommended from there down. */
  id: string;
}

/** A candidate store that the recommended plan does without. */
export interface Rival {
  store: string;
  /** The best plan that has it, and how much more it costs than the recommended; null: none meets the requirements. */
  id: string | null;
  more: number | null;
  /** Whether everything could lie in it, and what fails then. */
  alone: Feasible;
  violations: Violation[];
  /** One rate at a time; empty where no price would bring it in. */
  prices: PriceIn[];
  /** Whether it would be in the recommended plan if it charged nothing at all. */
  ifFree: boolean;
  words: string;
}
