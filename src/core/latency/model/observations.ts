/** What the datasets observed of a store: each cell as server times at a few quantiles, the way taken off. */
import { itemAt } from '../../at.ts';
import type { Dataset } from '../../evidence/dataset.ts';
import { leastSamples } from '../../evidence/quantile-interval.ts';
import { memo, memoWith } from '../../memo.ts';
import { cellsOf, placeWords as namePlace, refOf } from '../cells/cells.ts';
import type { Bulk, Cell } from '../cells/cells.ts';
import type { RoundTrip } from '../client/round-trip.ts';
import { fromQuantiles } from '../distributions/from-quantiles.ts';
import { normalQuantile } from '../distributions/normal.ts';
import type { EvidenceRef, LatencyQuery } from '../types.ts';
import { formatBytes } from '../../units.ts';
import { tripsFor, wayBetween } from './path.ts';
import type { Value } from './pool.ts';

/** Quantiles that are pooled; between them a curve is straight in ln t over z. */
export const KNOTS: readonly number[] = [0.01, 0.1, 0.5, 0.9, 0.99, 0.999];
export const KNOT_Z: readonly number[] = KNOTS.map(normalQuantile);
export const MID = KNOTS.indexOf(0.5);

export interface Observation {
  dataset: Dataset;
  store: string;
  operation: Operation;
  metric: 'total' | 'first_byte';
  sizeBytes: number;
  region: string | null;
  client: string | null;
  ref: EvidenceRef;
  isRearranged: boolean;
  isHot: boolean;
  /** ln ms of the server at each knot; null where the cell does not show it. */
  at: readonly (Value | null)[];
  /** ln ms of its mean, where that is printed. */
  mean: Value | null;
  isNear: boolean;
}

/** Of a request, at least this share is the store's. */
const LEAST_STORE_SHARE = 0.1;
/** How far ln t rises with each standard deviation, to tell what a number of requests leaves open: half of the requests within × 1.3. */
const USUAL_SLOPE = 0.4;
/** What the size of a request is taken for, where a dataset that the user chose does not state it. */
const SMALL_BYTES = 1024;
/** Half the width of a 90 % interval, in standard deviations. */
export const Z_90 = 1.6448536269514722;

export type Operation = LatencyQuery['operation'];

/**
 * By store and operation, what a dataset observed of single requests whose places and size are named, and of single streams.
 * `trusting`: the user chose the dataset, so what it does not name is taken as a small request beside the store. Bounds are
 * no observations, nor is what a seller measured of its rivals.
 */
export const observationsOf = memoWith((dataset: Dataset) => gather(dataset, false));
export const trustedObservationsOf = memoWith((dataset: Dataset) => gather(dataset, true));

export const keyOf = (store: string, operation: string) => `${store}|${operation}`;

type Observed = ReadonlyMap<string, readonly Observation[]>;

function gather(dataset: Dataset, trusting: boolean): Observed {
  const { bulks } = cellsOf(dataset);
  const found = [
    ...servingCells(dataset, trusting).flatMap((cell) => observedRequests(cell, trusting)),
    ...bulks.flatMap((bulk) => (isServing(dataset, bulk.store, trusting) ? observedStream(bulk) : [])),
  ];
  return Map.groupBy(found, ({ store, operation }) => keyOf(store, operation));
}

const isServing = ({ status, measuredBy }: Dataset, store: string, trusting: boolean) =>
  trusting || status !== 'vendor' || measuredBy.sells.includes(store);

/** The cells of a dataset that say something of a store: one of each condition, and none of a rival's. */
export function servingCells(dataset: Dataset, trusting = false): readonly Cell[] {
  return ofEachCondition(cellsOf(dataset).cells.filter(({ store }) => isServing(dataset, store, trusting)));
}

/**
 * Of cells that differ in requests in flight alone, those with the fewest (see `concurrency-sweep.ts` for the others), and of
 * runs and all of them together the latter.
 */
function ofEachCondition(cells: readonly Cell[]): Cell[] {
  const alike = Map.groupBy(cells, ({ store, operation, metric, region, client, sizeBytes }) =>
    [store, operation, metric, region, client, sizeBytes].join('|'),
  );
  return [...alike.values()].flatMap((own) => {
    const least = Math.min(...own.flatMap(({ concurrency }) => concurrency ?? []));
    const calm = own.filter(({ concurrency }) => concurrency === null || concurrency === least);
    const together = calm.filter(({ run }) => run === null);
    return together.length > 0 ? together : calm;
  });
}

