/** An estimate from a few printed figures of one cell: a median, perhaps a p99, a floor, a mean, a throughput. */
import type { Dataset } from '../../evidence/dataset.ts';
import type { LatencyFinding } from '../../findings/latency-findings.ts';
import { formatMs } from '../../units.ts';
import type { Cell } from '../cells/cells.ts';
import { RICH, cellWords, cellsOf, refOf, samePlace } from '../cells/cells.ts';
import { isSummary, nearestCell, usableCells } from './point-cells.ts';
import {
  MEDIAN,
  P99,
  at,
  binomialBand,
  curveOf,
  lowerOf,
  plus,
  times,
  upperOf,
} from '../distributions/curve.ts';
import type { Curve } from '../distributions/curve.ts';
import type { Estimate, Question } from './estimate.ts';
import { distinct, moved, worseOf } from './estimate.ts';
import { fromQuantiles } from '../distributions/from-quantiles.ts';
import { findPlace } from '../../places.ts';
import type { Lenders } from './lenders.ts';
import { borrowedShapes, richCurve } from './shapes.ts';
import { shiftedLogNormalFromMean } from '../distributions/shifted-log-normal.ts';
import { withTransfer } from './transfer.ts';
import type { Adjustment, Distribution } from '../types.ts';

/** A request whose size is not stated is taken as small. */
const SMALL_BYTES = 1024;

/** Of a median from afar, at least this share is the store's. */
const LEAST_STORE_SHARE = 0.1;

/** Null where the dataset has no usable cell of that store's operation, or nothing gives its tail a shape. */
export function estimateFromPoint(
  dataset: Dataset,
  lenders: Lenders,
  question: Question,
  part: 'total' | 'first-byte',
): Estimate | null {
  const { store, operation } = question;
  const { named, unnamed } = usableCells(dataset, store, operation);
  const cell =
    nearestCell(named.length > 0 ? named : unnamed.filter((one) => one.quantiles.length >= 2), question) ??
    unnamed[0];
  if (!cell) return null;
  const request = lenders.onceFor(cell, () => requestEstimate(cell, unnamed, lenders));
  if (!request) return null;
  const sized =
    part === 'total' ? withTransfer(request, cell, dataset, lenders, question) : firstByte(request, cell);
  if (!sized) return null;
  const placed = placeSteps(sized, cell, question);
  const place = question.at === null ? undefined : findPlace(question.at);
  // A hint is an area: where in it the objects stand is not known, so no reader is closer than the one measured.
  return moved(placed, cell.rttMs, question, place?.kind !== 'hint');
}

/** The request itself, at the size and place of its cell. */
function requestEstimate(cell: Cell, unnamed: readonly Cell[], lenders: Lenders): Estimate | null {
  if (cell.quantiles.length >= RICH) return richEstimate(cell);
  const summaries = unnamed.filter(isSummary);
  const median = cell.quantiles.find(({ p }) => p === 0.5);
  if (!median) return fromSummaries(summaries);
  const isBesideOwnSummaries = summaries.length > 0;
  const p99 = cell.quantiles.find(({ p }) => p > 0.5);
  if (p99 || isBesideOwnSummaries) return fromMedian(cell, median.ms, p99, summaries);
  return fromShape(cell, median.ms, lenders);
}

function richEstimate(cell: Cell): Estimate {
  const { floorMs, quantiles } = richCurve(cell);
  const band = binomialBand(floorMs, quantiles, cell.samples ?? 1);
  const sampling = cell.samples === null ? {} : { sampling: { ...band, draws: 0 } };
  return { ...emptyEstimate(cell, 'measured'), floorMs, best: quantiles, ...band, ...sampling };
}

function emptyEstimate(cell: Cell, grade: Estimate['grade']): Estimate {
  return {
    floorMs: 0,
    best: [],
    low: [],
    high: [],
    grade,
    evidence: [refOf(cell)],
    adjustments: [],
    findings: [],
  };
}

interface Roots {
  best: Distribution[];
  other: Distribution[];
  findings: LatencyFinding[];
}

