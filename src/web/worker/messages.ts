/** What page and worker say to each other. The worker alone carries the schemas, the prices and the evidence. */
import type { Finding } from '#core/findings/index.ts';
import type { Candidate, MissingMeasurement, Plan } from '#core/report/plan-types.ts';
import type { MigrationAnswer, OverTime, Today } from '#core/report/time-types.ts';
import type { Uncertainty } from '#core/report/uncertainty-types.ts';
import type { Scenario, ScenarioText } from '#core/scenario/scenario.ts';

export interface Issue {
  path: string;
  message: string;
  suggestion?: string | undefined;
}

/** A split whose threshold a hand is moving; worked out besides the ranking. */
export interface Wanted {
  hot: string;
  cold: string;
  thresholdDays: number;
  entry: 'tier' | 'dual';
}

export type Question =
  /** `read`: the same scenario, where the page's build has read it. */
  | { kind: 'plan'; scenario: ScenarioText; wanted: Wanted | null; read?: Scenario | undefined }
  | { kind: 'open'; fragment: string }
  /** The link that opens the scenario's present answer for ever. */
  | { kind: 'link'; scenario: ScenarioText }
  /** What to assume so that the candidate is proven. */
  | { kind: 'settle'; scenario: ScenarioText; candidate: string; conditions: MissingMeasurement[] }
  /** What is dear to work out, once an answer stands. */
  | { kind: 'afterwards'; answer: Plan }
  /** The plan month by month, and the move from today's placement. */
  | { kind: 'time'; scenario: ScenarioText }
  /** How sure the answer is; a newer question, or a newer plan, drops it. */
  | { kind: 'sureness'; scenario: ScenarioText }
  /** Curves through known quantiles, one for each list. */
  | { kind: 'curves'; quantiles: Quantile[][] }
  | { kind: 'known' };

export interface Quantile {
  p: number;
  ms: number;
}

export interface CurvePoint {
  ms: number;
  /** Share of requests per unit of ln t. */
  density: number;
  /** Between the lowest and the highest quantile known. */
  known: boolean;
}

export type PlanAnswer =
  /** `without`: datasets the scenario pins and this build lacks. */
  { kind: 'plan'; plan: Plan; without: string[] } | { kind: 'refused'; issues: Issue[] } | Failed;

export interface Failed {
  kind: 'failed';
  message: string;
}

export type LinkAnswer = { kind: 'link'; link: string } | { kind: 'refused'; issues: Issue[] } | Failed;

export type OpenAnswer = { kind: 'opened'; scenario: ScenarioText } | Failed;

/** Null where no assumption of these p99s proves it. */
export type SettleAnswer =
  { kind: 'settled'; assume: ScenarioText['assume'] | null } | { kind: 'refused'; issues: Issue[] } | Failed;

/** What the answer rests on, and what hedging would prove. */
export type AfterwardsAnswer =
  { kind: 'afterwards'; findings: Finding[] } | { kind: 'refused'; issues: Issue[] } | Failed;

/** Moves by candidate, null for today's own. `others`: today's placement, where the plan does not have it. */
export type TimeAnswer = {
  kind: 'time';
  overTime: OverTime | null;
  today: Today | null;
  migrations: Record<string, MigrationAnswer | null>;
  others: Candidate[];
};
/** Null where nothing is a range. */
export type SurenessAnswer =
  | { kind: 'sureness'; uncertainty: Uncertainty | null }
  | { kind: 'dropped' }
  | { kind: 'refused'; issues: Issue[] }
  | Failed;

/** Null where quantiles are too few or do not rise. */
export type CurvesAnswer = { kind: 'curves'; curves: (CurvePoint[] | null)[] } | Failed;

/** Names for the suggestions of the form. */
export type KnownAnswer = { kind: 'known'; stores: string[]; places: string[] } | Failed;

export type Answer =
  | PlanAnswer
  | LinkAnswer
  | SettleAnswer
  | AfterwardsAnswer
  | TimeAnswer
  | SurenessAnswer
  | CurvesAnswer
  | OpenAnswer
  | KnownAnswer;

export type Asked = { id: number; question: Question };
export type Told = { id: number; answer: Answer };
