/**
 * What warp writes by default (`.json.zst`), and what `warp analyze --json` prints of it: sums of a run, and quantiles of
 * every ten seconds of every client. Those windows stay apart: no mean of their quantiles is a quantile.
 * https://github.com/minio/warp
 */
import * as z from 'zod/mini';
import type { Measurement } from '#core/evidence/dataset.ts';
import { whereOf, type Where } from '../cell.ts';
import type { Importer } from '../../importer.ts';
import { pullAs } from '../../reading/json-tree.ts';
import { SingleSized, SizeRange, Stamp, Throughput, count, operationRows } from './figures.ts';
import {
  OPERATION_OF,
  FAILED_AMONG,
  RETRIES_UNSEEN,
  WARP,
  WARP_METHOD,
  caveat,
  commandOf,
  heldBack,
  measuredOps,
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

/** The rest is the same by host, by size, by client and by second, and a hundred times as large: it is passed over. */
const File = z.object({
  v: z.literal(2),
  commandline: z._default(z.string(), ''),
  final: z._default(z.boolean(), true),
  warp_version: z.optional(z.string().check(z.maxLength(40))),
  by_op_type: z.record(z.string(), Aggregate),
});

const BEGINS = /^\s*\{\s*"v":\s*\d+,\s*"commandline":/;

export const warpJson = {
  id: 'warp-json',
  title: "warp's summary of a run (.json.zst), or warp analyze --json of it",
  tool: WARP,
  method: WARP_METHOD,
  nothing: 'by_op_type: there are no requests',
  recognises: (head) => BEGINS.test(head) || 'JSON that begins {"v": 2, "commandline":',
  mostBytes: 256 * 1024 * 1024,
  parse(bytes, context) {
    const file = pullAs(File, bytes, [Window]);
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
    const left = aggregates.filter((one) => !kept.includes(one)).map(([op]) => op);
    return {
      measurements: kept.flatMap(([op, one]) => measurementsOf(op, one, where, command)),
      toolVersion: file.warp_version ?? command.version,
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
  const clients = Object.entries(one.requests_by_client);
  const parts = clients.flatMap(([, windows], client) =>
    Object.values(windows).map((window, i) => {
      const { single_sized_requests: single, multi_sized_requests: multi, start_time: startTime } = window;
      return {
        startTime,
        name: `run window ${i + 1}${clients.length > 1 ? ` of client ${client + 1}` : ''}`,
        single: single && !single.skipped ? single : null,
        ranges: multi?.by_size ?? [],
        isMixed: Boolean(multi),
      };
    }),
  );
  const {
    concurrency,
    start_time: startTime,
    throughput,
    total_requests: requests,
    total_errors: errors,
  } = one;
  const operation = operationOf(op, command);
  return operationRows(
    { op, operation, concurrency, startTime, name: null, requests, errors, throughput, parts },
    where,
  );
}