function rootsOf(summaries: readonly Cell[]): Roots {
  const roots: Roots = { best: [], other: [], findings: [] };
  for (const { store, minMs, meanMs, quantiles } of summaries) {
    const p95 = quantiles.find(({ p }) => p === 0.95);
    if (minMs === null || meanMs === null || !p95) continue;
    const found = shiftedLogNormalFromMean(store, minMs, meanMs, p95.ms);
    if ('code' in found) roots.findings.push(found);
    else {
      roots.best.push(found.best);
      roots.other.push(found.other);
    }
  }
  return roots;
}

/** No median anywhere: the roots of floor, mean and p95 alone. */
function fromSummaries(summaries: readonly Cell[]): Estimate | null {
  const [first] = summaries;
  const { best, other, findings } = rootsOf(summaries);
  const chosen = best[Math.floor(best.length / 2)];
  if (!first || !chosen) return null;
  const curves = [...best, ...other].map(curveOf);
  return {
    ...emptyEstimate(first, 'extrapolated'),
    floorMs: chosen.floorMs,
    best: curveOf(chosen),
    low: curves.reduce(lowerOf),
    high: curves.reduce(upperOf),
    evidence: summaries.map(refOf),
    adjustments: [fitWords(summaries)],
    findings,
  };
}

function fitWords(summaries: readonly Cell[]): Adjustment {
  const each = summaries.map(
    (cell) => `${cell.minMs} / ${cell.meanMs} / ${cell.quantiles.find(({ p }) => p === 0.95)?.ms} ms`,
  );
  return {
    kind: 'fit',
    words: `shifted log-normals from floor / mean / p95 (${each.join('; ')}), over places the source does not name; the band holds both roots of each`,
  };
}

/** A median with a p99 of its own, or with the p95 of the same harness's summaries; the floor is theirs. */
function fromMedian(
  cell: Cell,
  medianMs: number,
  tail: { p: number; ms: number } | undefined,
  summaries: readonly Cell[],
): Estimate {
  const floors = summaries.flatMap(({ minMs }) => minMs ?? []);
  const floorMs = Math.min(0.98 * medianMs, ...floors);
  const own = floors.length > 0 ? floorMs : 0;
  const tails = tail
    ? [tail]
    : summaries.flatMap((one) => one.quantiles.filter(({ p, ms }) => p === 0.95 && ms > medianMs));
  const sorted = tails.toSorted((a, b) => a.ms - b.ms);
  const through = (median: number, to: { p: number; ms: number }) =>
    curveOf(fromQuantiles(Math.min(own, 0.98 * median), [{ p: 0.5, ms: median }, to]));
  const chosen = sorted[sorted.length >> 1] ?? { p: 0.99, ms: medianMs * 1.01 };
  const best = through(medianMs, chosen);
  const roots = rootsOf(summaries);
  const [lowMedian, highMedian] = cell.medianRange ?? [medianMs, medianMs];
  const others = [
    ...sorted.flatMap((to) => [through(lowMedian, to), through(highMedian, to)]),
    ...[...roots.best, ...roots.other].map(curveOf),
  ];
  const words = tail
    ? `log-normal through the median ${formatMs(medianMs)} and p${100 * tail.p} ${formatMs(tail.ms)}${floors.length > 0 ? `, above the floor ${formatMs(floorMs)} of the same harness` : ''}`
    : `log-normal through the median ${formatMs(medianMs)} and the p95 ${formatMs(chosen.ms)} of the same harness's requests over places it does not name, above their floor ${formatMs(floorMs)}`;
  return {
    floorMs: own,
    best,
    low: others.reduce(lowerOf, best),
    high: others.reduce(upperOf, best),
    grade: tail && summaries.length === 0 ? 'measured' : 'extrapolated',
    evidence: [refOf(cell), ...summaries.map(refOf)],
    adjustments: [{ kind: 'fit', words }, ...(summaries.length > 0 ? [fitWords(summaries)] : [])],
    findings: roots.findings,
  };
}

