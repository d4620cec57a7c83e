/** What one harness says to one query, and what the others say against it. */
import type { Dataset } from '../../evidence/dataset.ts';
import { formatBytes, formatMs } from '../../units.ts';
import { cellsOf } from '../cells/cells.ts';
import { MEDIAN, P99, at, combine, meanOf, upperOf, lowerOf } from '../distributions/curve.ts';
import type { Curve } from '../distributions/curve.ts';
import type { Estimate, Question } from './estimate.ts';
import type { Lenders } from './lenders.ts';
import { distinct, widened, withAdjustments, worseOf } from './estimate.ts';
import { estimateFromGrid } from './grid-estimate.ts';
import { estimateFromPoint } from './point-estimate.ts';
import { sizeGrid } from './size-grid.ts';
import type { SizeGrid } from './size-grid.ts';
import type { Adjustment } from '../types.ts';

type ReadPart = 'total' | 'first-byte';

/** Where a harness timed only whole requests, the first byte is the whole of a request this small; the band goes from a byte to the larger. */
export const FIRST_BYTE = { smallest: 1, typical: 1024, largest: 64 * 1024 };

export interface Asked {
  question: Question;
  part: ReadPart;
  /** Datasets that may lend shapes and throughputs. */
  lenders: Lenders;
}

/** The estimate of one dataset alone; null where it has no evidence for the question. */
export function ownEstimate(
  dataset: Dataset,
  asked: Asked,
  connection: 'as-measured' | 'open',
): Estimate | null {
  const estimate = fromDataset(dataset, asked, connection);
  return estimate && asSorted(estimate, cellsOf(dataset).rearranged);
}

/** Figures that exclude each other are no measurement of what is asked. */
function asSorted(estimate: Estimate, rearranged: ReadonlySet<string>): Estimate {
  const cells = estimate.evidence.filter(({ cell }) => rearranged.has(cell));
  if (cells.length === 0) return estimate;
  const words = `quantiles printed out of order are taken sorted (${cells.map(({ dataset, cell }) => `${dataset}: ${cell}`).join('; ')})`;
  return {
    ...withAdjustments(estimate, { kind: 'fit', words }),
    grade: worseOf(estimate.grade, 'extrapolated'),
  };
}

function fromDataset(
  dataset: Dataset,
  { question, part, lenders }: Asked,
  connection: 'as-measured' | 'open',
): Estimate | null {
  const grid = sizeGrid(dataset, question.store, question.operation);
  if (!grid) return estimateFromPoint(dataset, lenders, question, part);
  return part === 'total'
    ? estimateFromGrid(grid, question, connection)
    : firstByteFromGrid(grid, question, connection);
}

function firstByteFromGrid(grid: SizeGrid, question: Question, connection: 'as-measured' | 'open'): Estimate {
  const ofSize = (size: number) =>
    estimateFromGrid(grid, { ...question, sizeBytes: Math.min(question.sizeBytes, size) }, connection);
  const typical = ofSize(FIRST_BYTE.typical);
  const smallest = ofSize(FIRST_BYTE.smallest);
  const largest = ofSize(FIRST_BYTE.largest);
  const words = `first byte taken as a whole request of ${formatBytes(Math.min(question.sizeBytes, FIRST_BYTE.typical))}; the band from ${formatBytes(FIRST_BYTE.smallest)} to ${formatBytes(Math.min(question.sizeBytes, FIRST_BYTE.largest))}`;
  return {
    ...typical,
    low: lowerOf(typical.low, smallest.low),
    high: upperOf(typical.high, largest.high),
    grade: worseOf(typical.grade, 'extrapolated'),
    adjustments: [...typical.adjustments, { kind: 'size', words }],
  };
}

/** The estimate `own` of `dataset`, its band widened until every other harness lies inside; no grade changes. */
export function beside(own: Estimate, dataset: Dataset, asked: Asked): Estimate {
  const others = asked.lenders.measuring(asked.question.store).filter((other) => other !== dataset);
  return others.reduce(
    (estimate, other) => besideMeans(besideOther(estimate, other, asked), other, dataset, asked),
    own,
  );
}

function besideOther(estimate: Estimate, other: Dataset, asked: Asked): Estimate {
  const against = ownEstimate(other, asked, 'open');
  if (!against) return estimate;
  const words = `another harness, ${other.id}, makes it p50 ${formatMs(at(against.best, MEDIAN))}, p99 ${formatMs(at(against.best, P99))}; the band holds both`;
  return disagreeing(estimate, against.best, against.evidence, words);
}

/**
 * A mean of repeated means tells where the requests lie, not how they spread: the small request beside the store is
 * moved until its mean is that mean, and the band widened to hold it.
 */
function besideMeans(estimate: Estimate, other: Dataset, dataset: Dataset, asked: Asked): Estimate {
  const { question } = asked;
  const mean = cellsOf(other).means.find(
    (one) => one.store === question.store && one.operation === question.operation,
  );
  if (!mean) return estimate;
  const small = smallRequest(dataset, asked);
  if (!small) return estimate;
  const smallMean = small.meanMs;
  const factor = mean.ms / smallMean;
  const moved = combine(estimate.best, small.curve, (whole, request) => whole + (factor - 1) * request);
  const words = `the mean through a file system by ${other.id} is ${formatMs(mean.ms)} (median of ${mean.runs} runs), this harness's small request ${formatMs(smallMean)}: its request × ${factor.toFixed(2)} is in the band`;
  const ref = {
    dataset: other.id,
    cell: `${mean.operation} means of ${mean.runs} runs, ${question.store}`,
    status: other.status,
    samples: null,
  };
  return disagreeing(estimate, moved, [ref], words);
}

function disagreeing(
  estimate: Estimate,
  curve: Estimate['best'],
  evidence: Estimate['evidence'],
  words: string,
): Estimate {
  const adjustment: Adjustment = { kind: 'harness', words };
  return {
    ...widened(estimate, curve),
    evidence: distinct([...estimate.evidence, ...evidence]),
    adjustments: [...estimate.adjustments, adjustment],
  };
}

/** A small request beside the store, by this harness. */
function smallRequest(
  dataset: Dataset,
  { question, lenders }: Asked,
): { curve: Curve; meanMs: number } | null {
  const from = question.at ?? question.from;
  return lenders.once(`small|${dataset.id}|${question.store}|${question.operation}|${from}`, () => {
    const beside = {
      ...question,
      from,
      sizeBytes: FIRST_BYTE.typical,
      way: { km: 0, ms: 0, lowMs: 0, highMs: 0 },
    };
    const small = ownEstimate(dataset, { question: beside, part: 'total', lenders }, 'open');
    return small && { curve: small.best, meanMs: meanOf(small.floorMs, small.best) };
  });
}
