/** The plan: ranked placements for a scenario, with bills, latencies, findings and reasons (design §4). */
import type { Finding } from '../findings/index.ts';
import type { DensityPoint } from '../latency/distributions/density-points.ts';
import type { Adjustment, EvidenceRef, Grade } from '../latency/types.ts';
import type { BillLine, Reason as PriceReason } from '../pricing/bills/bill-types.ts';
import type { MigrationAnswer, OverTime, Today } from './time-types.ts';
import type { ScenarioText } from '../scenario/scenario.ts';
import type { Uncertainty } from './uncertainty-types.ts';
import type { SwitchPoint, Turned, Rival } from './switch-types.ts';
import type { Feasible, Violation } from './verdict.ts';

/** One stretch of an object's life and the stores that hold it. */
export interface Segment {
  fromDays: number;
  toDays: number;
  /** `store@region` of each holder, serving or kept. */
  holders: string[];
  /** Which holder serves each reader place. */
  servers: Record<string, string>;
  /** Share of all reads that fall in this segment. */
  readShare: number;
}

/** Bytes moving, or a copy dropped, at an age. Costs per month. */
export interface Move {
  atDays: number;
  kind: 'arrive' | 'copy' | 'drop' | 'expire';
  from: string | null;
  to: string | null;
  bytesPerMonth: number;
  amount: number;
}

export interface LatencySummary {
  meanMs: number | null;
  p50Ms: number | null;
  p95Ms: number | null;
  p99Ms: number | null;
  /** p99 over the whole band of the evidence. */
  p99BandMs: [number, number] | null;
  grade: Grade;
  evidence: EvidenceRef[];
  adjustments: Adjustment[];
  /** The distribution that was judged, rising in ms; where the plan was asked for curves and the latency is known. */
  curve?: DensityPoint[];
}

export interface ReadLatency extends LatencySummary {
  firstByteP99Ms: number | null;
  /** Over the whole band of the evidence. */
  firstByteP99BandMs: [number, number] | null;
  firstByteGrade: Grade;
  byPlace: ({
    place: string;
    share: number;
    servedBy: { store: string; share: number }[];
  } & LatencySummary)[];
}

export interface MonthlyCost {
  /** Where a price is not known, the low end of `range`. */
  total: number;
  currency: string;
  /** The ends of `range` differ. */
  atLeast: boolean;
  /** Null: no price that is known bounds it from above. */
  range: [low: number, high: number | null];
  /** Why they differ. */
  reasons: PriceReason[];
  lines: (BillLine & { store: string })[];
}

/** What measurement would settle a requirement that is not sure enough, in figures. */
export interface MissingMeasurement {
  requirement: string;
  metric: 'total' | 'firstByte';
  /** What is limited: `p99`, `p50`, `mean`. */
  statistic: string;
  store: string;
  operation: 'GET' | 'PUT';
  /** Place of the reader or writer, and the body size it concerns. */
  place: string;
  sizeBytes: number;
  /** The largest such figure of that store at which the plan still meets the requirement; null when no figure would. */
  neededMs: number | null;
  /** Its p99 at the same; null when no figure would do or the shape is not known. */
  neededP99Ms: number | null;
  /** Where the figure lies at that place by what is known; null where nothing is. */
  estimateMs: [number, number] | null;
  /** `stowage probe …` line that would measure it. */
  probe: string;
  /** Its price at list, in the bill's currency; null when not known. */
  probeCost: number | null;
}

/** One run of a batch job: the longest of requests over the operations limit, bytes over bandwidth or network, and latency over concurrency. */
export interface JobOutcome {
  name: string;
  /** Null where the latency of its reads is not known. */
  seconds: number | null;
  boundBy: 'operations' | 'bandwidth' | 'latency' | 'network' | null;
  /** Bytes a second that the client's network carries; null where the scenario says nothing: then it bounds nothing. */
  network: number | null;
  grade: Grade;
}

/** From one store to the next. */
export interface CandidateStep {
  from: string;
  to: string;
  /** Age at which the former is left. */
  leftDays: number;
  /** How the latter is entered: by a copy or by the provider's lifecycle when the former is left, or written at arrival. */
  entry: 'tier' | 'lifecycle' | 'dual';
}

