/** The time a body takes beyond its first bytes: the throughput of large objects, turned into ms per byte. */
import type { Dataset } from '../../evidence/dataset.ts';
import { formatBytes, formatMs } from '../../units.ts';
import { cellsOf } from '../cells/cells.ts';
import type { Bulk, Cell } from '../cells/cells.ts';
import { GRID_Z, MEDIAN, P99, at, combine, upperOf } from '../distributions/curve.ts';
import type { Curve } from '../distributions/curve.ts';
import type { Estimate, Question, Uncertain } from './estimate.ts';
import { distinct, allAtOnce, worseOf } from './estimate.ts';
import type { Lenders } from './lenders.ts';
import { nearCurve, roundTripsAt } from './grid-at-size.ts';
import { sizeGrid } from './size-grid.ts';
import type { SizeGrid } from './size-grid.ts';

/** Sizes this close to the one measured need no transfer time. */
const NEGLIGIBLE_BYTES = 16 * 1024;

/**
 * Adds the transfer of the bytes beyond those of `cell`. The throughput is that of the same harness where it has one, at
 * the nearest distance; its spread over requests that of its own samples, else that of the request. The band goes from
 * no spread at all to the heaviest seen for the provider's stores, on top of that of the request. Null where no throughput of the store is known.
 */
export function withTransfer(
  request: Estimate,
  cell: Cell,
  dataset: Dataset,
  lenders: Lenders,
  question: Question,
): Estimate | null {
  const bytes = question.sizeBytes - (cell.sizeBytes ?? 0);
  if (Math.abs(bytes) < NEGLIGIBLE_BYTES) return request;
  if (bytes < 0) return smaller(request, cell, question);
  const bulk = nearestBulk(dataset, lenders, question);
  if (!bulk) return null;
  const ownMs = at(request.best, MEDIAN);
  const msPerByte =
    Math.max(0, (1000 * bulk.sizeBytes) / bulk.bytesPerSecond - ownMs) /
    (bulk.sizeBytes - (cell.sizeBytes ?? 0));
  const window = lenders.once(`window|${dataset.id}|${question.operation}`, () =>
    windowTrips(dataset, lenders, question),
  );
  const extraRtt = Math.max(0, question.way.ms - bulk.rttMs);
  const medianMs = bytes * (msPerByte + window.best * extraRtt);
  const spread = spreadOf(bulk, request, dataset);
  const heaviest = Math.max(
    spread.ratio,
    lenders.once(`spread|${question.store}|${question.operation}`, () => heaviestSpread(lenders, question)),
  );
  const transfer = (ms: number, ratio: number): Curve => spreadOver(ratio).map((one) => ms * one);
  const usual = transfer(medianMs, spread.ratio);
  const best = combine(request.best, usual, (one, more) => one + more);
  const band = allAtOnce(best, [
    request,
    {
      best: usual,
      low: usual.map((ms) => Math.min(ms, medianMs)),
      high: upperOf(usual, transfer(medianMs, heaviest)),
    },
    windowBand(bytes * extraRtt, window),
  ]);
  const size = `${cell.sizeBytes === null ? 'a small request' : formatBytes(cell.sizeBytes)} → ${formatBytes(question.sizeBytes)}`;
  const where = bulk.dataset === dataset ? '' : `, of another harness (${bulk.dataset.id})`;
  const words = `size ${size}: + ${formatMs(medianMs)} at the median, at ${formatBytes(bulk.bytesPerSecond)}/s on one stream (${formatBytes(bulk.sizeBytes)}${where}); p99 × ${spread.ratio.toFixed(2)} by ${spread.words}, in the band × 1 to × ${heaviest.toFixed(2)}`;
  const distanceWords =
    extraRtt > 0 && medianMs > bytes * msPerByte
      ? `; of it ${formatMs(bytes * window.best * extraRtt)} because a stream slows with distance`
      : '';
  return {
    ...request,
    best,
    // A body takes time; it never gives any back.
    low: upperOf(band.low, request.low),
    high: band.high,
    ...(request.sampling
      ? {
          sampling: {
            ...request.sampling,
            low: combine(request.sampling.low, usual, (one, more) => one + more),
            high: combine(request.sampling.high, usual, (one, more) => one + more),
          },
        }
      : {}),
    grade: worseOf(request.grade, 'extrapolated'),
    evidence: distinct([...request.evidence, refOfBulk(bulk)]),
    adjustments: [...request.adjustments, { kind: 'size', words: words + distanceWords }],
  };
}

/** A stream that loses no round trip to its window, or as many as the worst seen. */
function windowBand(byteMs: number, window: { best: number; high: number }): Uncertain {
  return { best: [window.best * byteMs], low: [0], high: [window.high * byteMs] };
}

/** Smaller than measured: no faster than the harness proves, and no slower. */
function smaller(request: Estimate, cell: Cell, { sizeBytes }: Question): Estimate {
  const words = `size ${formatBytes(sizeBytes)}: taken as ${formatBytes(cell.sizeBytes ?? 0)}, the nearest measured`;
  return {
    ...request,
    grade: worseOf(request.grade, 'extrapolated'),
    adjustments: [...request.adjustments, { kind: 'size', words }],
  };
}

