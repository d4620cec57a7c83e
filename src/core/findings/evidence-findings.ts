/** Remarks on a dataset: what its own figures say against each other, each with its arithmetic, in words, and how much it weighs. */
import { AS_WRITTEN } from '../answer/words/names.ts';
import type { Names } from '../answer/words/names.ts';
import { percent } from '../text/numbers.ts';
import { listing } from '../text/words.ts';
import { formatBytes, formatCount, formatMs } from '../units.ts';
import type { FindingIn, WordsByCode } from './table.ts';

/** What was measured, in words enough to find its rows. */
export interface CellName {
  store: string;
  operation: string;
  sizeBytes: number | null;
}

interface Printed {
  statistic: string;
  ms: number;
}

interface PrintedShare {
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

interface LittleMismatch extends CellName {
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
}

interface SumMismatch extends CellName {
  requests: number;
  eachMs: number;
  printedSeconds: number;
  relation: 'eq' | 'approx' | 'lt' | 'gt';
}

/** The figures exclude each other. */
const IMPOSSIBLE = {
  'little-mismatch': (finding: LittleMismatch, names) => {
    const { concurrency, perSecond, meanMs, printed, highest, inFlight, inFlightOfAll } = finding;
    const ofAll =
      inFlightOfAll > 1.01 * inFlight ? ` (${figure(inFlightOfAll)} with all that was measured so)` : '';
    const top = highest ? `, ${highest.statistic} ${formatMs(highest.ms)}` : '';
    const { bytesPerSecond: bytes } = finding;
    const carried = bytes
      ? ` ${count(concurrency)} would carry ${formatBytes(bytes.carried)}/s, and ${formatBytes(bytes.printed)}/s are printed.`
      : '';
    return `${cellName(finding, names)}: ${count(concurrency)} in flight at ${count(perSecond)}/s take ${count(concurrency)} ÷ ${count(perSecond)} = ${formatMs(meanMs)} each on average (Little's law). Printed: ${printed.statistic} ${formatMs(printed.ms)}${top}. At that latency ${count(perSecond)}/s are ${figure(inFlight)} in flight${ofAll}.${carried} ${isIdle(finding) ? `Either the client was busy or held back for ${percent(1 - inFlightOfAll / concurrency)} of the time, or they are not of one run.` : 'They are not of one run.'}`;
  },
  'quantiles-disordered': (
    finding: {
      metric: string;
      unit: string;
      /** The quantile of the smaller share, which has the larger value. */
      smallerShare: PrintedShare;
      largerShare: PrintedShare;
      cells: number;
    } & CellName,
    names,
  ) => {
    const { metric, unit, smallerShare, largerShare, cells } = finding;
    const value = (one: PrintedShare) => `${one.value}${unit === '1/s' ? '/s' : ` ${unit}`}`;
    const share = (one: number) => `${Number((100 * one).toPrecision(5))}%`;
    const [atLeast, atMost] = [1 - smallerShare.p, largerShare.p];
    const what = metric === 'total' ? '' : ` ${metric.replaceAll('_', ' ')}`;
    return `${cellName(finding, names)}${what}${others(cells)}: ${smallerShare.statistic} is printed as ${value(smallerShare)} and ${largerShare.statistic} as ${value(largerShare)}. At least ${share(atLeast)} at ${value(smallerShare)} or above and ${share(atMost)} at ${value(largerShare)} or below are ${share(atLeast + atMost)} of the requests. The figures stay as they are found; predictions take its quantiles sorted.`;
  },
  'mean-impossible': (finding: { meanMs: number; lowMs: number; highMs: number } & CellName, names) =>
    `${cellName(finding, names)}: a mean of ${formatMs(finding.meanMs)} is printed. Its own quantiles allow ${formatMs(finding.lowMs)} to ${formatMs(finding.highMs)}.`,
  /** `expected`: size × rate. */
  'columns-disagree': (
    finding: { perSecond: number; bytesPerSecond: number; expected: number } & CellName,
    names,
  ) => {
    const { perSecond, bytesPerSecond, expected, sizeBytes } = finding;
    return `${cellName(finding, names)}: ${formatBytes(sizeBytes ?? 0)} × ${count(perSecond)}/s = ${formatBytes(expected, 4)}/s, and ${formatBytes(bytesPerSecond, 4)}/s are printed (${percent(bytesPerSecond / expected - 1, { signed: true })}): one of the two is wrong.`;
  },
  'sum-mismatch': (finding: SumMismatch, names) => {
    const { requests, eachMs, printedSeconds, relation } = finding;
    const computed = (requests * eachMs) / 1000;
    const bound = { eq: '', approx: 'about ', lt: 'less than ', gt: 'over ' }[relation];
    const as = boundHolds(finding) ? 'The bound holds, and says nothing; it' : 'It';
    return `${cellName(finding, names)}: ${count(requests)} requests of ${formatMs(eachMs)} in turn take ${seconds(computed)}. Printed: ${bound}${seconds(printedSeconds)}, ${figure(printedSeconds / computed)} times as long. ${as} would fit ${count(Math.round(printedSeconds / (eachMs / 1000)))} requests.`;
  },
  'faster-than-light': (
    finding: { printed: Printed; from: string; to: string; leastMs: number } & CellName,
    names,
  ) => {
    const { printed, from, to, leastMs } = finding;
    return `${cellName(finding, names)}: a ${printed.statistic} of ${formatMs(printed.ms)} from ${names.place(from)} to ${names.place(to)}, where light in fibre needs ${formatMs(leastMs)} there and back.`;
  },
  'answers-differ': (finding: { statistic: string; valuesMs: number[] } & CellName, names) =>
    `${cellName(finding, names)}: its ${finding.statistic} is printed as ${finding.valuesMs.map(formatMs).join(', ')}, and nothing tells the cases apart.`,
} satisfies WordsByCode;

/** True, and easily read as what it is not. */
const MISLEADING = {
  'throughput-as-latency': (
    finding: {
      operation: string;
      sizeBytes: number | null;
      concurrency: number;
      stores: { store: string; perSecond: number; meanMs: number; inFlight: number }[];
    },
    names,
  ) => {
    const each = finding.stores
      .map(
        ({ store, perSecond, meanMs, inFlight }) =>
          `${names.store(store)} ${count(perSecond)}/s × ${formatMs(meanMs)} = ${figure(inFlight)}`,
      )
      .join(', ');
    return `${finding.operation}${sizeWords(finding.sizeBytes)}: In a closed loop of ${count(finding.concurrency)}, rate and latency are the same figure. What caps a store's rate shows as its latency. Rate × latency: ${each}.`;
  },
  'queue-as-latency': (finding: { less: LoadPoint; more: LoadPoint } & CellName, names) => {
    const { less, more } = finding;
    return `${cellName(finding, names)}: from ${count(less.concurrency)} to ${count(more.concurrency)} in flight the rate goes from ${count(less.perSecond)} to ${count(more.perSecond)}/s, the mean from ${formatMs(less.ms)} to ${formatMs(more.ms)}: × ${figure(more.ms / less.ms)} for × ${figure(more.concurrency / less.concurrency)} the requests. The difference is waiting for a cap, not the store's latency.`;
  },
  'coordinated-omission': (
    finding: {
      concurrency: number | null;
      slowest: Printed;
      medianMs: number;
      unsent: number;
      cells: number;
    } & CellName,
    names,
  ) => {
    const { slowest, medianMs, unsent, cells } = finding;
    return `${cellName(finding, names)}${others(cells)}: A closed loop sends nothing while it waits. During its ${slowest.statistic} of ${formatMs(slowest.ms)} it left out ${formatMs(slowest.ms)} ÷ ${formatMs(medianMs)} − 1 = ${count(unsent)} requests. Other clients would have sent them, so the tail is too short (coordinated omission).`;
  },
  'size-mislabelled': (finding: { sizeBytes: number; impliedBytes: number; cells: number }) => {
    const { sizeBytes, impliedBytes, cells } = finding;
    return `Objects printed as ${count(sizeBytes)} bytes were ${count(impliedBytes)}: bytes per second ÷ objects per second say so in ${cells} rows (${percent(impliedBytes / sizeBytes - 1, { signed: true })}).`;
  },
  'faster-when-larger': (
    finding: {
      store: string;
      operation: string;
      smaller: { sizeBytes: number; perSecond: number };
      larger: { sizeBytes: number; perSecond: number };
      /** Least error, as a share, of any rate that does not rise with size. */
      irreducible: number;
    },
    names,
  ) => {
    const { store, operation, smaller, larger, irreducible } = finding;
    return `${names.store(store)} ${operation}: ${count(smaller.perSecond)}/s of ${formatBytes(smaller.sizeBytes)}, yet ${count(larger.perSecond)}/s of ${formatBytes(larger.sizeBytes)}. Under one condition larger objects cannot be faster; any rate that falls with size errs by ${percent(irreducible, { signed: true })} at least (√(${figure(larger.perSecond)} ÷ ${figure(smaller.perSecond)}) − 1).`;
  },
  'retry-inside': (finding: { slowest: Printed; timeoutMs: number; medianMs: number } & CellName, names) => {
    const { slowest, timeoutMs, medianMs } = finding;
    return `${cellName(finding, names)}: ${slowest.statistic} ${formatMs(slowest.ms)} is a time-out of ${formatMs(timeoutMs)} and one more request (+ median ${formatMs(medianMs)} = ${formatMs(timeoutMs + medianMs)}). Retries are counted as single requests.`;
  },
  'vendor-measures-rival': (finding: { vendor: string; sells: string[]; rivals: string[] }, names) =>
    `${finding.vendor} sells ${listing(finding.sells.map(names.store))} and also measured ${listing(finding.rivals.map(names.store))}.`,
  'cells-alike': (finding: { value: number; unit: string; metric: string; cells: CellName[] }, names) => {
    const cells = finding.cells.map((cell) => cellName(cell, names)).join(' and ');
    return `${cells} print the same ${finding.metric} to the last digit: ${finding.value} ${finding.unit}. One may be copied from the other.`;
  },
  'floor-is-not-the-pace': (
    finding: {
      store: string;
      run: string;
      requests: number;
      floorMs: number;
      meanMs: number | null;
      printedSeconds: number;
    },
    names,
  ) => {
    const { store, run, requests, floorMs, meanMs, printedSeconds } = finding;
    const floor = (requests * floorMs) / 1000;
    const mean = meanMs === null ? null : (requests * meanMs) / 1000;
    const atMean =
      mean === null
        ? ''
        : ` At the mean of ${formatMs(meanMs ?? 0)} they take ${seconds(mean)}, ${percent(mean / printedSeconds)} of it.`;
    return `${names.store(store)}, ${run}: ${count(requests)} requests at the floor of ${formatMs(floorMs)} take ${seconds(floor)}, ${percent(floor / printedSeconds)} of the printed ${seconds(printedSeconds)}.${atMean} The floor does not set the pace.`;
  },
  'below-another-floor': (
    finding: {
      printed: Printed;
      other: { dataset: string; sizeBytes: number | null; floorMs: number };
    } & CellName,
    names,
  ) => {
    const { printed, other } = finding;
    const size = other.sizeBytes === null ? 'a small object' : formatBytes(other.sizeBytes);
    return `${cellName(finding, names)}: its ${printed.statistic} of ${formatMs(printed.ms)} lies below the fastest of all requests for ${size} in ${other.dataset}, ${formatMs(other.floorMs)}.`;
  },
} satisfies WordsByCode;

/** Says less than it seems. */
const LIMITED = {
  'due-times-unsaid': (
    finding: { perSecond: number; slowest: Printed; due: number; cells: number } & CellName,
    names,
  ) => {
    const { perSecond, slowest, due, cells } = finding;
    return `${cellName(finding, names)}${others(cells)}: Nothing says that the times of this open loop count from when a request was due. During its ${slowest.statistic} of ${formatMs(slowest.ms)}, ${count(perSecond)}/s × ${formatMs(slowest.ms)} = ${count(due)} more were due. If times count from sending, their waiting is in no figure (coordinated omission).`;
  },
  'loop-unsaid': (
    finding: { slowest: Printed; medianMs: number; unsent: number; cells: number } & CellName,
    names,
  ) => {
    const { slowest, medianMs, unsent, cells } = finding;
    return `${cellName(finding, names)}${others(cells)}: Nothing says whether the client waited for each answer. If it did, it left out ${formatMs(slowest.ms)} ÷ ${formatMs(medianMs)} − 1 = ${count(unsent)} requests during its ${slowest.statistic} of ${formatMs(slowest.ms)}. The tail is then too short (coordinated omission).`;
  },
  'too-few-samples': (finding: { statistic: string; cells: number; samples: number; needed: number }) => {
    const { statistic, cells, samples, needed } = finding;
    return `${statistic} of ${cells} ${cells === 1 ? 'cell rests' : 'cells rest'} on at most ${count(samples)} requests; a 95% interval with two ends needs ${count(needed)}, so one end is open.`;
  },
  'limit-unreached': (
    finding: { store: string; unit: '1/s' | 'bytes/s'; limit: number; best: number },
    names,
  ) => {
    const { store, unit, limit, best } = finding;
    const rate = (value: number) => (unit === '1/s' ? `${count(value)}/s` : `${formatBytes(value)}/s`);
    return `${names.store(store)}: the published limit is ${rate(limit)} and the best row reaches ${rate(best)}, ${percent(best / limit)} of it.`;
  },
  'temperatures-mixed': ({ rows }: { rows: number }) =>
    `${rows} ${rows === 1 ? 'row mixes' : 'rows mix'} first reads with repeated ones, so ${rows === 1 ? 'its figure is' : 'their figures are'} of neither.`,
  'two-populations': (finding: { below: Printed; above: Printed; cells: number } & CellName, names) => {
    const { below, above, cells } = finding;
    return `${cellName(finding, names)}${others(cells)}: between ${below.statistic} ${formatMs(below.ms)} and ${above.statistic} ${formatMs(above.ms)} is a gap of × ${figure(above.ms / below.ms)}. The spread on either side is small. These are two kinds of request under one name, such as cold and warm, or with and without a new connection.`;
  },
} satisfies WordsByCode;

const BY_WEIGHT = { impossible: IMPOSSIBLE, misleading: MISLEADING, limited: LIMITED };
export type Weight = keyof typeof BY_WEIGHT;
/** The heaviest first. */
export const WEIGHTS = Object.keys(BY_WEIGHT) as Weight[];

export type EvidenceFinding = FindingIn<typeof IMPOSSIBLE & typeof MISLEADING & typeof LIMITED>;

/** Sentences with the arithmetic in them. `names`: ids as they are written unless told. */
export function describeEvidenceFinding(finding: EvidenceFinding, names: Names = AS_WRITTEN): string {
  const words: WordsByCode = { ...IMPOSSIBLE, ...MISLEADING, ...LIMITED };
  return words[finding.code]?.(finding as never, names) ?? finding.code;
}

export function weightOf(finding: EvidenceFinding): Weight {
  const isExplained =
    (finding.code === 'sum-mismatch' && boundHolds(finding)) ||
    (finding.code === 'little-mismatch' && isIdle(finding));
  if (isExplained) return 'misleading';
  return WEIGHTS.find((weight) => finding.code in BY_WEIGHT[weight]) ?? 'limited';
}

/** A client may be slow, or hold back; one with fewer than two places in a hundred filled is no client of that many. */
function isIdle({ inFlightOfAll, concurrency }: LittleMismatch): boolean {
  return inFlightOfAll < concurrency && inFlightOfAll > 0.02 * concurrency;
}

/** Whether a printed bound is kept by what the requests take in turn. */
function boundHolds({ requests, eachMs, printedSeconds, relation }: SumMismatch): boolean {
  const computed = (requests * eachMs) / 1000;
  return relation === 'lt' ? computed < printedSeconds : relation === 'gt' && computed > printedSeconds;
}

function cellName({ store, operation, sizeBytes }: CellName, names: Names): string {
  return `${names.store(store)} ${operation}${sizeWords(sizeBytes)}`;
}

const sizeWords = (sizeBytes: number | null) => (sizeBytes === null ? '' : ` ${formatBytes(sizeBytes)}`);
const others = (cells: number) =>
  cells === 1 ? '' : ` (and ${cells - 1} more ${cells === 2 ? 'cell' : 'cells'})`;
const figure = (value: number) => String(Number(value.toPrecision(3)));

function count(value: number): string {
  if (value >= 1e6) return formatCount(value, 4);
  const digits = String(value >= 1000 ? Math.round(value) : Number(value.toPrecision(4)));
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

function seconds(value: number): string {
  if (value < 600) return `${Number(value.toPrecision(4))} s`;
  return value < 7200 ? `${figure(value / 60)} min` : `${figure(value / 3600)} h`;
}
