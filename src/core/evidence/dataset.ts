/** Datasets: a folder of measurements with its provenance (design §8). These schemas are the only readers of `datasets/`. */
import { said } from '../said.ts';
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
export const NUMBER_COLUMNS: ReadonlySet<keyof Measurement> = new Set(
  MEASUREMENT_COLUMNS.filter((column) => Measurement.shape[column].safeParse(1).success),
);

export const DatasetFile = z.strictObject({
  title: said('What it is called.', z.string().check(z.minLength(1))),
  source: said(
    'Where it comes from.',
    z.strictObject({
      url: said('Address.', z.string().check(z.minLength(1))),
      date: said('Day of publication; null where not known.', z.nullable(z.string())),
      retrieved: said('Day it was fetched.', z.string()),
    }),
  ),
  licence: said('Licence of the data.', z.string().check(z.minLength(1))),
  measuredBy: said(
    'Who measured.',
    z.strictObject({
      name: z.string().check(z.minLength(1)),
      sells: said('Stores that they sell.', z._default(z.array(z.string()), [])),
    }),
  ),
  harness: said(
    'One tool in one setting. Measurements of two harnesses are never pooled.',
    z.strictObject({
      id: z.string().check(z.minLength(1)),
      tool: z.string().check(z.minLength(1)),
      version: z.nullable(z.string()),
    }),
  ),
  client: said(
    'Where the client ran, and on what; null where not known.',
    z.strictObject({ place: z.nullable(z.string()), runtime: z.nullable(z.string()) }),
  ),
  method: said(
    'How it was measured; null where not known.',
    z.strictObject({
      loop: z.nullable(z.enum(['closed', 'open'])),
      temperature: z.nullable(z.enum(['cold', 'warm', 'mixed'])),
      connections: z.nullable(z.string()),
      timedFrom: said(
        'Of an open loop: whether times count from when a request was due, or from when it was sent.',
        z.optional(z.enum(['due', 'sending'])),
      ),
    }),
  ),
  caveats: said('What to know before using it.', z._default(z.array(z.string()), [])),
  status: said(
    'measured; vendor: by who sells a store in it; claimed: not shown.',
    z.enum(['measured', 'vendor', 'claimed']),
  ),
  checksums: said(
    'SHA-256 of each data file of the folder.',
    z.record(
      z.string(),
      z
        .string()
        .check(z.regex(/^[0-9a-f]{64}$/, 'a checksum is SHA-256, 64 hexadecimal digits in small letters')),
    ),
  ),
  supersedes: said('Id of the dataset that it replaces.', z.optional(z.string())),
});
export type DatasetFile = z.infer<typeof DatasetFile>;

export interface Dataset extends DatasetFile {
  /** Folder name. */
  id: string;
  /** SHA-256 over the folder's checksums: what a permalink pins. */
  hash: string;
  measurements: readonly Measurement[];
}
