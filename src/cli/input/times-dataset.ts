/** The times in a store's own log as measurements of that store: by operation and size, and over time. */
import { secondOf, binnedRows, cellOf, errorRows } from '#formats/benchmarks/cell.ts';
import type { Parsed } from '#formats/importer.ts';
import type { Measurement, Operation } from '#core/evidence/dataset.ts';
import type { OverTime } from '#core/evidence/over-time.ts';
import { formatBytes } from '#core/units.ts';
import { SIZE_EDGES_BYTES, type Profile } from '#core/workload/profile.ts';
import { isHourly, type Recognised } from '#query/formats/index.ts';
import { TOOK_EDGES_US, type StoreTimes } from '#query/store-times.ts';

const OPERATIONS: Readonly<Record<string, Operation>> = {
  GetObject: 'GET',
  GetObjectRange: 'GET_RANGE',
  PutObject: 'PUT',
  UploadPart: 'PUT_PART',
  HeadObject: 'HEAD',
  ListObjectsV2: 'LIST',
  DeleteObject: 'DELETE',
  CopyObject: 'COPY',
};
const US_PER_MS = 1000;

/** `place`: of the store. A server's clock stands beside the server, so the client is said to be there too. */
export function logTimes(
  { metrics, over, windowSeconds, failures }: StoreTimes,
  { source }: Profile,
  format: Recognised,
  { store, place }: { store: string; place: string },
): Parsed {
  const leftOut = isHourly(format) ? undefined : format.timesLeaveOut;
  const base = (operation: Operation, sizeBytes: number | null, words: string) =>
    cellOf(
      { store, region: place, from: place },
      {
        operation,
        size_bytes: sizeBytes,
        layer: !isHourly(format) && format.isBeforeStore ? 'gateway' : 'store',
        measured_at: source.from === null ? null : secondOf(source.from),
        note: `by the clock of the server${words}`,
      },
    );
  const measurements: Measurement[] = [];
  for (const metric of ['total', 'first_byte'] as const) {
    const groups = Map.groupBy(metrics[metric], (row) => `${row.operation} ${String(row.class)}`);
    for (const rows of groups.values()) {
      const [first] = rows;
      const operation = OPERATIONS[first?.operation ?? ''];
      if (!first || operation === undefined) continue;
      const requests = rows.reduce((sum, row) => sum + row.requests, 0);
      const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
      const size = first.class === null ? null : Math.round(bytes / requests);
      const bins = rows.map(({ took_us: us, requests: count }) => ({
        low: us / US_PER_MS,
        high: us / US_PER_MS,
        count,
      }));
      measurements.push(...binnedRows(base(operation, size, sizeWords(first.class)), metric, bins, 'eq'));
    }
  }
  const measured = new Set(measurements.map(({ operation }) => operation));
  for (const { operation, requests, failed } of failures) {
    const own = OPERATIONS[operation];
    if (own !== undefined && measured.has(own))
      measurements.push(...errorRows(base(own, null, ''), failed, requests));
  }
  return {
    measurements,
    tool: isHourly(format) ? null : format.title,
    method: { loop: null, temperature: null, connections: null },
    caveats: [
      `Times are the server's own. They leave out ${leftOut ?? 'what lies before its clock'}; a plan adds the round trip of its readers.`,
      'Requests are those of a real load: how many were under way at once is not known.',
    ],
    overTime: overTime(over, windowSeconds, source, store),
  };
}

const sizeWords = (at: number | null) =>
  at === null
    ? ''
    : `, objects ${at === 0 ? '' : `above ${formatBytes(SIZE_EDGES_BYTES[at - 1] ?? NaN)}`}${at > 0 && at < SIZE_EDGES_BYTES.length ? ' ' : ''}${at < SIZE_EDGES_BYTES.length ? `up to ${formatBytes(SIZE_EDGES_BYTES[at] ?? NaN)}` : ''}`;

/** None of a trace without a clock. */
function overTime(
  rows: StoreTimes['over'],
  seconds: number,
  { from }: Profile['source'],
  store: string,
): OverTime[] {
  if (from === null) return [];
  const start = Date.parse(from);
  return rows.flatMap(({ operation: name, window_index: at, class: i, requests }) => {
    const operation = OPERATIONS[name];
    if (operation === undefined) return [];
    const edge = (k: number) => (TOOK_EDGES_US[k] ?? NaN) / US_PER_MS;
    const top = TOOK_EDGES_US.length - 1;
    const fromMs = i === 0 ? edge(0) / 10 : edge(Math.min(i - 1, top - 1));
    return [
      {
        store,
        operation,
        run: null,
        startMs: start + at * seconds * 1000,
        seconds,
        fromMs,
        toMs: edge(Math.min(i, top)),
        requests,
      },
    ];
  });
}
