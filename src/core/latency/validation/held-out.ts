/** Cross-validation: each dataset is hidden in turn and its quantiles are predicted from all others, by the very code that predicts. */
import type { Dataset } from '../../evidence/dataset.ts';
import { memoWith } from '../../memo.ts';
import { withOpening } from '../client/connection-cost.ts';
import { openingWork } from '../client/opening-work.ts';
import type { Cell } from '../cells/cells.ts';
import { evidenceBase } from '../evidence-base.ts';
import type { EvidenceBase } from '../evidence-base.ts';
import { operationOf, servingCells } from '../model/observations.ts';
import { wayBetween } from '../model/path.ts';
import { predict } from '../predict.ts';
import type { LatencyQuery, Prediction } from '../types.ts';
import { sourcesOf } from '../usual.ts';

const COMPARED = { p50: 0.5, p90: 0.9, p99: 0.99, p999: 0.999 } as const;
type Statistic = keyof typeof COMPARED;

/** One measured quantile, and what the other datasets say of it. */
export interface HeldOut {
  dataset: string;
  store: string;
  operation: string;
  /** Null: not stated, as of a first byte. */
  sizeBytes: number | null;
  region: string;
  client: string;
  statistic: Statistic;
  metric: 'total' | 'first_byte';
  /** Up to 1 MiB, or larger; in one place, or with a way between. */
  size: 'small' | 'large';
  distance: 'near' | 'far';
  measuredMs: number;
  /** Null where nothing that is left supports a prediction. */
  predicted: { ms: number; lowMs: number; highMs: number } | null;
  /** What is left: how many sources with a p99, and whether two of them lie within a factor of 1.5. */
  sources: number;
  isAgreed: boolean;
}

/** Of every dataset but claims; what another dataset of the same harness measured is hidden, too. */
export const heldOut = memoWith((datasets: readonly Dataset[]): readonly HeldOut[] => {
  const measured = datasets.filter(({ status }) => status !== 'claimed');
  return [...Map.groupBy(measured, ({ harness }) => harness.id)].flatMap(([id, hidden]) => {
    const left = evidenceBase(measured.filter(({ harness }) => harness.id !== id));
    return hidden.flatMap((dataset) =>
      servingCells(dataset).flatMap((cell) => {
        const query = queryOf(cell);
        return query ? compared(cell, query, predictedAs(cell, query, left), sourcesOf(query, left)) : [];
      }),
    );
  });
});

function queryOf(cell: Cell): LatencyQuery | null {
  const { store, metric, region, client, sizeBytes, isBound, isHot } = cell;
  const operation = operationOf(cell.operation);
  if (!operation || isBound || isHot || region === null || client === null || !wayBetween(region, client))
    return null;
  if (sizeBytes === null && metric === 'total') return null;
  return { store, at: region, operation, metric, sizeBytes: sizeBytes ?? 0, from: client };
}

/** Requests that look as if they opened a connection are predicted as such. */
function predictedAs(cell: Cell, query: LatencyQuery, base: EvidenceBase): Prediction | null {
  const { store, at, from } = query;
  const prediction = predict(query, base);
  const way = wayBetween(at, from);
  return prediction && way && cell.opensConnection
    ? withOpening(prediction, {
        coldShare: 1,
        way,
        lastMileMs: 0,
        session: null,
        work: openingWork(base.datasets, store),
      })
    : prediction;
}

const AGREED = 1.5;

function compared(
  cell: Cell,
  { store, at, operation, metric, sizeBytes, from }: LatencyQuery,
  prediction: Prediction | null,
  p99s: readonly number[],
): HeldOut[] {
  return Object.entries(COMPARED).flatMap(([statistic, p]) => {
    const measured = cell.quantiles.find((one) => one.p === p);
    if (!measured) return [];
    return {
      dataset: cell.dataset.id,
      store,
      operation,
      sizeBytes: cell.sizeBytes,
      region: at ?? '',
      client: from,
      statistic: statistic as Statistic,
      metric,
      size: sizeBytes <= 2 ** 20 ? 'small' : 'large',
      distance: (wayBetween(at, from)?.ms ?? 0) > 0 ? 'far' : 'near',
      measuredMs: measured.ms,
      predicted: prediction && {
        ms: prediction.best.quantile(p),
        lowMs: prediction.low.quantile(p),
        highMs: prediction.high.quantile(p),
      },
      sources: p99s.length,
      isAgreed: p99s.some((a, i) =>
        p99s.some((b, j) => i < j && Math.abs(Math.log(a / b)) <= Math.log(AGREED)),
      ),
    };
  });
}
