/**
 * `GET /results` of prisma/accelerated-fs's load test: phases of a file system with a cache above the store. Every row is of
 * the layer `filesystem`; none is a request to the store. The bucket, its address and its prefix are left behind.
 */
import * as z from 'zod';
import type { Measurement } from '#core/evidence/dataset.ts';
import { cellOf, figure, printedRows, secondOf } from './cell.ts';
import { ImportError, factsOf, headOf, textOf } from './importer.ts';
import type { ImportContext, ImportedDataset, Importer } from './importer.ts';
import { parseJson, parseUnquoted } from './reading/json.ts';

const Ms = z.number().nonnegative().max(1e10);
const Count = z.number().int().nonnegative().max(1e12);
const Result = z.object({
  label: z.string().regex(/^[\w.-]{1,20}$/),
  fileBytes: Count,
  fileCount: Count,
  cacheBytes: Count,
  insert: z.object({ ms: Ms }),
  mixed: z.object({
    ms: Ms,
    operations: Count,
    /** Newer versions time each read. */
    readLatency: z
      .object({ count: Count, minMs: Ms, maxMs: Ms, avgMs: Ms, p50Ms: Ms, p95Ms: Ms, p99Ms: Ms })
      .optional(),
  }),
});
const Job = z.object({
  status: z.enum(['running', 'succeeded', 'failed']),
  startedAt: z.iso.datetime({ offset: true }),
  results: z.array(Result).max(1000),
});
type Result = z.infer<typeof Result>;

export const acceleratedFs = {
  id: 'accelerated-fs',
  title: "results of accelerated-fs's load test (JSON)",
  recognises: (bytes) =>
    /^\s*\{\s*"ok":\s*(true|false),\s*"id":\s*"[^"]*",\s*"status":\s*"(running|succeeded|failed)",\s*"startedAt":/.test(
      headOf(bytes),
    ) || '"ok", "id", "status" and "startedAt" of a job',
  parse(bytes, context): ImportedDataset {
    const job = parseUnquoted(Job, parseJson(textOf(bytes)), 'the job');
    const measuredAt = secondOf(job.startedAt);
    const measurements = job.results.flatMap((result) => resultRows(result, measuredAt, context));
    if (measurements.length === 0) throw new ImportError(`the job is ${job.status} and has no results`);
    return {
      format: this.id,
      measurements,
      tool: "accelerated-fs's load test",
      method: { loop: 'closed', temperature: 'mixed', connections: 'one operation after the other' },
      caveats: [
        'Measured through a file system with a cache and packs: no row is a request to the store.',
        ...(job.status === 'succeeded' ? [] : [`The job is ${job.status}: sizes may be missing.`]),
      ],
    };
  },
} satisfies Importer;

function resultRows(result: Result, measuredAt: string, context: ImportContext): Measurement[] {
  const { label, fileBytes, fileCount, cacheBytes, insert, mixed } = result;
  const facts = factsOf(context, ['store', 'region', 'from']);
  const base = cellOf(
    { ...facts, runtime: context.runtime },
    {
      operation: 'MIXED',
      layer: 'filesystem',
      size_bytes: fileBytes,
      concurrency: 1,
      loop: 'closed',
      temperature: 'mixed',
      measured_at: measuredAt,
      note: `run ${label}; ${fileCount} files through a cache of ${cacheBytes} bytes`,
    },
  );
  const inserted = {
    ...base,
    operation: 'PUT',
    note: `${base.note}; many files in one transaction`,
  } as const;
  const { readLatency: reads } = mixed;
  return [
    ...(insert.ms > 0 && fileCount > 0
      ? [figure(inserted, 'rate', 'mean', (fileCount * 1000) / insert.ms, { samples: fileCount })]
      : []),
    ...(mixed.ms > 0 && mixed.operations > 0
      ? [figure(base, 'rate', 'mean', (mixed.operations * 1000) / mixed.ms, { samples: mixed.operations })]
      : []),
    ...(reads && reads.count > 0
      ? printedRows(
          { ...base, operation: 'GET' },
          'total',
          [
            ['min', reads.minMs],
            ['p50', reads.p50Ms],
            ['p95', reads.p95Ms],
            ['p99', reads.p99Ms],
            ['max', reads.maxMs],
            ['mean', reads.avgMs],
          ],
          reads.count,
        )
      : []),
  ];
}
