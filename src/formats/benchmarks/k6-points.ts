/** k6's points, one a line: `--out json` and `--out csv`. Times are ms. Addresses in their tags are never kept, nor quoted. */
import * as z from 'zod/mini';
import { requestRows, type HttpRequest } from './http-requests.ts';
import { ImportError, textOf, type Importer } from '../importer.ts';
import { parseJsonLine, parseUnquoted } from '../reading/json.ts';
import { csvRows, numberIn, refuseCut, wholeLines } from '../reading/text-numbers.ts';

const CSV_HEADER = 'metric_name,timestamp,metric_value,';
const JSON_LINE =
  /^\{"(type":"Metric","data":\{"name":"[a-z_]+","type":"(counter|gauge|rate|trend)"|metric":"[a-z_]+","type":"Point")/;

/** Other lines, and other tags, are passed over. */
const Point = z.object({
  metric: z.string(),
  type: z.enum(['Point', 'Metric']),
  data: z.object({
    value: z.optional(z.number().check(z.nonnegative(), z.maximum(1e12))),
    tags: z.nullish(
      z.object({ method: z.optional(z.string()), expected_response: z.optional(z.enum(['true', 'false'])) }),
    ),
  }),
});

interface TimePoint {
  isWaiting: boolean;
  ms: number;
  method: string;
  isGood: boolean;
}

export const k6Points = {
  id: 'k6-points',
  title: "k6's points as JSON lines or CSV",
  tool: 'k6',
  method: { connections: 'not stated' },
  caveats: [
    'Times are of sending, waiting and receiving; connecting stands apart in k6 and is not in them.',
    'All requests of one method are one cell: k6 does not say how large an answer was.',
  ],
  recognises: (head) =>
    head.startsWith(CSV_HEADER) ||
    JSON_LINE.test(head) ||
    `lines of {"metric": …, "type": "Point"} or the header "${CSV_HEADER}…"`,
  parse(bytes, context) {
    const text = textOf(bytes);
    const points = text.startsWith(CSV_HEADER) ? csvPoints(text) : jsonPoints(text);
    const waits = points.filter(({ isWaiting }) => isWaiting);
    const totals = points.filter(({ isWaiting }) => !isWaiting);
    const isPaired =
      waits.length === totals.length && totals.every(({ method }, i) => waits[i]?.method === method);
    const requests = totals.map(({ ms, method, isGood }, i): HttpRequest => ({
      method,
      startMs: 0,
      totalMs: ms,
      firstByteMs: isPaired ? (waits[i]?.ms ?? null) : null,
      isGood,
      bytes: null,
    }));
    return requestRows(requests, { cell: {}, isTimed: false, knowsErrors: true }, context);
  },
} satisfies Importer;

function jsonPoints(text: string): TimePoint[] {
  return wholeLines(text).flatMap((line, i) => {
    const where = `line ${i + 1}`;
    const { metric, type, data } = parseUnquoted(Point, parseJsonLine(line, where), where);
    if (type === 'Metric' || !isTime(metric)) return [];
    if (data.value === undefined) throw new ImportError(`${where}, data.value: is missing`);
    return [pointOf(metric, data.value, data.tags?.method, data.tags?.expected_response, where)];
  });
}

function csvPoints(text: string): TimePoint[] {
  refuseCut(text);
  return csvRows(text).flatMap((row, i) => {
    const where = `line ${i + 2}`;
    const { metric_name: metric = '', method, expected_response: expected } = row;
    if (!isTime(metric)) return [];
    return [pointOf(metric, numberIn(row['metric_value'], where), method, expected, where)];
  });
}

const isTime = (metric: string) => metric === 'http_req_duration' || metric === 'http_req_waiting';

function pointOf(
  metric: string,
  ms: number,
  method: string | undefined,
  expected: string | undefined,
  where: string,
): TimePoint {
  if (method === undefined || !/^[A-Z]{1,10}$/.test(method))
    throw new ImportError(`${where}: has no tag "method"; run k6 with its usual system tags`);
  if (expected !== 'true' && expected !== 'false')
    throw new ImportError(`${where}: has no tag "expected_response"; run k6 with its usual system tags`);
  return { isWaiting: metric === 'http_req_waiting', ms, method, isGood: expected === 'true' };
}
