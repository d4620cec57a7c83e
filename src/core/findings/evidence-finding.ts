/** Remarks on a dataset as codes with their arithmetic, and how much each weighs. */

/** What was measured, in words enough to find its rows. */
export interface CellName {
  store: string;
  operation: string;
  sizeBytes: number | null;
}

export interface Printed {
  statistic: string;
  ms: number;
}

export type EvidenceFinding =
  | ({
      code: 'little-mismatch';
      perSecond: number;
      /** Stated, all of it: requests in flight. */
      concurrency: number;
      /** What that concurrency and rate make of the mean. */
      meanMs: number;
      printed: Printed;
      /** The highest quantile printed, where the mean lies even above it. */
      highest: Printed | null;
      /** What the printed latency and rate make of the concurrency. */
      inFlight: number;
      /** The same, of all operations and sizes of the run. */
      inFlightOfAll: number;
      /** What the printed latency and concurrency would carry, and what is printed, in bytes/s; null without a size. */
      bytesPerSecond: { carried: number; printed: number } | null;
    } & CellName)
  | {
      code: 'throughput-as-latency';
      operation: string;
      sizeBytes: number | null;
      concurrency: number;
      stores: { store: string; perSecond: number; meanMs: number; inFlight: number }[];
    }
  | ({ code: 'queue-as-latency'; less: LoadPoint; more: LoadPoint } & CellName)
  | ({
      code: 'coordinated-omission';
      concurrency: number | null;
      slowest: Printed;
      medianMs: number;
      unsent: number;
      cells: number;
    } & CellName)
  | ({ code: 'due-times-unsaid'; perSecond: number; slowest: Printed; due: number; cells: number } & CellName)
  | ({ code: 'loop-unsaid'; slowest: Printed; medianMs: number; unsent: number; cells: number } & CellName)
  | { code: 'too-few-samples'; statistic: string; cells: number; samples: number; needed: number }
  | ({
      code: 'quantiles-disordered';
      metric: string;
      unit: string;
      /** The quantile of the smaller share, which has the larger value. */
      smallerShare: PrintedShare;
      largerShare: PrintedShare;
      cells: number;
    } & CellName)
  | ({ code: 'mean-impossible'; meanMs: number; lowMs: number; highMs: number } & CellName)
  | ({
      code: 'columns-disagree';
      perSecond: number;
      bytesPerSecond: number;
      /** Size × rate. */
      expected: number;
    } & CellName)
  | { code: 'size-mislabelled'; sizeBytes: number; impliedBytes: number; cells: number }
  | {
      code: 'faster-when-larger';
      store: string;
      operation: string;
      smaller: { sizeBytes: number; perSecond: number };
      larger: { sizeBytes: number; perSecond: number };
      /** Least error, as a share, of any rate that does not rise with size. */
      irreducible: number;
    }
  | { code: 'limit-unreached'; store: string; unit: '1/s' | 'bytes/s'; limit: number; best: number }
  | { code: 'temperatures-mixed'; rows: number }
  | ({ code: 'two-populations'; below: Printed; above: Printed; cells: number } & CellName)
  | ({ code: 'retry-inside'; slowest: Printed; timeoutMs: number; medianMs: number } & CellName)
  | { code: 'vendor-measures-rival'; vendor: string; sells: string[]; rivals: string[] }
  | { code: 'cells-alike'; value: number; unit: string; metric: string; cells: CellName[] }
  | ({
      code: 'sum-mismatch';
      requests: number;
      eachMs: number;
      printedSeconds: number;
      relation: 'eq' | 'approx' | 'lt' | 'gt';
    } & CellName)
  | {
      code: 'floor-is-not-the-pace';
      store: string;
      run: string;
      requests: number;
      floorMs: number;
      meanMs: number | null;
      printedSeconds: number;
    }
  | ({ code: 'faster-than-light'; printed: Printed; from: string; to: string; leastMs: number } & CellName)
  | ({ code: 'answers-differ'; statistic: string; valuesMs: number[] } & CellName)
  | ({
      code: 'below-another-floor';
      printed: Printed;
      other: { dataset: string; sizeBytes: number | null; floorMs: number };
    } & CellName);

export interface PrintedShare {
  statistic: string;
  /** Share of the requests that do not exceed the value. */
  p: number;
  value: number;
}

interface LoadPoint {
  concurrency: number;
  perSecond: number;
  ms: number;
}

/** `impossible`: the figures exclude each other. `misleading`: true, and easily read as what it is not. `limited`: says less than it seems. */
export type Weight = 'impossible' | 'misleading' | 'limited';

const WEIGHT_OF: Readonly<Record<EvidenceFinding['code'], Weight>> = {
  'little-mismatch': 'impossible',
  'throughput-as-latency': 'misleading',
  'queue-as-latency': 'misleading',
  'coordinated-omission': 'misleading',
  'due-times-unsaid': 'limited',
  'loop-unsaid': 'limited',
  'too-few-samples': 'limited',
  'quantiles-disordered': 'impossible',
  'mean-impossible': 'impossible',
  'columns-disagree': 'impossible',
  'size-mislabelled': 'misleading',
  'faster-when-larger': 'misleading',
  'limit-unreached': 'limited',
  'temperatures-mixed': 'limited',
  'two-populations': 'limited',
  'retry-inside': 'misleading',
  'vendor-measures-rival': 'misleading',
  'cells-alike': 'misleading',
  'sum-mismatch': 'impossible',
  'floor-is-not-the-pace': 'misleading',
  'faster-than-light': 'impossible',
  'answers-differ': 'impossible',
  'below-another-floor': 'misleading',
};

export function weightOf(finding: EvidenceFinding): Weight {
  const isExplained =
    (finding.code === 'sum-mismatch' && boundHolds(finding)) ||
    (finding.code === 'little-mismatch' && isIdle(finding));
  return isExplained ? 'misleading' : WEIGHT_OF[finding.code];
}

/** A client may be slow, or hold back; one with fewer than two places in a hundred filled is no client of that many. */
export function isIdle({
  inFlightOfAll,
  concurrency,
}: {
  inFlightOfAll: number;
  concurrency: number;
}): boolean {
  return inFlightOfAll < concurrency && inFlightOfAll > 0.02 * concurrency;
}

/** Whether a printed bound is kept by what the requests take in turn. */
export function boundHolds({
  requests,
  eachMs,
  printedSeconds,
  relation,
}: Extract<EvidenceFinding, { code: 'sum-mismatch' }>): boolean {
  const computed = (requests * eachMs) / 1000;
  return relation === 'lt' ? computed < printedSeconds : relation === 'gt' && computed > printedSeconds;
}