/** All objects divided in two by what they are, each whole in one store. */
export interface CandidateSplit {
  by: 'popularity' | 'size';
  /** Of size: the largest object of the first part. */
  upToBytes: number | null;
  /** The popular or the small ones first, with their shares of all objects, bytes and reads. */
  parts: { store: string; objects: number; bytes: number; reads: number }[];
}

/** Every object in the second store, and a copy in the first for a time after each read. Means over the billed months. */
export interface CandidateCache {
  ttlHours: number;
  /** `through`: a write fills the first store as well. */
  writes: 'around' | 'through';
  /** Sizes of what is cached; null at an end that nothing bounds. */
  fromBytes: number | null;
  upToBytes: number | null;
  /** Of all reads, those that find a copy. */
  hitShare: number;
  /** Bytes of copies. */
  hotBytes: number;
  fillsPerMonth: number;
}

/** Objects that a placement treats alike. */
export interface CandidatePart {
  /** As in the id of a mixed placement: `new`, `old`, `new.128KiB`, `old.10%`; `all` where there is one part alone. */
  name: string;
  /** Shares of all objects, bytes and reads of the billed months. */
  objects: number;
  bytes: number;
  reads: number;
  /** Read shares are of all reads. */
  segments: Segment[];
}

/** `recommended`; `cheaper`, if a measurement confirms it or a condition is met; `surer` or `faster`. */
export type CardRole = 'recommended' | 'cheaper' | 'surer' | 'faster';

/** A mechanism beyond one store: what has to be set up and kept running. */
export interface Run {
  code:
    'lifecycle-rule' | 'second-store' | 'copy-job' | 'drop-job' | 'dual-write' | 'router' | 'cache' | 'cdn';
  from: string | null;
  to: string | null;
  /** Age at which it acts; null where it does not go by age. */
  atDays: number | null;
}

/** What a placement must earn a month for what has to be run; no bill contains it. */
export interface Effort {
  total: number;
  lines: { code: 'rule' | 'account' | 'router' | 'cdn'; count: number; amount: number }[];
}

/**
 * What must still be true of a placement for it to hold: a limit that the provider raises on request, objects spread over several
 * buckets, a fact that nobody knows, or a CDN's contract that covers objects of another provider's store.
 */
export interface Condition {
  code: 'limit-raised' | 'several-buckets' | 'fact-unknown' | 'cdn-terms';
  store: string;
  words: string;
}

export interface Candidate {
  id: string;
  kind: 'single' | 'age' | 'copies' | 'popularity' | 'size' | 'mixed' | 'cache';
  /** Of the answer's cards; null for any other. */
  card: CardRole | null;
  /** Holders, `store@region`, hot first. */
  stores: string[];
  /** CDNs that readers use. */
  cdn: string[];
  /**
   * The highest level of the evidence at which every latency requirement is met; 0 where nobody measured a store that must meet one.
   * Null where no latency is required.
   */
  sureness: number | null;
  /** Stores without evidence that serve reads which must meet a latency. */
  notMeasured: string[];
  effort: Effort;
  runs: Run[];
  conditions: Condition[];
  /** Reads a month that routers ask of stores which have not their object, the bill's first month; `router: own` asks none. */
  asksInVain: { store: string; perMonth: number; /** Of all reads. */ share: number }[];
  /** The least over all ages, of the holders together: nines are shares, as published; null where one is not known. */
  keeps: { zones: number | null; durability: number | null; availability: number | null };
  /** Objects that are placed alike, the most bytes first. */
  parts: CandidatePart[];
  /** Of a split between two stores; null for any other. */
  policy: { thresholdDays: number; entry: 'tier' | 'dual' } | null;
  /** From each store to the next; none for a single store. */
  steps: CandidateStep[];
  /** Of a split by popularity or size: then segments are its parts, each over the whole life. */
  split?: CandidateSplit;
  /** Of a cache: then segments are by the time since an object's last read. */
  cache?: CandidateCache;
  /** Of the first part. */
  segments: Segment[];
  moves: Move[];
  monthly: MonthlyCost;
  months: { month: string; total: number }[];
  read: ReadLatency;
  write: LatencySummary;
  jobs: JobOutcome[];
  feasible: Feasible;
  violations: Violation[];
  missing: MissingMeasurement[];
  /** What moving to it from today's placement takes; null where none is named, or it is today's. */
  migration: MigrationAnswer | null;
  findings: Finding[];
}

