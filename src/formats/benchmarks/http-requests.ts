/** Requests that a load generator kept one by one, to cells: by operation and by size. */
import { OPERATIONS, type Measurement, type Operation } from '#core/evidence/dataset.ts';
import { overTimeOf, type OverTime } from '#core/evidence/over-time.ts';
import { TimeGrid } from '#core/evidence/time-grid.ts';
import { errorRows, figure, movesBytes, placedCell, sampledRows, type Cell } from './cell.ts';
import { ImportError, factsOf, refuseContradiction, type ImportContext } from '../importer.ts';

/** Beyond it a load generator varied its objects, and sizes go by powers of two. */
const MOST_SIZES = 16;

export interface HttpRequest {
  /** An operation, or what HTTP calls it. */
  method: string;
  /** From the first request. */
  startMs: number;
  totalMs: number;
  firstByteMs: number | null;
  isGood: boolean;
  /** Bytes of the object; null where the tool does not know. */
  bytes: number | null;
}

/** One whose start is known to the nanosecond, since 1970. */
export interface NanosecondRequest extends Omit<HttpRequest, 'startMs'> {
  startNs: bigint;
}

/** The same from the first of them, and when that began. */
export function sinceFirst(timed: readonly NanosecondRequest[]): {
  requests: HttpRequest[];
  epochMs: number;
} {
  const first = timed.reduce(
    (least, { startNs }) => (startNs < least ? startNs : least),
    timed[0]?.startNs ?? 0n,
  );
  return {
    requests: timed.map(({ startNs, ...one }) => ({ ...one, startMs: Number(startNs - first) / 1e6 })),
    epochMs: Number(first / 1_000_000n),
  };
}

interface Setting {
  /** What all of them share. */
  cell: Partial<Cell>;
  /** Whether those that failed are among them. */
  knowsErrors: boolean;
  /** Whether starts and times together say how many requests a second there were. */
  isTimed: boolean;
}

/** What a GET may be besides: the method alone does not tell. */
const ALSO_GET: readonly (Operation | undefined)[] = ['GET_RANGE', 'LIST'];

/** What a method does to an object. Asks for the operation where a method says too little, such as POST. */
export function operationOf(method: string, context: ImportContext): Operation {
  const known = OPERATIONS.find((operation) => operation === method);
  if (known === undefined) return factsOf(context, ['operation']).operation;
  if (!(known === 'GET' && ALSO_GET.includes(context.operation)))
    refuseContradiction('its requests', 'operation', known, context.operation);
  return context.operation ?? known;
}

export function requestRows(
  requests: readonly HttpRequest[],
  setting: Setting,
  context: ImportContext,
): Measurement[] {
  if (requests.length === 0) throw new ImportError('holds no requests');
  return [...Map.groupBy(requests, ({ method }) => operationOf(method, context))].flatMap(
    ([operation, own]) => operationRows(operation, own, setting, context),
  );
}

function operationRows(
  operation: Operation,
  requests: readonly HttpRequest[],
  { cell, isTimed, knowsErrors }: Setting,
  context: ImportContext,
): Measurement[] {
  const good = requests.filter(({ isGood }) => isGood);
  const sizes = movesBytes(operation)
    ? sizesOf(good, context)
    : [{ bytes: null, note: null, requests: good }];
  const bytes = sizes.length === 1 ? (sizes[0]?.bytes ?? null) : null;
  const base = placedCell(context, { operation, size_bytes: bytes, ...cell });
  const begin = requests.reduce((least, one) => Math.min(least, one.startMs), Infinity);
  const end = requests.reduce((most, one) => Math.max(most, one.startMs + one.totalMs), 0);
  return [
    ...sizes.flatMap(({ bytes, note, requests: own }) => {
      const cell = { ...base, size_bytes: bytes, note };
      const totals = own.map(({ totalMs }) => totalMs);
      const firstBytes = own.flatMap(({ firstByteMs }) => firstByteMs ?? []);
      return [...sampledRows(cell, 'total', totals), ...sampledRows(cell, 'first_byte', firstBytes)];
    }),
    ...(isTimed && end > begin && good.length > 0
      ? [figure(base, 'rate', 'mean', (good.length * 1000) / (end - begin), { samples: good.length })]
      : []),
    ...(knowsErrors ? errorRows(base, requests.length - good.length, requests.length) : []),
  ];
}

/** Of those that succeeded, by operation; `epochMs` is when the first began. */
export function requestsOverTime(
  requests: readonly HttpRequest[],
  epochMs: number,
  context: ImportContext,
): OverTime[] {
  const { store } = factsOf(context, ['store']);
  const good = requests.filter(({ isGood }) => isGood);
  return [...Map.groupBy(good, ({ method }) => operationOf(method, context))].flatMap(([operation, own]) => {
    const grid = new TimeGrid();
    for (const { startMs, totalMs } of own) grid.add(startMs, totalMs);
    return overTimeOf(grid, epochMs, { store, operation, run: null });
  });
}

interface OfSize {
  bytes: number | null;
  note: string | null;
  requests: readonly HttpRequest[];
}

/** What the file does not know is asked for; what it knows may not be contradicted. */
function sizesOf(good: readonly HttpRequest[], context: ImportContext): OfSize[] {
  const seen = new Set(good.map(({ bytes }) => bytes));
  if (good.length === 0 || seen.has(null) || seen.has(0)) {
    const { sizeBytes } = factsOf(context, ['sizeBytes']);
    return [{ bytes: sizeBytes, note: null, requests: good }];
  }
  const [only] = seen;
  if (seen.size === 1 && only != null)
    refuseContradiction('its requests', 'sizeBytes', only, context.sizeBytes);
  if (seen.size <= MOST_SIZES)
    return [...Map.groupBy(good, ({ bytes }) => bytes)]
      .toSorted(([a], [b]) => (a ?? 0) - (b ?? 0))
      .map(([bytes, requests]) => ({ bytes, note: null, requests }));
  return [...Map.groupBy(good, ({ bytes }) => Math.floor(Math.log2(bytes ?? 1)))]
    .toSorted(([a], [b]) => a - b)
    .map(([power, requests]) => {
      const mean = requests.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0) / requests.length;
      return {
        bytes: Math.round(mean),
        note: `objects of ${2 ** power} to ${2 ** (power + 1) - 1} bytes`,
        requests,
      };
    });
}
