/**
 * Spans of S3 clients, as OpenTelemetry's file exporter writes them: JSON lines of `resourceSpans`
 * (https://opentelemetry.io/docs/specs/otel/protocol/file-exporter/, https://opentelemetry.io/docs/specs/semconv/object-stores/s3/).
 * Buckets and keys in their attributes are never kept, nor quoted.
 */
import * as z from 'zod/mini';
import { requestRows, requestsOverTime, sinceFirst, type NanosecondRequest } from '../http-requests.ts';
import { ImportError, textOf, type Importer } from '../../importer.ts';
import { parseJsonLine, parseUnquoted } from '../../reading/json.ts';
import { wholeLines } from '../../reading/text-numbers.ts';
import { apiOperation } from './api-operations.ts';

const MOST_BYTES = 128 * 1024 * 1024;
const LONGEST_NS = 864_000n * 1_000_000_000n;
/** A span's status is an error. */
const FAILED = 2;

const nanos = z.string().check(z.regex(/^\d{1,20}$/));
const Span = z.object({
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  attributes: z._default(
    z.array(
      z.object({
        key: z.string(),
        value: z.object({
          stringValue: z.optional(z.string()),
          intValue: z.optional(z.union([z.string(), z.number()])),
        }),
      }),
    ),
    [],
  ),
  status: z.optional(z.object({ code: z.optional(z.number()) })),
});
type Span = z.infer<typeof Span>;
const Line = z.object({
  resourceSpans: z.array(
    z.object({ scopeSpans: z._default(z.array(z.object({ spans: z._default(z.array(Span), []) })), []) }),
  ),
});

export const otlpSpans = {
  id: 'otlp-spans',
  title: 'spans of S3 clients in OTLP JSON lines',
  mostBytes: MOST_BYTES,
  tool: 'OpenTelemetry',
  caveats: [
    "A span is a call of the SDK by the client's clock. Retries and the wait for a connection are in it.",
    'Where a body is streamed, the call may end before it is read. Its time is then that of the first byte.',
    'Sampled traces leave calls out: rates are those of the sample.',
  ],
  recognises: (head) => head.startsWith('{"resourceSpans"') || 'lines of {"resourceSpans": …',
  parse(bytes, context) {
    const spans = wholeLines(textOf(bytes)).flatMap((line, i) => {
      const where = `line ${i + 1}`;
      if (line.trim() === '') return [];
      const { resourceSpans } = parseUnquoted(Line, parseJsonLine(line, where), where);
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    });
    const calls = spans.flatMap((span) => callIn(span) ?? []);
    if (calls.length === 0)
      throw new ImportError(
        `holds no span of an S3 call: of ${spans.length} none has rpc.service "S3" and a known rpc.method`,
      );
    const { requests, epochMs } = sinceFirst(calls);
    return {
      measurements: requestRows(requests, { cell: {}, isTimed: true, knowsErrors: true }, context),
      overTime: requestsOverTime(requests, epochMs, context),
    };
  },
} satisfies Importer;

/** Null for a span of anything else. */
function callIn(span: Span): NanosecondRequest | null {
  const said = new Map(
    span.attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue ?? '')]),
  );
  const method = apiOperation(said.get('rpc.method') ?? '');
  if (said.get('rpc.service') !== 'S3' || method === null) return null;
  const [startNs, endNs] = [BigInt(span.startTimeUnixNano), BigInt(span.endTimeUnixNano)];
  if (endNs < startNs || endNs - startNs > LONGEST_NS)
    throw new ImportError('a span of S3 ends before it begins, or lasts for more than ten days');
  const status = Number(said.get('http.response.status_code') ?? said.get('http.status_code') ?? 0);
  const way = method === 'PUT' || method === 'PUT_PART' ? 'request' : 'response';
  const bytes = Number(said.get(`http.${way}.body.size`) ?? said.get(`http.${way}_content_length`));
  return {
    method,
    startNs,
    totalMs: Number(endNs - startNs) / 1e6,
    firstByteMs: null,
    isGood: span.status?.code !== FAILED && status < 400,
    bytes: Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null,
  };
}
