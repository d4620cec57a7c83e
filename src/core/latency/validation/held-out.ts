/** Cross-validation: what was measured is hidden, predicted from the rest by the very code that predicts, and compared. */
import type { Dataset } from '../../evidence/dataset.ts';
import { formatBytes } from '../../units.ts';
import { cellsOf } from '../cells/cells.ts';
import type { Cell } from '../cells/cells.ts';
import { distributionOf } from '../distributions/curve.ts';
import { questionOf } from '../estimates/estimate.ts';
import { evidenceBase } from '../evidence-base.ts';
import type { QuantilePoint } from '../distributions/from-quantiles.ts';
import { ownEstimate } from '../estimates/harness-estimate.ts';
import { Lenders } from '../estimates/lenders.ts';
import { predict } from '../predict.ts';
import { roundTrip } from '../client/round-trip.ts';
import type { Distribution, LatencyQuery } from '../types.ts';

export type Holding = 'size' | 'place' | 'harness';

/** One measured figure and what is predicted of it without it. `error` is predicted/measured − 1. */
export interface HeldOut {
  dataset: string;
  holding: Holding;
  store: string;
  operation: string;
  sizeBytes: number | null;
  /** Places of the store and of the client. */
  region: string;
  client: string;
  /** What was hidden, in words: `4 KiB`, `aws/us-west-1 → aws/us-east-1`, or the harness. */
  hidden: string;
  statistic: 'p50' | 'p90' | 'p99';
  measuredMs: number;
  /** Null where nothing that is left supports a prediction. */
  predictedMs: number | null;
  error: number | null;
  inBand: boolean | null;
}

const COMPARED = { p50: 0.5, p90: 0.9, p99: 0.99 } as const;
const OPERATIONS: readonly LatencyQuery['operation'][] = ['GET', 'PUT', 'HEAD', 'LIST', 'DELETE'];

/** Quantiles in ms by p, and the ends of their bands. */
type Predicted = Record<'best' | 'low' | 'high', (p: number) => number>;

/**
 * Each size and each distance of a dataset hidden in turn and predicted by its own harness from what is left, which may
 * borrow tail shapes from the others; and all of it predicted from other harnesses alone. Cells whose places are not named
 * cannot be asked for, and bounds not compared.
 */
export function heldOut(dataset: Dataset, all: readonly Dataset[]): HeldOut[] {
  const cells = cellsOf(dataset).cells.filter(isComparable);
  const elsewhere = all.filter(
    ({ status, harness }) => status !== 'claimed' && harness.id !== dataset.harness.id,
  );
  const others = evidenceBase(elsewhere);
  const fromOthers = (query: LatencyQuery): Predicted | null => {
    const prediction = predict(query, others);
    return prediction && quantilesOf(prediction);
  };
  return [
    ...hide(dataset, cells, 'size', elsewhere),
    ...hide(dataset, cells, 'place', elsewhere),
    ...cells.flatMap((cell) => compare(dataset, cell, 'harness', dataset.harness.id, fromOthers)),
  ];
}

const quantilesOf = ({ best, low, high }: Record<'best' | 'low' | 'high', Distribution>): Predicted => ({
  best: (p) => best.quantile(p),
  low: (p) => low.quantile(p),
  high: (p) => high.quantile(p),
});

function isComparable(cell: Cell): boolean {
  return (
    cell.region !== null &&
    cell.client !== null &&
    !cell.isBound &&
    OPERATIONS.some((one) => one === cell.operation)
  );
}

const HIDDEN_WORDS: Readonly<Record<'size' | 'place', (cell: Cell) => string>> = {
  size: ({ sizeBytes }) => (sizeBytes === null ? 'size not stated' : formatBytes(sizeBytes)),
  place: ({ region, client }) => `${region} → ${client}`,
};

/** Ways of so nearly one length are one place. */
const ONE_WAY_MS = 1;

/** For each store and operation, one size or way after another; one that nothing else differs from hides nothing. */
function hide(
  dataset: Dataset,
  cells: readonly Cell[],
  holding: 'size' | 'place',
  elsewhere: readonly Dataset[],
): HeldOut[] {
  const words = HIDDEN_WORDS[holding];
  const kinds = [...Map.groupBy(cells, (cell) => `${cell.store}|${cell.operation}`).values()];
  return kinds.flatMap((ofKind) =>
    [...new Set(ofKind.map(words))].flatMap((hidden) => {
      const away = ofKind.filter((cell) => words(cell) === hidden);
      const left = ofKind.filter((cell) => words(cell) !== hidden);
      const isThere = ({ rttMs }: Cell) => away.some((cell) => Math.abs(cell.rttMs - rttMs) < ONE_WAY_MS);
      if (left.length === 0 || (holding === 'place' && left.some(isThere))) return [];
      const rest = without(dataset, away);
      const lenders = new Lenders([rest, ...elsewhere]);
      return away.flatMap((cell) =>
        compare(dataset, cell, holding, hidden, (query) => byItself(rest, query, lenders)),
      );
    }),
  );
}

/** What one harness says, no other beside it. */
function byItself(dataset: Dataset, query: LatencyQuery, lenders: Lenders): Predicted | null {
  const way = roundTrip(query.at, query.from);
  if (!way) return null;
  const part = query.metric === 'first_byte' ? 'first-byte' : 'total';
  const estimate = ownEstimate(dataset, { question: questionOf(query, way), part, lenders }, 'as-measured');
  if (!estimate) return null;
  const { floorMs, best, low, high } = estimate;
  return quantilesOf({
    best: distributionOf(floorMs, best),
    low: distributionOf(floorMs, low),
    high: distributionOf(floorMs, high),
  });
}

/** The dataset without the rows of these cells, and without the throughputs of their size and way. */
function without(dataset: Dataset, cells: readonly Cell[]): Dataset {
  const hidden = new Set(
    cells.map(({ store, operation, sizeBytes, region, client }) =>
      [store, operation, sizeBytes, region, client].join('|'),
    ),
  );
  const measurements = dataset.measurements.filter(
    (row) =>
      !hidden.has([row.store, row.operation, row.size_bytes, row.store_region, row.client_place].join('|')),
  );
  return { ...dataset, measurements };
}

function compare(
  dataset: Dataset,
  cell: Cell,
  holding: Holding,
  hidden: string,
  predictedBy: (query: LatencyQuery) => Predicted | null,
): HeldOut[] {
  const operation = OPERATIONS.find((one) => one === cell.operation);
  const { region, client } = cell;
  if (!operation || region === null || client === null) return [];
  const predicted = predictedBy({
    store: cell.store,
    at: region,
    operation,
    metric: cell.metric,
    sizeBytes: cell.sizeBytes ?? 0,
    from: client,
  });
  return Object.entries(COMPARED).flatMap(([statistic, p]) => {
    const measured = cell.quantiles.find((point) => point.p === p);
    if (!measured) return [];
    return {
      dataset: dataset.id,
      holding,
      store: cell.store,
      operation,
      sizeBytes: cell.sizeBytes,
      region,
      client,
      hidden,
      statistic: statistic as HeldOut['statistic'],
      measuredMs: measured.ms,
      ...against(measured, predicted),
    };
  });
}

function against(
  { p, ms }: QuantilePoint,
  predicted: Predicted | null,
): Pick<HeldOut, 'predictedMs' | 'error' | 'inBand'> {
  if (!predicted) return { predictedMs: null, error: null, inBand: null };
  const predictedMs = predicted.best(p);
  return {
    predictedMs,
    error: predictedMs / ms - 1,
    inBand: predicted.low(p) <= ms && ms <= predicted.high(p),
  };
}