/** A range of an object is read by a GET. */
export function operationOf(operation: Cell['operation']): Operation | null {
  return operation === 'GET_RANGE' ? 'GET' : (OPERATIONS.find((one) => one === operation) ?? null);
}
const OPERATIONS: readonly Operation[] = ['GET', 'PUT', 'HEAD', 'LIST', 'DELETE'];

function observedRequests(cell: Cell, trusting: boolean): Observation[] {
  const { metric, region, client, quantiles, meanMs } = cell;
  const operation = operationOf(cell.operation);
  const sizeBytes = cell.sizeBytes ?? (metric === 'first_byte' || trusting ? SMALL_BYTES : null);
  const way = wayTo(cell, trusting);
  if (!operation || cell.isBound || (quantiles.length === 0 && meanMs === null)) return [];
  if (sizeBytes === null || !way) return [];
  const served = serverOf(way, metric === 'first_byte' ? 1 : tripsFor(sizeBytes));
  const [first, last] = [quantiles[0], quantiles.at(-1)];
  const curve = first && last ? fromQuantiles(0, quantiles) : null;
  const isShown = (p: number) => first && last && p >= first.p - CLOSE && p <= last.p + CLOSE;
  const perRequest = 1 / (cell.samples ?? leastFor(last?.p ?? 0.5));
  const [rangeLow, rangeHigh] = cell.medianRange ?? [1, 1];
  const printed = (Math.log(rangeHigh / rangeLow) / (2 * Z_90)) ** 2;
  const at = KNOTS.map((p, i) => {
    if (!curve || !isShown(p)) return null;
    const { mean, variance } = served(curve.quantile(p));
    const density = Math.exp(-(itemAt(KNOT_Z, i) ** 2) / 2) / Math.sqrt(2 * Math.PI);
    const sampling = perRequest * p * (1 - p) * (USUAL_SLOPE / density) ** 2;
    return { mean, variance: variance + printed + sampling };
  });
  return [
    {
      dataset: cell.dataset,
      store: cell.store,
      operation,
      metric,
      sizeBytes,
      region,
      client,
      ref: refOf(cell),
      isRearranged: cell.isRearranged,
      isHot: cell.isHot,
      at,
      mean: meanMs === null ? null : served(meanMs),
      isNear: way.ms === 0,
    },
  ];
}

/** A single stream's mean throughput is the mean time of one large request. */
function observedStream(bulk: Bulk): Observation[] {
  const { dataset, store, sizeBytes, bytesPerSecond, samples, region, client } = bulk;
  const operation = operationOf(bulk.operation);
  const way = wayTo(bulk, false);
  if (!operation || !way) return [];
  const mean = serverOf(way, tripsFor(sizeBytes))((1000 * sizeBytes) / bytesPerSecond);
  const cell = `${bulk.operation} ${formatBytes(sizeBytes)} throughput, ${namePlace(region)} → ${namePlace(client)}`;
  return [
    {
      dataset,
      store,
      operation,
      metric: 'total',
      sizeBytes,
      region,
      client,
      ref: { dataset: dataset.id, cell, status: dataset.status, samples },
      isRearranged: false,
      isHot: false,
      at: KNOTS.map(() => null),
      mean,
      isNear: way.ms === 0,
    },
  ];
}

function wayTo(
  { region, client, isBeside = false }: Pick<Cell, 'region' | 'client'> & { isBeside?: boolean },
  trusting: boolean,
): RoundTrip | null {
  if (region !== null && client !== null) return wayBetween(region, client);
  return trusting || isBeside ? { km: 0, ms: 0, lowMs: 0, highMs: 0 } : null;
}

/** What is the store's of a time in ms, as a logarithm, and how uncertain the way leaves it. */
function serverOf({ ms, lowMs, highMs }: RoundTrip, trips: number): (allMs: number) => Value {
  const spread = ms > 0 ? (trips * (highMs - lowMs)) / (2 * Z_90) : 0;
  return (allMs) => {
    const serverMs = Math.max(allMs - trips * ms, LEAST_STORE_SHARE * allMs);
    return { mean: Math.log(serverMs), variance: (spread / serverMs) ** 2 };
  };
}

const CLOSE = 1e-9;

/** Where the number of requests is not stated: as many as the last quantile printed needs for an interval of its own. */
const leastFor = memo((p: number) => leastSamples(p));
