/** Datasets: a folder of measurements with its provenance (design §8). These schemas are the only readers of `datasets/`. */
import * as z from 'zod';

export const OPERATIONS = [
  'GET',
  'GET_RANGE',
  'PUT',
  'PUT_PART',
  'HEAD',
  'LIST',
  'DELETE',
  'COPY',
  'MIXED',
] as const;
export const METRICS = ['total', 'first_byte', 'throughput', 'rate', 'errors', 'limit'] as const;
const LAYERS = ['store', 'filesystem', 'gateway', 'end_to_end'] as const;
export const UNITS = ['ms', 's', 'bytes/s', '1/s', 'share', 'count'] as const;

export type Operation = (typeof OPERATIONS)[number];
export type Metric = (typeof METRICS)[number];

const optionalNumber = z.number().nullable();

/** One row of `measurements.csv`, long form; empty cells are null. */
export const Measurement = z.strictObject({
  store: z.string().min(1),
  store_region: z.string().nullable(),
  client_place: z.string().nullable(),
  client_runtime: z.string().nullable(),
  layer: z.enum(LAYERS),
  operation: z.enum(OPERATIONS),
  metric: z.enum(METRICS),
  size_bytes: z.number().nonnegative().nullable(),
  concurrency: z.number().positive().nullable(),
  loop: z.enum(['closed', 'open']).nullable(),
  temperature: z.enum(['cold', 'warm', 'mixed']).nullable(),
  statistic: z
    .string()
    .regex(/^(min|mean|max|stddev|value|p\d{1,4})$/, 'min, mean, max, stddev, value or p50, p99, p999 …'),
  value: z.number(),
  unit: z.enum(UNITS),
  relation: z.enum(['eq', 'approx', 'lt', 'gt']),
  value_low: optionalNumber,
  value_high: optionalNumber,
  samples: z.number().int().positive().nullable(),
  measured_at: z.string().nullable(),
  note: z.string().nullable(),
});
export type Measurement = z.infer<typeof Measurement>;

export const MEASUREMENT_COLUMNS = Object.keys(Measurement.shape) as (keyof Measurement)[];

export const DatasetFile = z.strictObject({
  title: z.string().min(1),
  source: z.strictObject({ url: z.string().min(1), date: z.string().nullable(), retrieved: z.string() }),
  licence: z.string().min(1),
  measuredBy: z.strictObject({ name: z.string().min(1), sells: z.array(z.string()).default([]) }),
  /** One tool in one setting. Measurements of two harnesses are never pooled. */
  harness: z.strictObject({ id: z.string().min(1), tool: z.string().min(1), version: z.string().nullable() }),
  client: z.strictObject({ place: z.string().nullable(), runtime: z.string().nullable() }),
  method: z.strictObject({
    loop: z.enum(['closed', 'open']).nullable(),
    temperature: z.enum(['cold', 'warm', 'mixed']).nullable(),
    connections: z.string().nullable(),
    /** Of an open loop: whether times count from when a request was due, or from when it was sent. */
    timedFrom: z.enum(['due', 'sending']).optional(),
  }),
  caveats: z.array(z.string()).default([]),
  status: z.enum(['measured', 'vendor', 'claimed']),
  /** SHA-256 of each data file of the folder. */
  checksums: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
  supersedes: z.string().optional(),
});
export type DatasetFile = z.infer<typeof DatasetFile>;

export interface Dataset extends DatasetFile {
  /** Folder name. */
  id: string;
  /** SHA-256 over the folder's checksums: what a permalink pins. */
  hash: string;
  measurements: readonly Measurement[];
}