function nearestBulk(
  dataset: Dataset,
  lenders: Lenders,
  { store, operation, way }: Question,
): Bulk | undefined {
  const away = (bulk: Bulk) => Math.abs(bulk.rttMs - way.ms);
  for (const one of [dataset, ...lenders.measuring(store)]) {
    let nearest: Bulk | undefined;
    for (const bulk of cellsOf(one).bulks)
      if (bulk.store === store && bulk.operation === operation && (!nearest || away(bulk) < away(nearest)))
        nearest = bulk;
    if (nearest) return nearest;
  }
  return undefined;
}

function refOfBulk(bulk: Bulk): Estimate['evidence'][number] {
  const cell = `${bulk.operation} ${formatBytes(bulk.sizeBytes)} throughput, ${bulk.region ?? 'not named'} → ${bulk.client ?? 'not named'}`;
  return { dataset: bulk.dataset.id, cell, status: bulk.dataset.status, samples: bulk.samples };
}

/** A transfer time that is log-normal around its median, `ratio` times it at p99, as multiples of the median. */
function spreadOver(ratio: number): Curve {
  const sigma = Math.log(ratio) / at(GRID_Z, P99);
  return GRID_Z.map((z) => Math.exp(sigma * z));
}

function spreadOf(bulk: Bulk, request: Estimate, dataset: Dataset): { ratio: number; words: string } {
  if (bulk.range) return { ratio: rangeRatio(bulk), words: 'its slowest sample' };
  const other = cellsOf(dataset).bulks.find(
    (one) => one.store === bulk.store && one.range !== null && one.rttMs === bulk.rttMs,
  );
  if (other) return { ratio: rangeRatio(other), words: `the slowest sample of its ${other.operation}` };
  return { ratio: at(request.best, P99) / at(request.best, MEDIAN), words: "the request's own spread" };
}

function rangeRatio({ bytesPerSecond, range }: Bulk): number {
  return range && range[0] > 0 ? Math.max(1, bytesPerSecond / range[0]) : 1;
}

/** The widest spread of a transfer that any store of the provider showed, request by request. */
function heaviestSpread({ datasets }: Lenders, { store, operation }: Question): number {
  const ratios = gridsOf(datasets, store, operation).map((grid) => {
    const last = grid.near.at(-1);
    const first = grid.near[0];
    if (!last || !first) return 1;
    const extra = (i: number) => at(nearCurve(grid, last.sizeBytes).curve, i) - at(first.curve, i);
    return extra(P99) / extra(MEDIAN);
  });
  const bulks = datasets.flatMap((dataset) => cellsOf(dataset).bulks);
  return Math.max(1, ...ratios, ...bulks.filter((bulk) => bulk.operation === operation).map(rangeRatio));
}

function gridsOf(datasets: readonly Dataset[], store: string, operation: Cell['operation']): SizeGrid[] {
  const provider = store.slice(0, store.indexOf('/') + 1);
  const kin = new Set(datasets.flatMap((dataset) => cellsOf(dataset).cells.map((cell) => cell.store)));
  return [...kin]
    .filter((one) => one.startsWith(provider))
    .flatMap((one) => datasets.flatMap((dataset) => sizeGrid(dataset, one, operation) ?? []));
}

/**
 * Round trips a stream loses per byte: `best` from a pair of throughputs near and far in one harness, `high` from the
 * fitted round trips of the largest sizes in a grid. Both zero where nothing near and far was measured.
 */
function windowTrips(
  dataset: Dataset,
  { datasets }: Lenders,
  { operation }: Question,
): { best: number; high: number } {
  const bulks = cellsOf(dataset).bulks.filter((bulk) => bulk.operation === operation);
  const pairs = bulks.flatMap((far) =>
    bulks
      .filter(
        (near) => near.store === far.store && near.rttMs + 5 < far.rttMs && near.sizeBytes === far.sizeBytes,
      )
      .map(
        (near) =>
          Math.max(0, 1000 / far.bytesPerSecond - 1000 / near.bytesPerSecond) / (far.rttMs - near.rttMs),
      ),
  );
  const best = pairs.length > 0 ? Math.max(...pairs) : 0;
  const stores = new Set(datasets.flatMap((one) => cellsOf(one).cells.map((cell) => cell.store)));
  const grids = [...stores].flatMap((store) =>
    datasets.flatMap((one) => sizeGrid(one, store, operation) ?? []),
  );
  const steady = grids.map((grid) => steadyTrips(grid));
  return { best, high: Math.max(best, ...steady) };
}

function steadyTrips(grid: SizeGrid): number {
  const last = grid.near.at(-1)?.sizeBytes;
  return last === undefined || !roundTripsAt(grid, last) ? 0 : at(grid.roundTripSlope, MEDIAN);
}
