/**
 * What vegeta writes: `report -type=json`, and the results themselves by `encode` as CSV (no header) or JSON lines. All
 * times are nanoseconds. Addresses, bodies and headers may hold credentials: they are never kept, nor quoted.
 */
import * as z from 'zod/mini';
import type { Measurement } from '#core/evidence/dataset.ts';
import { ISO_TIME_WORDS } from '#core/iso-date.ts';
import { errorRows, figure, givenCell, movesBytes, printedRows, secondOf } from './cell.ts';
import { requestRows, requestsOverTime, sinceFirst, type NanosecondRequest } from './http-requests.ts';
import { ImportError, factsOf, refuseContradiction, textOf } from '../importer.ts';
import type { ImportContext, Importer, Parsed } from '../importer.ts';
import { parseAs, parseJson, parseJsonLine, parseUnquoted } from '../reading/json.ts';
import { countIn, csvRows, refuseCut, wholeLines } from '../reading/text-numbers.ts';

const COLUMNS = 'timestamp,code,latency,bytes_out,bytes_in,error,body,attack,seq,method,url,headers'.split(
  ',',
);
const CSV_LINE = /^1\d{18},\d{1,3},\d+,\d+,\d+,/;
const JSON_LINE = /^\{"attack":"[^"\n]{0,200}","seq":\d+,"code":/;
const REPORT = /^\s*\{\s*"latencies":\s*\{\s*"total":/;
const NS_PER_MS = 1e6;

const Nanoseconds = z.number().check(z.nonnegative(), z.maximum(1e15));
const Bytes = z.object({ mean: z.number().check(z.nonnegative(), z.maximum(1e15)) });
const Report = z.object({
  latencies: z.object({
    mean: Nanoseconds,
    '50th': Nanoseconds,
    '90th': Nanoseconds,
    '95th': Nanoseconds,
    '99th': Nanoseconds,
    max: Nanoseconds,
    min: Nanoseconds,
  }),
  bytes_in: Bytes,
  bytes_out: Bytes,
  earliest: z.iso.datetime({ offset: true, error: ISO_TIME_WORDS }),
  requests: z.int().check(z.positive(), z.maximum(1e12)),
  throughput: z.number().check(z.nonnegative()),
  success: z.number().check(z.minimum(0), z.maximum(1)),
});
const Result = z.object({
  code: z.int().check(z.nonnegative()),
  timestamp: z.iso.datetime({ offset: true, error: ISO_TIME_WORDS }),
  latency: z.int().check(z.nonnegative(), z.maximum(1e15)),
  bytes_out: z.int().check(z.nonnegative()),
  bytes_in: z.int().check(z.nonnegative()),
  method: z.string().check(z.regex(/^[A-Z]{1,10}$/, 'a method is capital letters, e.g. GET')),
});

export const vegeta = {
  id: 'vegeta',
  title: "vegeta's report as JSON, or its results as CSV or JSON lines",
  tool: 'vegeta',
  method: { loop: 'open', connections: 'not stated' },
  caveats: ['Requests are sent at a fixed rate, so how many were under way at once is not known.'],
  recognises: (head) =>
    [REPORT, CSV_LINE, JSON_LINE].some((pattern) => pattern.test(head)) ||
    '"latencies" with a "total", or one result a line by vegeta encode',
  parse(bytes, context) {
    const text = textOf(bytes);
    const { measurements, overTime } = REPORT.test(text)
      ? { measurements: reportRows(parseAs(Report, parseJson(text)), context), overTime: [] }
      : ofResults(CSV_LINE.test(text) ? csvResults(text) : jsonResults(text), context);
    return { measurements, overTime };
  },
} satisfies Importer;

function ofResults(
  results: readonly NanosecondRequest[],
  context: ImportContext,
): Pick<Parsed, 'measurements' | 'overTime'> {
  const { requests, epochMs } = sinceFirst(results);
  const cell = { loop: 'open', measured_at: secondOf(epochMs) } as const;
  return {
    measurements: requestRows(requests, { cell, isTimed: true, knowsErrors: true }, context),
    overTime: requestsOverTime(requests, epochMs, context),
  };
}

function reportRows(report: z.infer<typeof Report>, context: ImportContext): Measurement[] {
  const { latencies, requests, success } = report;
  const { operation } = factsOf(context, ['operation']);
  const { mean } = operation.startsWith('PUT') ? report.bytes_out : report.bytes_in;
  const isKnown = success === 1 && Number.isInteger(mean) && mean > 0;
  if (movesBytes(operation) && isKnown)
    refuseContradiction('the report', 'sizeBytes', mean, context.sizeBytes);
  const sizeBytes = movesBytes(operation) ? (isKnown ? mean : context.sizeBytes) : null;
  const isClean = success === 1;
  const cell = givenCell(
    { ...context, sizeBytes },
    {
      operation,
      concurrency: null,
      loop: 'open',
      measured_at: secondOf(report.earliest),
      note: isClean ? null : 'times are left out: refusals are among them',
    },
  );
  const times: [string, number][] = [
    ['min', latencies.min],
    ['p50', latencies['50th']],
    ['p90', latencies['90th']],
    ['p95', latencies['95th']],
    ['p99', latencies['99th']],
    ['max', latencies.max],
    ['mean', latencies.mean],
  ];
  const timesMs = times.map(([name, ns]) => [name, ns / NS_PER_MS] as const);
  const good = Math.round(requests * success);
  return [
    // A report's times are of every answer, and a quick refusal looks like a fast store.
    ...(isClean ? printedRows(cell, 'total', timesMs, requests) : []),
    ...(good > 0 ? [figure(cell, 'rate', 'mean', report.throughput, { samples: good })] : []),
    ...errorRows(cell, requests - good, requests),
  ];
}

function csvResults(text: string): NanosecondRequest[] {
  refuseCut(text);
  return csvRows(text, COLUMNS).map((row, i) => {
    const where = `line ${i + 1}`;
    const { timestamp = '', method = '' } = row;
    if (!/^1\d{18}$/.test(timestamp)) throw new ImportError(`${where}, timestamp: is no time in nanoseconds`);
    if (!/^[A-Z]{1,10}$/.test(method)) throw new ImportError(`${where}, method: is no method`);
    const count = (name: string) => countIn(row[name], `${where}, ${name}`);
    return resultOf({
      startNs: BigInt(timestamp),
      method,
      code: count('code'),
      latency: count('latency'),
      bytes_in: count('bytes_in'),
      bytes_out: count('bytes_out'),
    });
  });
}

function jsonResults(text: string): NanosecondRequest[] {
  return wholeLines(text).map((line, i) => {
    const where = `line ${i + 1}`;
    const { timestamp, ...result } = parseUnquoted(Result, parseJsonLine(line, where), where);
    return resultOf({ ...result, startNs: nanosecondsOf(timestamp) });
  });
}

interface Fields extends Omit<z.infer<typeof Result>, 'timestamp'> {
  startNs: bigint;
}

function resultOf({ startNs, method, code, latency, bytes_in, bytes_out }: Fields): NanosecondRequest {
  return {
    method,
    startNs,
    totalMs: latency / NS_PER_MS,
    firstByteMs: null,
    isGood: code >= 200 && code < 300,
    bytes: method === 'PUT' || method === 'POST' ? bytes_out : bytes_in,
  };
}

/** Since the epoch; a `Date` keeps milliseconds alone. */
function nanosecondsOf(stamp: string): bigint {
  const [, fraction = ''] = /\.(\d{1,9})/.exec(stamp) ?? [];
  const whole = Date.parse(stamp.replace(/\.\d+/, ''));
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}
