/**
 * `data.js` of Mountpoint for Amazon S3's latency benchmark, as github-action-benchmark keeps it: JSON behind an
 * assignment, one entry a run of its CI. Every value is the mean of ten iterations through FUSE, so no row is a quantile
 * and none is of the layer `store`.
 */
import * as z from 'zod';
import type { Measurement } from '#core/evidence/dataset.ts';
import { secondOf } from './cell.ts';
import { ImportError, factsOf, headOf, refuseContradiction, rounded, textOf } from './importer.ts';
import type { ImportContext, Importer } from './importer.ts';
import { parseAs, parseJson } from './reading/json.ts';

const ASSIGNMENT = /^\s*window\.BENCHMARK_DATA\s*=\s*/;
const REPOSITORY = /"repoUrl":\s*"[^"]*\/mountpoint-s3"/;
const ITERATIONS = 10;
const YEAR_2100_MS = 4_102_444_800_000;

/** Other keys, such as authors and messages of commits, are left behind. */
const Run = z.object({
  commit: z.object({ id: z.string().regex(/^[0-9a-f]{40}$/, 'a commit is 40 hex digits') }),
  date: z.number().int().nonnegative().max(YEAR_2100_MS),
  tool: z.literal('customSmallerIsBetter'),
  benches: z.array(
    z.object({
      name: z.string(),
      value: z.number().positive(),
      unit: z.enum(['milliseconds', 'seconds']),
    }),
  ),
});
const BenchmarkData = z.object({ entries: z.record(z.string(), z.array(Run)) });
type Run = z.infer<typeof Run>;

const STORE_OF_SUITE = new Map([
  ['Latency Benchmark (S3 Standard)', 'aws/s3-standard'],
  ['Latency Benchmark (S3 Express One Zone)', 'aws/s3-express-one-zone'],
]);

type Measured = Pick<
  Measurement,
  'layer' | 'operation' | 'metric' | 'size_bytes' | 'temperature' | 'note' | 'concurrency' | 'loop'
>;
const alone = { temperature: null, size_bytes: null, concurrency: 1, loop: 'closed' } as const;
const READ = { ...alone, layer: 'filesystem', operation: 'GET', metric: 'first_byte' } as const;
const WRITE = { ...alone, operation: 'PUT', metric: 'total', size_bytes: 1 } as const;
const LIST = { ...alone, layer: 'filesystem', operation: 'LIST', metric: 'total' } as const;

const BENCHES = new Map<string, Measured>([
  [
    'One Byte File Creation - Average Total Latency',
    { ...WRITE, layer: 'end_to_end', note: 'creates and closes a file of one byte' },
  ],
  ['time_to_write_one_byte_file', { ...WRITE, layer: 'filesystem', note: 'writes a file of one byte' }],
  [
    'time_to_first_byte_read',
    {
      ...READ,
      temperature: 'mixed',
      note: 'first byte of a large file, part of it may have been fetched ahead',
    },
  ],
  ['time_to_first_byte_read_small_file', { ...READ, note: 'first byte of a small file' }],
]);

export const mountpointS3 = {
  id: 'mountpoint-s3',
  title: "data.js of Mountpoint for Amazon S3's latency benchmark",
  recognises(bytes) {
    const head = headOf(bytes);
    return (
      (ASSIGNMENT.test(head) && REPOSITORY.test(head)) ||
      '"window.BENCHMARK_DATA = {" and a repoUrl of mountpoint-s3'
    );
  },
  parse(bytes, context) {
    const { entries } = parseAssignment(textOf(bytes));
    const measurements = Object.entries(entries).flatMap(([suite, runs]) =>
      measurementsOf(suite, runs, context),
    );
    if (measurements.length === 0) throw new ImportError('entries: there are no runs');
    return {
      format: this.id,
      measurements,
      tool: 'latency_bench of Mountpoint for Amazon S3',
      method: { loop: 'closed', temperature: null, connections: 'not stated' },
      caveats: [
        'Every value is the mean of ten iterations of one run; no value here is a quantile of requests.',
        'Measured through a file system, which adds its own time and can fetch ahead.',
      ],
    };
  },
} satisfies Importer;

function measurementsOf(suite: string, runs: readonly Run[], context: ImportContext): Measurement[] {
  const where = `entries["${suite.slice(0, 80)}"]`;
  const known = STORE_OF_SUITE.get(suite);
  if (known !== undefined) refuseContradiction(where, 'store', known, context.store);
  const { store, region, from } = factsOf({ ...context, store: known ?? context.store }, [
    'store',
    'region',
    'from',
  ]);
  return runs.flatMap(({ commit, date, benches }, i) =>
    benches.map(({ name, value, unit }, j): Measurement => {
      const measured = measuredBy(name);
      if (!measured)
        throw new ImportError(`${where}[${i}].benches[${j}]: "${name.slice(0, 60)}" is no bench known here`);
      return {
        store,
        store_region: region,
        client_place: from,
        client_runtime: context.runtime ?? null,
        ...measured,
        statistic: 'mean',
        value: rounded(value),
        unit: unit === 'seconds' ? 's' : 'ms',
        relation: 'eq',
        value_low: null,
        value_high: null,
        samples: ITERATIONS,
        measured_at: secondOf(date),
        note: `${measured.note}; commit ${commit.id.slice(0, 7)}`,
      };
    }),
  );
}

function measuredBy(bench: string): Measured | undefined {
  const entries = /^readdir_(\d{1,9})$/.exec(bench)?.[1];
  return entries === undefined
    ? BENCHES.get(bench)
    : { ...LIST, note: `lists a folder of ${entries} entries` };
}

/** The value assigned, read as JSON: a file of someone else's is never run. */
function parseAssignment(text: string): z.infer<typeof BenchmarkData> {
  const start = ASSIGNMENT.exec(text)?.[0].length ?? 0;
  const body = text.slice(start).trimEnd();
  const json = body.endsWith(';') ? body.slice(0, -1) : body;
  return parseAs(BenchmarkData, parseJson(text, json, start));
}
