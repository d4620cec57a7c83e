/**
 * A phase of requests in turn through a cache, by the size of the data set it runs over: eight models of what its time is
 * made of, each held against the phases printed. T: the phase; W: the phase over the smallest data set, which the cache
 * holds; m: share of reads that miss a cache of C with uniformly random reads, 1 − C/D; L: mean of one request to the
 * store in the run over D. P0 requests·L; P1 W + reads·m·L; P2 W + reads·m·k·L; P3 linear in ln D; P4 W + slope·m; P5 the
 * printed sum of reads + what W leaves over; P6 and P7 the other store's T × the ratio of floors or of means.
 */
import type { Dataset } from '#core/evidence/dataset.ts';
import { inMs, runOf } from '#core/evidence/cells.ts';
import { parseBytes } from '#core/units.ts';
import { jobTime } from '#core/latency/load/job-time.ts';

export interface PhaseCheck {
  model: PhaseModel['id'];
  store: string;
  dataSet: string;
  measuredS: number;
  predictedS: number;
  /** predicted/measured − 1 */
  error: number;
}

interface PhaseModel {
  id: 'P0' | 'P1' | 'P2' | 'P3' | 'P4' | 'P5' | 'P6' | 'P7';
  words: string;
}

export const PHASE_MODELS: readonly PhaseModel[] = [
  { id: 'P0', words: 'every request takes the mean, as if nothing were cached' },
  { id: 'P1', words: 'the time over the smallest data set, and one request for each miss' },
  {
    id: 'P2',
    words: 'the time over the smallest data set, and for each miss as many requests as at the other store',
  },
  { id: 'P3', words: 'a line through the two smallest data sets, over the logarithm of their size' },
  { id: 'P4', words: 'a line through the two smallest data sets, over the share of misses' },
  { id: 'P5', words: 'the reads as printed, and what the smallest data set took beside its reads' },
  { id: 'P6', words: "the other store's time, by the ratio of their fastest requests" },
  { id: 'P7', words: "the other store's time, by the ratio of their mean requests" },
];

interface Phase {
  store: string;
  dataSet: string;
  bytes: number;
  reads: number;
  requests: number;
  seconds: number;
  meanMs: number;
  floorMs: number;
  /** All reads of objects in the phase. */
  readSeconds: number | null;
  missShare: number;
}

/** Empty for a dataset without phases over several data sets and the requests beneath them. */
export function phaseChecks(dataset: Dataset): PhaseCheck[] {
  const phases = phasesOf(dataset);
  return PHASE_MODELS.flatMap(({ id }) =>
    phases.flatMap((phase): PhaseCheck[] => {
      const own = phases.filter(({ store }) => store === phase.store);
      const others = phases.filter(({ store }) => store !== phase.store);
      const predictedS = predictedSeconds(id, phase, own, others);
      if (predictedS === null) return [];
      const { store, dataSet, seconds: measuredS } = phase;
      return [{ model: id, store, dataSet, measuredS, predictedS, error: predictedS / measuredS - 1 }];
    }),
  );
}

