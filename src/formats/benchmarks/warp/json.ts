/**
 * What warp writes by default (`.json.zst`), and what `warp analyze --json` prints of it: sums of a run, and quantiles of
 * every ten seconds of every client. Those windows stay apart: no mean of their quantiles is a quantile.
 * https://github.com/minio/warp
 */
import * as z from 'zod/mini';
import type { Measurement } from '#core/evidence/dataset.ts';
import { cellOf, errorRows, whereOf } from '../cell.ts';
import type { Where } from '../cell.ts';
import { ImportError } from '../../importer.ts';
import type { Importer } from '../../importer.ts';
import { parseAs } from '../../reading/json.ts';
import { jsonTree } from '../../reading/json-tree.ts';
import {
  SingleSized,
  SizeRange,
  Stamp,
  Throughput,
  count,
  rateRows,
  requestRows,
  sizeOf,
} from './figures.ts';
import {
  OPERATION_OF,
  FAILED_AMONG,
  RETRIES_UNSEEN,
  SIZED,
  WARP,
  WARP_METHOD,
  caveat,
  commandOf,
  heldBack,
  measuredOps,
  noted,
  operationOf,
  withinRun,
} from './command.ts';
import type { Command } from './command.ts';

const Window = z.object({
  start_time: Stamp,
  single_sized_requests: z.nullish(SingleSized),
  multi_sized_requests: z.nullish(
    z.object({ by_size: z._default(z.array(SizeRange).check(z.maxLength(100)), []) }),
  ),
});
type Window = z.infer<typeof Window>;

const Aggregate = z.object({
  total_requests: count,
  total_errors: count,
  concurrency: count,
  start_time: Stamp,
  end_time: Stamp,
  throughput: Throughput,
  requests_by_client: z._default(z.record(z.string(), z.record(z.string(), Window)), {}),
});
type Aggregate = z.infer<typeof Aggregate>;

const File = z.object({
  v: z.literal(2),
  commandline: z._default(z.string(), ''),
  final: z._default(z.boolean(), true),
  warp_version: z.optional(z.string().check(z.maxLength(40))),
  by_op_type: z.record(z.string(), Aggregate),
});

/** The rest is the same by host, by size, by client and by second, and a hundred times as large. */
const WANTED = [
  'v',
  'commandline',
  'final',
  'warp_version',
  ...['total_requests', 'total_errors', 'concurrency', 'start_time', 'end_time'].map(
    (key) => `by_op_type.*.${key}`,
  ),
  ...['measure_duration_millis', 'bytes', 'ops', 'errors'].map((key) => `by_op_type.*.throughput.${key}`),
  'by_op_type.*.requests_by_client.*.*',
];
const BEGINS = /^\s*\{\s*"v":\s*\d+,\s*"commandline":/;

export const warpJson = {
  id: 'warp-json',
  title: "warp's summary of a run (.json.zst), or warp analyze --json of it",
  recognises: (head) => BEGINS.test(head) || 'JSON that begins {"v": 2, "commandline":',
  mostBytes: 256 * 1024 * 1024,
  parse(bytes, context) {
    const file = parseAs(File, jsonTree(bytes, WANTED));
    const command = commandOf(file.commandline);
    const aggregates = Object.entries(file.by_op_type);
    const spans = aggregates.map(([op, one]) => ({
      op,
      start: Date.parse(one.start_time),
      end: Date.parse(one.end_time),
    }));
    const ops = measuredOps(spans, command);
    const kept = aggregates.filter(([op]) => ops.has(op) && OPERATION_OF.has(op));
    const where = whereOf(context);
    const measurements = kept.flatMap(([op, one]) => measurementsOf(op, one, where, command));
    if (measurements.length === 0) throw new ImportError('by_op_type: there are no requests');
    const left = aggregates.filter((one) => !kept.includes(one)).map(([op]) => op);
    return {
      measurements,
      tool: WARP,
      toolVersion: file.warp_version ?? command.version,
      method: WARP_METHOD,
      caveats: [
        'Quantiles are of ten seconds of one client each, and are not averaged: warp keeps none of the whole run. --full keeps every request.',
        'Rates and throughputs are without the first and the last two seconds.',
        ...caveat(
          kept.some(([, one]) => one.total_errors > 0),
          FAILED_AMONG,
        ),
        ...caveat(!file.final, 'The run had not ended when this was written.'),
        ...caveat(
          left.length > 0,
          `${left.join(', ')} prepared the run, or is no operation here, and is left out.`,
        ),
        ...caveat(kept.length > 1, withinRun(kept.map(([op]) => op))),
        ...caveat(command.perSecond !== null, heldBack(command.perSecond)),
        RETRIES_UNSEEN,
      ],
    };
  },
} satisfies Importer;

function measurementsOf(op: string, one: Aggregate, where: Where, command: Command): Measurement[] {
  const errorShare = one.total_errors / Math.max(1, one.total_requests);
  const clients = Object.entries(one.requests_by_client);
  const cell = (sizeBytes: number | null, note: string | null, startTime: string) =>
    cellOf(where, {
      operation: operationOf(op, command),
      size_bytes: SIZED.has(op) ? sizeBytes : null,
      concurrency: one.concurrency || null,
      loop: 'closed',
      measured_at: startTime,
      note,
    });
  const windows = clients.flatMap(([, list], client) =>
    Object.values(list).map((window, i) => ({
      window,
      name: `run window ${i + 1}${clients.length > 1 ? ` of client ${client + 1}` : ''}`,
    })),
  );
  const [size = null, ...others] = new Set(windows.flatMap(({ window }) => sizesOf(window)));
  const isOneSize = size !== null && others.length === 0;
  const whole = cell(
    isOneSize ? size : null,
    SIZED.has(op) && !isOneSize ? 'all sizes' : null,
    one.start_time,
  );
  return [
    ...windows.flatMap(({ window, name }) => {
      const { single_sized_requests: single, multi_sized_requests: multi, start_time: startTime } = window;
      const own = single && !single.skipped ? single : null;
      return requestRows({ single: own, ranges: multi?.by_size ?? [], errorShare }, (sizeBytes, sizes) =>
        cell(sizeBytes, noted([name, sizes]), startTime),
      );
    }),
    ...rateRows({ cell: whole, errorShare }, one.throughput, one.total_requests),
    ...errorRows(whole, one.total_errors, one.total_requests),
  ];
}

/** Every size of which there are requests; null among them for sizes that differ. */
const sizesOf = ({ single_sized_requests: single, multi_sized_requests: multi }: Window) => [
  ...(single && !single.skipped ? [sizeOf(single)] : []),
  ...(multi ? [null] : []),
];
