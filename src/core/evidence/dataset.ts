/** Datasets: a folder of measurements with its provenance (design §8). These schemas are the only readers of `datasets/`. */
import * as z from 'zod/mini';

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
/** `first_request`: a whole request that opens its connection first, and its session where the store has them. */
export const METRICS = [
  'total',
  'first_byte',
  'first_request',
  'throughput',
  'rate',
  'errors',
  'limit',
] as const;
const LAYERS = ['store', 'filesystem', 'gateway', 'end_to_end'] as const;
export const UNITS = ['ms', 's', 'bytes/s', '1/s', 'share', 'count'] as const;

export type Operation = (typeof OPERATIONS)[number];
export type Metric = (typeof METRICS)[number];

const optionalNumber = z.nullable(z.number());

/** One row of `measurements.csv`, long form; empty cells are null. */
export const Measurement = z.strictObject({
  store: z.string().check(z.minLength(1)),
  store_region: z.nullable(z.string()),
  client_place: z.nullable(z.string()),
  client_runtime: z.nullable(z.string()),
  layer: z.enum(LAYERS),
  operation: z.enum(OPERATIONS),
  metric: z.enum(METRICS),
  size_bytes: z.nullable(z.number().check(z.nonnegative())),
  concurrency: z.nullable(z.number().check(z.positive())),
  loop: z.nullable(z.enum(['closed', 'open'])),
  temperature: z.nullable(z.enum(['cold', 'warm', 'mixed'])),
  statistic: z
    .string()
    .check(
      z.regex(/^(min|mean|max|stddev|value|p\d{1,4})$/, 'min, mean, max, stddev, value or p50, p99, p999 …'),
    ),
  value: z.number(),
  unit: z.enum(UNITS),
  relation: z.enum(['eq', 'approx', 'lt', 'gt']),
  value_low: optionalNumber,
  value_high: optionalNumber,
  samples: z.nullable(z.int().check(z.positive())),
  measured_at: z.nullable(z.string()),
  note: z.nullable(z.string()),
});
export type Measurement = z.infer<typeof Measurement>;

export const MEASUREMENT_COLUMNS = Object.keys(Measurement.shape) as (keyof Measurement)[];

export const DatasetFile = z.strictObject({
  title: z.string().check(z.minLength(1)),
  source: z.strictObject({
    url: z.string().check(z.minLength(1)),
    date: z.nullable(z.string()),
    retrieved: z.string(),
  }),
  licence: z.string().check(z.minLength(1)),
  measuredBy: z.strictObject({
    name: z.string().check(z.minLength(1)),
    sells: z._default(z.array(z.string()), []),
  }),
  /** One tool in one setting. Measurements of two harnesses are never pooled. */
  harness: z.strictObject({
    id: z.string().check(z.minLength(1)),
    tool: z.string().check(z.minLength(1)),
    version: z.nullable(z.string()),
  }),
  client: z.strictObject({ place: z.nullable(z.string()), runtime: z.nullable(z.string()) }),
  method: z.strictObject({
    loop: z.nullable(z.enum(['closed', 'open'])),
    temperature: z.nullable(z.enum(['cold', 'warm', 'mixed'])),
    connections: z.nullable(z.string()),
    /** Of an open loop: whether times count from when a request was due, or from when it was sent. */
    timedFrom: z.optional(z.enum(['due', 'sending'])),
  }),
  caveats: z._default(z.array(z.string()), []),
  status: z.enum(['measured', 'vendor', 'claimed']),
  /** SHA-256 of each data file of the folder. */
  checksums: z.record(
    z.string(),
    z
      .string()
      .check(z.regex(/^[0-9a-f]{64}$/, 'a checksum is SHA-256, 64 hexadecimal digits in small letters')),
  ),
  supersedes: z.optional(z.string()),
});
export type DatasetFile = z.infer<typeof DatasetFile>;

export interface Dataset extends DatasetFile {
  /** Folder name. */
  id: string;
  /** SHA-256 over the folder's checksums: what a permalink pins. */
  hash: string;
  measurements: readonly Measurement[];
}