function phasesOf({ measurements }: Dataset): Phase[] {
  const cacheBytes = measurements.flatMap(
    ({ note }) => sizeIn(note, /through a ([\d.]+ \w+) cache/) ?? [],
  )[0];
  if (cacheBytes === undefined) return [];
  const found = measurements.flatMap((row): Phase[] => {
    const run = runOf(row);
    const bytes = sizeIn(row.note, /data set ([\d.]+ \w+)/);
    const [reads, writes] = ['reads', 'writes'].map((what) =>
      Number(new RegExp(`\\b(\\d+) ${what}\\b`).exec(row.note ?? '')?.[1] ?? NaN),
    ) as [number, number];
    const isWhole = row.operation === 'MIXED' && row.statistic === 'mean' && row.client_runtime !== null;
    if (!isWhole || run === null || bytes === null || Number.isNaN(reads + writes)) return [];
    const beneath = measurements.filter(
      (one) => one.store === row.store && one.operation === 'GET' && runOf(one) === run,
    );
    const ms = (statistic: string, layer: string) => {
      const one = beneath.find((each) => each.statistic === statistic && each.layer === layer);
      return one ? inMs(one) : null;
    };
    const [meanMs, floorMs, sum] = [ms('mean', 'store'), ms('min', 'store'), ms('value', 'end_to_end')];
    if (meanMs === null || floorMs === null) return [];
    return [
      {
        store: row.store,
        dataSet: run,
        bytes,
        reads,
        requests: reads + writes,
        seconds: inMs(row) / 1000,
        meanMs,
        floorMs,
        readSeconds: sum === null ? null : sum / 1000,
        missShare: Math.max(0, 1 - cacheBytes / bytes),
      },
    ];
  });
  return found.sort((a, b) => a.bytes - b.bytes);
}

function sizeIn(note: string | null, pattern: RegExp): number | null {
  const text = pattern.exec(note ?? '')?.[1];
  return text === undefined ? null : parseBytes(text);
}

/** Null where the phase itself is what the model is fitted on, or what it needs is not there. `own` by rising size. */
function predictedSeconds(
  model: PhaseModel['id'],
  phase: Phase,
  own: readonly Phase[],
  others: readonly Phase[],
): number | null {
  const [smallest, second] = own;
  const other = others.find(({ dataSet }) => dataSet === phase.dataSet);
  const others0 = others.find(({ store }) => store === other?.store);
  if (!smallest || !second) return null;
  const isFirst = phase === smallest;
  switch (model) {
    case 'P0':
      return inTurn(phase.requests, phase.meanMs);
    case 'P1':
      return isFirst ? null : smallest.seconds + missSeconds(phase);
    case 'P2':
      return isFirst || !other || !others0
        ? null
        : smallest.seconds + roundTripsPerMiss(other, others0) * missSeconds(phase);
    case 'P3':
      return isFirst || phase === second ? null : alongLog(phase.bytes, smallest, second);
    case 'P4':
      return isFirst || phase === second
        ? null
        : smallest.seconds + ((second.seconds - smallest.seconds) / second.missShare) * phase.missShare;
    case 'P5':
      return isFirst || phase.readSeconds === null || smallest.readSeconds === null
        ? null
        : phase.readSeconds + (smallest.seconds - smallest.readSeconds);
    case 'P6':
      return ofOther(phase, other, ({ floorMs }) => floorMs);
    case 'P7':
      return ofOther(phase, other, ({ meanMs }) => meanMs);
  }
}

function inTurn(requests: number, meanMs: number): number {
  return jobTime({ requests, bytes: 0, concurrency: 1, meanMs, opsPerSecond: null, bytesPerSecond: null })
    .seconds;
}

const missSeconds = ({ reads, missShare, meanMs }: Phase) => inTurn(reads * missShare, meanMs);

/** How many requests in turn a missed read takes, as the growth over the smallest data set has it. */
function roundTripsPerMiss(
  phase: Pick<Phase, 'seconds' | 'reads' | 'missShare' | 'meanMs'>,
  smallest: Pick<Phase, 'seconds'>,
): number {
  return (phase.seconds - smallest.seconds) / inTurn(phase.reads * phase.missShare, phase.meanMs);
}

function alongLog(bytes: number, a: Phase, b: Phase): number {
  const share = Math.log(bytes / a.bytes) / Math.log(b.bytes / a.bytes);
  return a.seconds + (b.seconds - a.seconds) * share;
}

/** Only the faster of the two is taken as given. */
function ofOther(phase: Phase, other: Phase | undefined, of: (one: Phase) => number): number | null {
  if (!other || other.seconds > phase.seconds) return null;
  return (other.seconds * of(phase)) / of(other);
}
