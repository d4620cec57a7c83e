/** In flight = rate × mean latency (J. D. C. Little, 1961), whatever the distribution. */
import type { Dataset, Measurement } from '../dataset.ts';
import type { EvidenceFinding } from '../../findings/evidence-findings.ts';
import { conditionOf, runOf } from '../cells.ts';
import { latencyCells, nameOfRow, rateCells } from './groups.ts';
import type { LatencyCell, Quantile, RateCell } from './groups.ts';

/** More in flight than there are places is impossible; this much is rounding of what was printed. */
const MOST = 1.1;
/** A closed loop keeps its places filled but for what the client itself takes. */
const LEAST = 0.5;

interface Pair {
  row: Measurement;
  concurrency: number;
  perSecond: number;
  /** The rate of all operations at once: it is shared with nothing. */
  isOfAll: boolean;
  /** Mean, or what stands for it where none is printed. */
  printed: Quantile | { statistic: 'mean'; ms: number };
  highest: Quantile | null;
  inFlight: number;
}

/** `family`: the dataset and those of its harness, whose rates and latencies belong together. */
export function littlesLaw(dataset: Dataset, family: readonly Dataset[]): EvidenceFinding[] {
  const latencies = family.flatMap((one) =>
    totals(one).map((cell) => ({ cell, own: one.id === dataset.id })),
  );
  const rates = family.flatMap((one) => rateCells(one).map((rate) => ({ rate, own: one.id === dataset.id })));
  const pairs = latencies.flatMap(({ cell, own }) =>
    rates
      .filter((one) => (own || one.own) && areOfOneCondition(cell.row, one.rate.row))
      .flatMap(({ rate }) => pairOf(cell, rate)),
  );
  // Operations and sizes of one run share its places.
  const runs = [
    ...Map.groupBy(pairs, ({ row }) =>
      conditionOf({ ...row, operation: 'MIXED', size_bytes: null }),
    ).values(),
  ];
  return runs.flatMap((run) => {
    const shared = run.reduce((sum, { isOfAll, inFlight }) => sum + (isOfAll ? 0 : inFlight), 0);
    return run.flatMap((pair) => {
      const inAll = pair.isOfAll ? pair.inFlight : shared;
      return isMismatch(pair, inAll) ? [findingOf(pair, inAll)] : [];
    });
  });
}

const totals = (dataset: Dataset) => latencyCells(dataset).filter(({ row }) => row.metric === 'total');

function areOfOneCondition(a: Measurement, b: Measurement): boolean {
  return (
    a.concurrency !== null &&
    a.concurrency === b.concurrency &&
    a.store === b.store &&
    a.size_bytes === b.size_bytes &&
    (a.operation === b.operation || b.operation === 'MIXED') &&
    a.store_region === b.store_region &&
    a.client_place === b.client_place &&
    runOf(a) === runOf(b)
  );
}

function pairOf(cell: LatencyCell, { row: { operation }, perSecond }: RateCell): Pair[] {
  const { row, meanMs } = cell;
  if (row.concurrency === null || cell.loop === 'open') return [];
  const median = cell.quantiles.find(({ p }) => p === 0.5);
  const top = cell.quantiles.at(-1) ?? null;
  const printed = meanMs === null ? (median ?? top) : { statistic: 'mean' as const, ms: meanMs };
  if (printed === null) return [];
  const highest = meanMs === null && top !== printed ? top : null;
  const inFlight = (perSecond * printed.ms) / 1000;
  const isOfAll = operation === 'MIXED';
  return [{ row, concurrency: row.concurrency, perSecond, isOfAll, printed, highest, inFlight }];
}

/** Without a mean: it is at least half the median, and above the highest quantile only by a tail that nobody printed. */
function isMismatch({ concurrency, perSecond, printed, highest, inFlight }: Pair, inAll: number): boolean {
  const meanMs = (1000 * concurrency) / perSecond;
  if (printed.statistic === 'mean') return inFlight > MOST * concurrency || inAll < LEAST * concurrency;
  const aboveAll = meanMs > MOST * (highest ?? printed).ms && inAll < LEAST * concurrency;
  return aboveAll || meanMs < 0.5 * printed.ms;
}

function findingOf(
  { row, concurrency, perSecond, printed, highest, inFlight }: Pair,
  inFlightOfAll: number,
): EvidenceFinding {
  const size = row.size_bytes;
  return {
    code: 'little-mismatch',
    ...nameOfRow(row),
    perSecond,
    concurrency,
    meanMs: (1000 * concurrency) / perSecond,
    printed: { statistic: printed.statistic, ms: printed.ms },
    highest: highest && { statistic: highest.statistic, ms: highest.ms },
    inFlight,
    inFlightOfAll,
    bytesPerSecond: size
      ? { carried: (1000 * concurrency * size) / printed.ms, printed: perSecond * size }
      : null,
  };
}
