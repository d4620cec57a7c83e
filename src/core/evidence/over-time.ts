/** `over-time.csv` of a dataset: how many requests began when and took how long, of what was measured. */
import * as z from 'zod/mini';
import { csvCell, parseCsv } from '../csv.ts';
import { ISO_TIME_WORDS } from '../iso-date.ts';
import { schemaIssues } from '../schema-issues.ts';
import { OPERATIONS } from './dataset.ts';
import type { Measurement } from './dataset.ts';
import type { TimeCount, TimeGrid } from './time-grid.ts';

export const OVER_TIME = 'over-time.csv';

/** One filled rectangle of time and latency. */
export interface OverTime extends TimeCount {
  store: string;
  operation: Measurement['operation'];
  /** Tells apart what was measured side by side; null: nothing was. */
  run: string | null;
}

const COLUMNS = ['store', 'operation', 'run', 'start', 'seconds', 'from_ms', 'to_ms', 'requests'] as const;

const positive = z.coerce.number().check(z.positive('must be above 0'));
const Row = z
  .strictObject({
    store: z
      .string()
      .check(z.regex(/^[^/\s]+\/[^/\s]+$/, 'a store is written provider/store, e.g. aws/s3-standard')),
    operation: z.enum(OPERATIONS),
    run: z.string().check(z.maxLength(200)),
    start: z.iso.datetime({ error: ISO_TIME_WORDS }),
    seconds: positive,
    from_ms: positive,
    to_ms: positive,
    requests: positive.check(z.int()),
  } satisfies Record<(typeof COLUMNS)[number], z.ZodMiniType>)
  .check(z.refine(({ from_ms: from, to_ms: to }) => from < to, 'from_ms is below to_ms'));

/** What no page draws; a grid has fewer than twelve thousand. */
const MOST_ROWS = 200_000;
/** So few stretches show no course. */
const LEAST_STRETCHES = 4;

/** Rows of a grid whose clock began at `epochMs`; none where the requests all began within a moment. */
export function overTimeOf(
  grid: TimeGrid,
  epochMs: number,
  what: Pick<OverTime, 'store' | 'operation' | 'run'>,
): OverTime[] {
  const counts = grid.counts();
  if (new Set(counts.map(({ startMs }) => startMs)).size < LEAST_STRETCHES) return [];
  return counts.map((one) => ({ ...what, ...one, startMs: epochMs + one.startMs }));
}

export function overTimeCsv(rows: readonly OverTime[]): string {
  const lines = rows.map(({ store, operation, run, startMs, seconds, fromMs, toMs, requests }) =>
    [
      store,
      operation,
      csvCell(run ?? ''),
      new Date(startMs).toISOString(),
      seconds,
      fromMs,
      toMs,
      requests,
    ].join(','),
  );
  return `${[COLUMNS.join(','), ...lines].join('\n')}\n`;
}

/** Throws `CsvError`, or `RangeError` with the line and what is wrong in it. */
export function parseOverTime(text: string): OverTime[] {
  const rows = parseCsv(text);
  if (rows.length > MOST_ROWS)
    throw new RangeError(`${OVER_TIME} has ${rows.length} rows, and ${MOST_ROWS} are read at most`);
  return rows.map((row, i) => {
    const { data, error } = Row.safeParse(row);
    if (!data) {
      const [issue] = schemaIssues(error, Row, row);
      throw new RangeError(`${OVER_TIME}, line ${i + 2}: ${issue?.path} ${issue?.message}`);
    }
    const { store, operation, run, start, seconds, from_ms: fromMs, to_ms: toMs, requests } = data;
    return {
      store,
      operation,
      run: run || null,
      startMs: Date.parse(start),
      seconds,
      fromMs,
      toMs,
      requests,
    };
  });
}
