/**
 * `warp analyze --json` before v1.1, and `--full --json` since: percentiles 0 to 100 of the whole run of every operation.
 * https://github.com/minio/warp
 */
import * as z from 'zod/mini';
import type { Measurement } from '#core/evidence/dataset.ts';
import { whereOf, type Where } from '../cell.ts';
import type { Importer } from '../../importer.ts';
import { pullAs } from '../../reading/json-tree.ts';
import { FirstByte, SingleSized, SizeRange, Stamp, Throughput, count, operationRows } from './figures.ts';
import {
  FAILED_AMONG,
  OPERATION_OF,
  RETRIES_UNSEEN,
  WARP,
  WARP_METHOD,
  caveat,
  withinRun,
} from './command.ts';

const Operation = z.object({
  type: z.string().check(z.minLength(1), z.maxLength(40)),
  skipped: z._default(z.boolean(), false),
  /** Left out before v0.4. */
  n: z.optional(count),
  concurrency: count,
  errors: z._default(count, 0),
  objects_per_operation: z._default(count, 1),
  start_time: Stamp,
  throughput: z._default(Throughput, { measure_duration_millis: 0, errors: 0 }),
  single_sized_requests: z.nullish(SingleSized),
  multi_sized_requests: z.nullish(
    z.object({
      skipped: z._default(z.boolean(), false),
      by_size: z._default(z.record(z.string(), SizeRange), {}),
    }),
  ),
});
type Operation = z.infer<typeof Operation>;

const File = z.object({ operations: z.record(z.string(), Operation) });

/** What `analyze` says on the way may stand before it. */
const BEGINS =
  /(?:^|\n)\{\s*"(?:mixed_server_stats":\s*\{|type":\s*"(?:single|mixed)",\s*"(?:mixed":\s*(?:true|false),\s*"operations|operations)":)/;

export const warpAnalyze = {
  id: 'warp-analyze',
  title: 'warp analyze --full --json, or warp analyze --json before v1.1',
  tool: WARP,
  method: WARP_METHOD,
  nothing: 'operations: none was measured long enough',
  recognises: (head) => BEGINS.test(head) || 'JSON that begins {"type": "single", "operations":',
  mostBytes: 64 * 1024 * 1024,
  parse(bytes, context) {
    const brace = bytes.indexOf(0x7b);
    const operations = Object.values(pullAs(File, bytes.subarray(brace), [FirstByte]).operations);
    const where = whereOf(context);
    const kept = operations.filter(({ type, skipped }) => !skipped && OPERATION_OF.has(type));
    const left = operations.filter((one) => !kept.includes(one)).map(({ type }) => type);
    return {
      measurements: kept.flatMap((one) => measurementsOf(one, where)),
      caveats: [
        'A quantile p of n requests is the one at place n·p, rounded; requests at the beginning and the end, when not all threads were at work, are not among them.',
        ...caveat(
          left.length > 0,
          `${left.join(', ')}: too short to be analysed, or no operation here; left out.`,
        ),
        ...caveat(
          kept.some(({ errors }) => errors > 0),
          FAILED_AMONG,
        ),
        ...caveat(kept.length > 1, withinRun(kept.map(({ type }) => type))),
        RETRIES_UNSEEN,
      ],
    };
  },
} satisfies Importer;

function measurementsOf(one: Operation, where: Where): Measurement[] {
  const { single_sized_requests: single, multi_sized_requests: multi, start_time: startTime } = one;
  const ofOneSize = single && !single.skipped ? single : null;
  const ranges = Object.values(multi && !multi.skipped ? multi.by_size : {});
  const stretch = {
    startTime,
    name: one.objects_per_operation > 1 ? `${one.objects_per_operation} objects a request` : null,
  };
  return operationRows(
    {
      ...stretch,
      op: one.type,
      operation: OPERATION_OF.get(one.type) ?? 'MIXED',
      concurrency: one.concurrency,
      requests: one.n ?? ofOneSize?.requests ?? ranges.reduce((sum, range) => sum + range.requests, 0),
      errors: one.errors,
      throughput: one.throughput,
      parts: [{ ...stretch, single: ofOneSize, ranges, isMixed: !ofOneSize }],
    },
    where,
  );
}
