/** Where the answer changes: inputs turned, the points at which another plan wins, and the stores left aside. */
import type { Feasible, Violation } from './verdict.ts';

/** The proven best just below or just above a switch point, with its bill as rounded; null where nothing is proven. */
export interface SwitchSide {
  id: string | null;
  total: number | null;
  atLeast: boolean;
}

/** A value of an input at which another plan becomes the proven best. */
export interface SwitchPoint {
  input: string;
  /** Where the input stands in the scenario; of a price, store and meter. */
  path: string;
  value: number;
  unit: string;
  /** The input's value now; null where the scenario does not ask for it. */
  now: number | null;
  /** `age`: the same stores, and a move that comes earlier or later, where moves come at ages of the grid alone. */
  kind?: 'plan' | 'age';
  below: SwitchSide;
  above: SwitchSide;
  /** Whose requirements or limits fail on the other side, where that decides and not the bills. */
  unproven: 'below' | 'above' | null;
  /** Where whole billed units may decide for either; null where that is narrower than a millionth of the value. */
  turns?: [number, number] | null;
  words: string;
}

/** One input turned from end to end. Of a plan that wins only between two values tried, nothing is known. */
export interface Turned {
  input: string;
  path: string;
  unit: string;
  now: number | null;
  low: number;
  high: number;
  /** Values the whole search was asked at. */
  tried: number;
}

export interface SwitchScan extends Turned {
  switchPoints: SwitchPoint[];
}

/** A rate at which a store would come into the proven best, every tier of it scaled alike and all else as it is. */
export interface PriceIn {
  meter: string;
  unit: string;
  now: number;
  value: number;
  /** The plan that would be best from there down. */
  id: string;
}

/** A candidate store that the proven best does without. */
export interface Rival {
  store: string;
  /** The cheapest proven plan that has it, and how much more than the best; null where none is proven. */
  id: string | null;
  more: number | null;
  /** Whether everything could lie in it, and what fails then. */
  alone: Feasible;
  violations: Violation[];
  /** One rate at a time; empty where no price would bring it in. */
  prices: PriceIn[];
  /** Whether it would be in the best plan if it charged nothing at all. */
  ifFree: boolean;
  words: string;
}