/** A median alone: the tail is borrowed. The way to the store has no part in it. */
function fromShape(cell: Cell, medianMs: number, lenders: Lenders): Estimate | null {
  const shapes = borrowedShapes(lenders, cell.store, cell.operation, cell.sizeBytes ?? SMALL_BYTES);
  if (!shapes) return fromOtherOperation(cell, medianMs, lenders);
  const { best, seen } = shapes;
  const all = [best, ...seen];
  const storeMs = Math.max(medianMs - cell.rttMs, LEAST_STORE_SHARE * medianMs);
  const wayMs = medianMs - storeMs;
  const shaped = (ratios: Curve) => plus(times(ratios, storeMs), wayMs);
  const bound = cell.isBound ? ' (printed as an upper bound)' : '';
  const way = wayMs > 0 ? `${formatMs(wayMs)} of way + ${formatMs(storeMs)}` : formatMs(medianMs);
  const words = `median ${formatMs(medianMs)}${bound}: ${way} × tail shape of ${best.words}`;
  const others = seen.map(
    ({ cell: other, ratios }) => `${other.store} ${cellWords(other)} ${at(ratios, P99).toFixed(2)}`,
  );
  const band: Adjustment[] =
    others.length > 0
      ? [{ kind: 'tail-shape', words: `band from the other shapes seen, p99/p50: ${others.join('; ')}` }]
      : [];
  return {
    floorMs: best.floor * storeMs + wayMs,
    best: shaped(best.ratios),
    low: shaped(all.map(({ ratios }) => ratios).reduce(lowerOf)),
    high: shaped(all.map(({ ratios }) => ratios).reduce(upperOf)),
    grade: 'extrapolated',
    evidence: distinct([refOf(cell), ...all.map((shape) => refOf(shape.cell))]),
    adjustments: [{ kind: 'tail-shape', words }, ...band],
    findings: [],
  };
}

/** No shape with quantiles of its own: the fitted shape of another operation of the same store, in the same harness. */
function fromOtherOperation(cell: Cell, medianMs: number, lenders: Lenders): Estimate | null {
  const { dataset, store } = cell;
  const summariesOf = (operation: Cell['operation']) =>
    cellsOf(dataset).cells.filter(
      (one) => one.store === store && one.operation === operation && one.client === null && isSummary(one),
    );
  // One with a tail to lend: two medians would borrow from each other without end.
  const lender = cellsOf(dataset).cells.find(
    (one) =>
      one.store === store &&
      one.operation !== cell.operation &&
      one.quantiles.some(({ p }) => p === 0.5) &&
      (one.quantiles.some(({ p }) => p > 0.5) || summariesOf(one.operation).length > 0) &&
      samePlace(one.region, cell.region),
  );
  if (!lender) return null;
  const lent = requestEstimate(lender, summariesOf(lender.operation), lenders);
  if (!lent) return null;
  const factor = medianMs / at(lent.best, MEDIAN);
  return {
    floorMs: lent.floorMs * factor,
    best: times(lent.best, factor),
    low: times(lent.low, factor),
    high: times(lent.high, factor),
    grade: 'extrapolated',
    evidence: distinct([refOf(cell), ...lent.evidence]),
    adjustments: [
      ...lent.adjustments,
      {
        kind: 'tail-shape',
        words: `median ${formatMs(medianMs)} × tail shape of ${cellWords(lender)} (p99/p50 = ${(at(lent.best, P99) / at(lent.best, MEDIAN)).toFixed(2)})`,
      },
    ],
    findings: lent.findings,
  };
}

/** The first byte of a small request is all but the whole of it. */
function firstByte(request: Estimate, cell: Cell): Estimate {
  const words = `first byte taken as the whole of ${cellWords(cell)}, the smallest request measured`;
  return {
    ...request,
    grade: worseOf(request.grade, 'extrapolated'),
    adjustments: [...request.adjustments, { kind: 'size', words }],
  };
}

function placeSteps(estimate: Estimate, cell: Cell, { at: place, from }: Question): Estimate {
  const unnamed = cell.client === null;
  if (!unnamed && samePlace(cell.region, place) && samePlace(cell.client, from)) return estimate;
  if (place === null && !unnamed && samePlace(cell.client, from)) return estimate;
  const words = unnamed
    ? 'measured at places the source does not name; taken as beside the store'
    : `measured at ${cell.region ?? 'an unnamed place'} from ${cell.client}; taken to hold for ${place ?? 'a copy near the reader'} read from ${from}`;
  return {
    ...estimate,
    grade: worseOf(estimate.grade, 'extrapolated'),
    adjustments: [...estimate.adjustments, { kind: 'distance', words }],
  };
}