export interface Reason {
  code: string;
  words: string;
}

export interface Recommendation {
  id: string;
  reasons: Reason[];
  /** Per month against `against`, the simplest placement that holds; null where that is the placement itself, or a bill has two ends. */
  saving: number | null;
  against: string | null;
}

/** What is recommended in a variation of the scenario, and its bill. */
export interface Outcome {
  recommendation: string | null;
  total: number | null;
}

/** Where one input that is a range takes one of its ends. */
export interface RangeEnd extends Outcome {
  value: number;
}

export interface RangeOutcome {
  path: string;
  low: RangeEnd;
  high: RangeEnd;
}

/** Where one dataset is left out. */
export interface DatasetOutcome extends Outcome {
  dataset: string;
}

/** What the user's own datasets change, from planning with and without them. */
export interface OwnEvidence {
  datasets: string[];
  /** Those that they measured: p99 of all reads with everything in it; null where it is not known. */
  stores: { store: string; p99Ms: number | null; withoutMs: number | null }[];
  /** What is recommended without them. */
  without: Outcome;
}

export interface Plan {
  scenario: ScenarioText;
  pricing: { store: string; region: string; edition: string }[];
  datasets: { id: string; hash: string }[];
  model: number;
  /** Ranked: the cards, then those that are sure enough, open and infeasible, each by cost. */
  candidates: Candidate[];
  /** Ids of at most three candidates, the recommended first. */
  cards: string[];
  /** What is asked, and what effort and doubt are shares of, a month in the plan's currency. */
  rule: {
    /** Null where no latency is required. */
    sureness: number | null;
    base: number;
    baseId: string | null;
    /** Bill + effort of the cheapest plan that is sure enough, if it is below the base: no doubt costs more. */
    doubtBase: number;
  };
  /** Bill + effort + doubt of the recommended are at most so far above the best placement of up to three stores: 0.01 is 1 %. Null: not finished. */
  gap: number | null;
  /** What the cheapest placement whatever it takes to run would save a month against the recommended; null where it is that. */
  bare: { id: string; saves: number } | null;
  /** Ids, the cheapest first: each the cheapest for some p99. */
  frontier: string[];
  /**
   * Between one p99 that the frontier was searched for and the next, where `planFrontier` was asked: 0.05 is 5 %. Null where it is only
   * that of what was billed, or no p99 can be told.
   */
  frontierStep: number | null;
  /** Where `switchPoints` was asked, of each input in rising order. */
  switchPoints: SwitchPoint[];
  /** The inputs that were turned for them, how far and how finely. */
  turned: Turned[];
  /** Stores the best does without, where `planRivals` was asked. */
  rivals: Rival[];
  /** The first card. */
  recommendation: Recommendation | null;
  /** The card that is cheaper if a measurement confirms it or a condition is met, with those measurements. */
  bestIf: (Recommendation & { conditions: MissingMeasurement[] }) | null;
  /** `more`: null where a bill has two ends. */
  runnerUp: { id: string; more: number | null } | null;
  /** Candidate stores that no plan could use, with the reason. */
  excluded: { store: string; reason: Finding }[];
  /** What becomes of the recommendation at either end of each range, where `planAtRanges` was asked. */
  ranges: RangeOutcome[];
  /** How sure the answer is, where `planUncertainty` was asked and something is a range. */
  uncertainty: Uncertainty | null;
  /** What would be recommended without each dataset, where `withoutDatasets` was asked. */
  withoutDatasets: DatasetOutcome[];
  /** Absent where no dataset of the user's own measured a store of the plan. */
  ownEvidence?: OwnEvidence | null;
  /** Month by month, where there is more than one and `overTime` was asked. */
  overTime: OverTime | null;
  /** Today's placement beside the plan, where the scenario names it and `withMigration` was asked. */
  today: Today | null;
  findings: Finding[];
}
