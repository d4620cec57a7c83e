import type { Metric } from '../evidence/dataset.ts';
import type { LatencyFinding } from '../findings/latency-findings.ts';

/** A latency as a distribution over milliseconds. Never a bare percentile. */
export interface Distribution {
  /** Strictly below every quantile. */
  readonly floorMs: number;
  /** P(T ≤ ms). */
  cdf(ms: number): number;
  /** Smallest ms with P(T ≤ ms) ≥ p, for 0 < p < 1. */
  quantile(p: number): number;
  readonly meanMs: number;
}

/** How far a prediction stands from a measurement of the very thing asked. Best first. */
export const GRADES = [
  'measured',
  'interpolated',
  'extrapolated',
  'vendor-equivalent',
  'assumed',
  'claimed',
  'missing',
] as const;
export type Grade = (typeof GRADES)[number];

/** A grade as it follows a figure: `p99 310 ms extrapolated`. */
export function gradeWords(grade: Grade): string {
  return grade === 'vendor-equivalent' ? 'as its provider says' : grade;
}

export interface EvidenceRef {
  dataset: string;
  /** What was measured, in a few words: `GET 1 KiB, AWS us-east-1 → AWS us-east-1`. */
  cell: string;
  status: 'measured' | 'vendor' | 'claimed' | 'assumed';
  samples: number | null;
}

/** One step from measurement to prediction, with its arithmetic in words (`size 10 KiB → 4 MB: + 47 ms at 83 MiB/s`). */
export interface Adjustment {
  kind:
    | 'size'
    | 'distance'
    | 'readers'
    | 'tail-shape'
    | 'load'
    | 'fan-out'
    | 'connection'
    | 'kinship'
    | 'fit'
    | 'last-mile'
    | 'harness'
    | 'retry'
    | 'hedge'
    | 'concurrency'
    | 'vendor'
    | 'assumption';
  words: string;
}

/** A store that another answers like, and where their provider says so. */
export interface Likeness {
  store: string;
  /** Where its provider says so; absent: it is the same store. */
  said?: { quote: string; source: string };
}

export interface LatencyQuery {
  /** `aws/s3-standard` */
  store: string;
  /** Place the store is in, e.g. `aws/us-east-1`; null: placed near the reader. */
  at: string | null;
  operation: 'GET' | 'PUT' | 'HEAD' | 'LIST' | 'DELETE';
  metric: Extract<Metric, 'total' | 'first_byte'>;
  sizeBytes: number;
  /** Reader or writer place. */
  from: string;
  /** How busy the store is kept, for harnesses that measured more than one number of requests in flight. */
  load?: Load;
  /** Quantiles stated by the user, in ms, graded `assumed`. */
  assume?: Readonly<Record<string, number>>;
  /** Where the store has no evidence for the operation, the first of these that has stands in for it. */
  like?: readonly Likeness[];
}

/** `best` with the band [`low`, `high`] of evidence: at every p, low.quantile ≤ best.quantile ≤ high.quantile. */
export interface Prediction {
  best: Distribution;
  low: Distribution;
  high: Distribution;
  grade: Exclude<Grade, 'missing'>;
  evidence: EvidenceRef[];
  adjustments: Adjustment[];
  findings: LatencyFinding[];
  /** Readers of a continent or country in several cities: the prediction to each, of which this is the mixture. */
  cities?: readonly { percent: number; from: string; of: Prediction }[];
  /** Of a read that waits for one answer and then for another: both. */
  waits?: { first: Prediction; then: Prediction };
}

/** Requests in flight at once, or how many begin each second: Little's law makes one of the other. */
export type Load = { inFlight: number } | { perSecond: number };
