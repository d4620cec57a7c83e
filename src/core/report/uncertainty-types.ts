/** How sure a plan is: what becomes of it over many draws of everything that is a range. */

/** P10, P50 and P90 over the draws. */
export interface Spread {
  p10: number;
  p50: number;
  p90: number;
}

/**
 * `range`: written as `a to b`, in the unit of its path. `latency`: where a store's latencies lie within the band of its evidence,
 * 0 its fast end, 1 its slow end, every level as likely. `price`: 0 the figures that its edition takes, 1 those of another source,
 * either as likely.
 */
export interface UncertainInput {
  path: string;
  kind: 'range' | 'latency' | 'price';
  /** The store of a latency or of a price. */
  store: string | null;
  /** 5 % of the draws lie below, 5 % above. */
  low: number;
  high: number;
  /** What the plan itself was worked out with. */
  used: number;
}

interface RequirementOdds {
  requirement: string;
  /** Shares of the draws. `unknown`: something about it has no evidence at all. */
  holds: number;
  fails: number;
  unknown: number;
}

export interface UncertainCandidate {
  id: string;
  /** Among the plan's own candidates; else the winner of a search in one of the draws. */
  shown: boolean;
  cost: Spread;
  meanCost: number;
  atLeast: boolean;
  /** Null where nothing is known of some of its reads, or in some draw no bound. */
  p99Ms: Spread | null;
  /** Share of draws in which it would be recommended at the workload and prices drawn, latencies as they are known. */
  recommended: number;
  /** Share of draws in which it is the cheapest, bill and effort, that meets every requirement. */
  wins: number;
  /**
   * The same among the plans that meet every requirement wherever the recommendation does, so that nothing has to be learnt first;
   * null without a recommendation.
   */
  winsOfSure: number | null;
  /** Share of draws in which it meets every requirement. */
  meets: number;
  requirements: RequirementOdds[];
  /** What it costs a month more, on average, than the cheapest that meets them, over the draws in which it does; null where it never does. */
  regret: number | null;
}

export interface TornadoEnd {
  value: number;
  cost: number;
  /** What the runner-up costs more; null without one. */
  saving: number | null;
}

/** One input moved from its low to its high end, the others where the plan has them. `variance` is that of the cost's logarithm. */
export interface TornadoBar {
  path: string;
  low: TornadoEnd;
  high: TornadoEnd;
  /** Shares of variance: what goes when this alone is known, and what stays when all others are; with standard errors. */
  variance: { first: number; firstError: number; total: number; totalError: number } | null;
}

export interface Tornado {
  id: string;
  cost: number;
  runnerUp: string | null;
  saving: number | null;
  /** Widest in cost first. */
  bars: TornadoBar[];
}

/** A command that would measure an input, and its list price once; null where that is not known. */
export interface Measure {
  command: string;
  price: number | null;
  /** Where a probe measures from. */
  place: string | null;
}

export interface InputWorth {
  path: string;
  /** By how much a month knowing it exactly cuts the expected regret. */
  worth: number;
  /** More than chance makes of inputs that do nothing. */
  clear: boolean;
  measure: Measure | null;
}

interface InformationWorth {
  /** The plan with the lowest mean cost of those that meet the requirements wherever the recommendation does. */
  best: string;
  /** What knowing everything would cut. */
  everything: number;
  /** The most that this method makes of any of four inputs that do nothing. */
  noise: number;
  /** Dearest first. */
  inputs: InputWorth[];
}

export interface Uncertainty {
  draws: number;
  currency: string;
  inputs: UncertainInput[];
  /** In the order of the plan, then what only searches found. */
  candidates: UncertainCandidate[];
  /** Share of draws in which none of them meets the requirements; with all `wins` it makes 1. */
  noneWins: number;
  tornado: Tornado | null;
  /** Null without a recommendation. */
  information: InformationWorth | null;
}
