/** What is to be measured: the plan file of `stowage probe`, strictly understood. */
import * as z from 'zod';
import { issueLines } from '#core/issue.ts';
import type { SchemaIssue } from '#core/issue.ts';
import { QUANTILES } from '#core/evidence/sample-statistics.ts';
import { findPlace } from '#core/places.ts';
import { suggestPlaces } from '#core/places/suggest.ts';
import { StoreId } from '#core/pricing/ids.ts';
import { Bytes, Count, Milliseconds, PerDay, Share } from '#core/scenario/quantity.ts';
import { schemaIssues } from '#core/schema-issues.ts';
import { SECONDS_PER_DAY } from '#core/units.ts';
import { CLIENTS } from '#stores/clients.ts';
import type { ClientName } from '#stores/clients.ts';
import { STORE_APIS } from '#stores/store-api.ts';
import type { StoreApi } from '#stores/store-api.ts';
import { KEY_LAYOUTS, PROBE_OPERATIONS, makes, nameOf, partsOf } from './cell.ts';
import type { Cell, Mix, ProbeOperation, SingleOperation } from './cell.ts';
import { PRESETS, PRESET_NAMES } from './presets.ts';
import { roundsOf } from './repeat.ts';
import type { Repeat } from './repeat.ts';
import { ALONE, ownCount } from './shard.ts';
import type { Shard } from './shard.ts';

/** A plan file that was not understood, with every place that is wrong. */
export class ProbePlanError extends Error {
  constructor(issues: readonly SchemaIssue[]) {
    super(issueLines(issues).join('\n'));
    this.name = 'ProbePlanError';
  }
}

/** Said of a place that nobody knows. */
const UNKNOWN = 'unknown';
const MOST_BYTES = 2 ** 30;
const MOST_REQUESTS = 10_000_000;
const MOST_CELLS = 1000;
const MOST_ROUNDS = 1000;
const MOST_PER_SECOND = 100_000;

/** A listing is of no size, and a range has one of its own. */
const MIXABLE = ['GET', 'PUT', 'HEAD', 'COPY', 'DELETE'] as const;
const LEAST_PART_BYTES = 5 * 2 ** 20;
const MOST_PARTS = 10_000;

const oneOrMore = <T extends z.core.$ZodType>(one: T) => z.union([one, z.array(one).min(1).max(50)]);
const Whole = (most: number) => z.int().min(1).max(most);
const PlanBytes = z.pipe(Bytes, z.number().max(MOST_BYTES, 'at most 1 GiB is sent as one object'));

const Target = z.strictObject({
  /** `aws/s3-standard@us-east-1` */
  store: z.string().max(200),
  bucket: z.string().min(3).max(255).optional(),
  endpoint: z.string().max(500).optional(),
  pathStyle: z.boolean().optional(),
  profile: z.string().max(200).optional(),
  /** `s3` for Google's buckets with HMAC keys, or for a gateway before Azure. */
  api: z.enum(STORE_APIS).optional(),
  /** A server of one's own: nothing is billed. */
  unpriced: z.boolean().default(false),
});

/** Instead of a number: until the 95 % interval of a quantile spans no more than such a share of it. */
const Until = z.strictObject({
  quantile: z.enum(Object.keys(QUANTILES) as [keyof typeof QUANTILES]),
  width: z.pipe(Share, z.number().positive()),
  atLeast: z._default(z.pipe(Count, Whole(MOST_REQUESTS)), 200),
  atMost: z.pipe(Count, Whole(MOST_REQUESTS)),
});

const Measure = z.strictObject({
  op: oneOrMore(z.enum(PROBE_OPERATIONS)),
  size: oneOrMore(PlanBytes).default(10 * 1024),
  /** Bytes of each read of a range. */
  range: z.optional(PlanBytes),
  /** MIXED: `{ GET: 9, PUT: 1 }`, by weight. */
  mix: z.partialRecord(z.enum(MIXABLE), z.number().positive().max(1e6)).optional(),
  /** PUT: in parts of such a size, so many on their way at once. */
  parts: z.strictObject({ size: PlanBytes, atOnce: Whole(100).default(4) }).optional(),
  /** DELETE: so many objects in one request. */
  batch: Whole(1000).optional(),
  /** How keys follow each other. */
  layout: z.enum(KEY_LAYOUTS).default('sequential'),
  /** Exponent by which popular objects are read more, such as 0.99; without it all are read alike. */
  zipf: z.number().positive().max(5).optional(),
  /** GET, or a mix of GET and PUT: through a cache of such a size in the client. */
  cache: PlanBytes.optional(),
  /** PUT: only where there is no such object yet. */
  ifAbsent: z.boolean().optional(),
  /** Or `until`. */
  requests: z.optional(z.pipe(Count, Whole(MOST_REQUESTS))),
  until: Until.optional(),
  /** Closed loop: so many at a time, each waiting for its answer. */
  concurrency: z.optional(oneOrMore(Whole(1024))),
  /** Open loop: so many a second, such as 100/s, whatever becomes of the earlier ones. */
  rate: z.optional(oneOrMore(PerDay)),
  /** Requests before those that count. */
  warmup: z.int().min(0).max(100_000).default(20),
  /** Different objects that are read. */
  objects: Whole(1_000_000).default(100),
});

/** The whole plan again and again, such as every hour for a day. */
const Repeated = z.strictObject({
  every: z.pipe(Milliseconds, z.number().min(1000, 'at least a second lies between two rounds')),
  for: Milliseconds,
});

const PlanFile = z.strictObject({
  probe: z.literal(1),
  title: z.string().min(1).max(300).optional(),
  /** Place of this machine. */
  from: z.string().max(120),
  /** What it runs on, such as `EC2 c7gn.large`. */
  runtime: z.string().min(1).max(200).nullable().default(null),
  measuredBy: z.string().min(1).max(200).default('whoever ran stowage probe'),
  licence: z.string().min(1).max(200).default('not stated'),
  harness: z.string().min(1).max(200).optional(),
  targets: z.array(Target).min(1).max(50),
  /** What to measure; or `preset`, the method of a published benchmark. */
  measure: z.array(Measure).min(1).max(200).optional(),
  preset: z.enum(PRESET_NAMES).optional(),
  /** Every key begins with it. */
  prefix: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/, 'a prefix is letters, digits, dots and hyphens')
    .default('stowage-probe'),
  /** What requests go out by: our own sockets, undici, or the vendor's own client. */
  client: z.enum(CLIENTS).default('wire'),
  repeat: Repeated.optional(),
  timeout: z._default(Milliseconds, 60_000),
  /** Dollars. */
  maxCost: z.number().nonnegative().default(10),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31)
    .default(1),
});
export type PlanFileText = z.input<typeof PlanFile>;

export interface ProbeTarget {
  /** `aws/s3-standard` */
  store: string;
  /** As it stands after `@`; null without one. */
  region: string | null;
  bucket: string | null;
  endpoint?: string | undefined;
  pathStyle?: boolean | undefined;
  profile?: string | undefined;
  api?: StoreApi | undefined;
  unpriced: boolean;
}

export interface ProbePlan {
  title: string | null;
  /** Null: nobody knows. */
  from: string | null;
  runtime: string | null;
  measuredBy: string;
  licence: string;
  harness: string | null;
  targets: readonly ProbeTarget[];
  cells: readonly Cell[];
  /** Null: once. */
  repeat: Repeat | null;
  prefix: string;
  client: ClientName;
  timeoutMs: number;
  maxCost: number;
  seed: number;
}

/** Throws `ProbePlanError`. `value` is plain data, as YAML gives it. */
export function parseProbePlan(value: unknown): ProbePlan {
  const parsed = PlanFile.safeParse(value);
  if (!parsed.success) throw new ProbePlanError(schemaIssues(parsed.error, PlanFile, value));
  const file = parsed.data;
  const issues: SchemaIssue[] = [];
  const targets = file.targets.map((one, i) => targetOf(one, `targets[${i}]`, issues));
  if ((file.measure === undefined) === (file.preset === undefined))
    throw new ProbePlanError([
      {
        path: 'measure',
        message:
          file.preset === undefined
            ? `is missing; say what to measure, or name a preset: ${PRESET_NAMES.join(', ')}`
            : 'and preset say two things; leave out the one or the other',
      },
    ]);
  const measure =
    file.measure ?? PRESETS[file.preset ?? 'prisma-latency'].measure.map((one) => Measure.parse(one));
  const cells = measure.flatMap((one, i) => cellsOf(one, `measure[${i}]`, issues));
  if (cells.length > MOST_CELLS)
    issues.push({
      path: 'measure',
      message: `makes ${cells.length} cells, and at most ${MOST_CELLS} are measured`,
    });
  const names = cells.map(nameOf);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined)
    issues.push({ path: 'measure', message: `asks for ${twice} twice; measure each thing once` });
  const place = placeIssue(file.from);
  if (place) issues.push(place);
  const repeat = file.repeat ? { everyMs: file.repeat.every, forMs: file.repeat.for } : null;
  if (repeat && repeat.forMs < repeat.everyMs)
    issues.push({ path: 'repeat.for', message: 'is shorter than one round' });
  if (repeat && roundsOf(repeat) > MOST_ROUNDS)
    issues.push({
      path: 'repeat',
      message: `makes ${roundsOf(repeat)} rounds, and at most ${MOST_ROUNDS} are made`,
    });
  if (issues.length > 0) throw new ProbePlanError(issues);
  return {
    title: file.title ?? (file.preset === undefined ? null : PRESETS[file.preset].title),
    from: file.from === UNKNOWN ? null : file.from,
    runtime: file.runtime,
    measuredBy: file.measuredBy,
    licence: file.licence,
    harness: file.harness ?? null,
    targets,
    cells,
    repeat,
    prefix: file.prefix,
    client: file.client,
    timeoutMs: file.timeout,
    maxCost: file.maxCost,
    seed: file.seed,
  };
}

function targetOf(
  { store: ref, ...rest }: z.output<typeof Target>,
  path: string,
  issues: SchemaIssue[],
): ProbeTarget {
  const [store = '', region = null] = ref.split('@');
  if (!StoreId.safeParse(store).success)
    issues.push({
      path: `${path}.store`,
      message: `"${ref}" is not a store; write it like aws/s3-standard@us-east-1`,
    });
  return { ...rest, store, region, bucket: rest.bucket ?? null };
}

function cellsOf(one: z.output<typeof Measure>, path: string, issues: SchemaIssue[]): Cell[] {
  const { range = null, warmup, objects, until } = one;
  const requests = one.requests ?? until?.atMost ?? 1;
  issues.push(...howManyIssues(one, path));
  if (one.rate !== undefined && one.concurrency !== undefined)
    issues.push({
      path: `${path}.rate`,
      message: 'is an open loop, which has no concurrency; leave out the one or the other',
    });
  const rates = one.rate === undefined ? [] : many(one.rate).map((perDay) => perDay / SECONDS_PER_DAY);
  if (rates.some((rate) => !(rate >= 0.001 && rate <= MOST_PER_SECOND)))
    issues.push({ path: `${path}.rate`, message: `is not between 0.001/s and ${MOST_PER_SECOND}/s` });
  const loops =
    one.rate === undefined
      ? many(one.concurrency ?? 1).map((concurrency) => ({ concurrency, perSecond: null }))
      : rates.map((perSecond) => ({ concurrency: null, perSecond }));
  const cells = many(one.op).flatMap((operation) =>
    many(one.size).flatMap((sizeBytes) =>
      loops.map((loop): Cell => ({
        operation,
        mix: operation === 'MIXED' ? sharesOf(one.mix ?? {}) : [{ operation, share: 1 }],
        sizeBytes,
        rangeBytes: operation === 'GET_RANGE' ? range : null,
        ifAbsent: operation === 'PUT' && one.ifAbsent === true,
        parts:
          operation === 'PUT' && one.parts ? { sizeBytes: one.parts.size, atOnce: one.parts.atOnce } : null,
        batch: operation === 'DELETE' ? (one.batch ?? 1) : 1,
        layout: one.layout,
        zipf: one.zipf ?? null,
        cacheBytes: one.cache ?? null,
        ...loop,
        requests,
        until: until ? { quantile: until.quantile, width: until.width, atLeast: until.atLeast } : null,
        warmup,
        objects,
      })),
    ),
  );
  const ranged = cells.filter(({ operation }) => operation === 'GET_RANGE');
  if (ranged.length > 0 && range === null)
    issues.push({
      path: `${path}.range`,
      message: 'is missing; say how much a GET_RANGE reads, such as 64 KiB',
    });
  const operations = many(one.op);
  for (const [key, operation] of OF_ONE_OPERATION)
    if (one[key] !== undefined && !operations.includes(operation))
      issues.push({ path: `${path}.${key}`, message: `is for ${operation} alone` });
  if (operations.includes('MIXED') && Object.keys(one.mix ?? {}).length < 2)
    issues.push({
      path: `${path}.mix`,
      message: 'is missing; say what is mixed by weight, such as { GET: 9, PUT: 1 }',
    });
  if (one.parts && one.parts.size < LEAST_PART_BYTES)
    issues.push({
      path: `${path}.parts.size`,
      message: 'is below 5 MiB, which S3 takes only as the last part',
    });
  if (cells.some((cell) => partsOf(cell) > MOST_PARTS))
    issues.push({ path: `${path}.parts.size`, message: `makes more than ${MOST_PARTS} parts` });
  if (one.zipf !== undefined && !cells.some((cell) => makes(cell, 'GET', 'GET_RANGE', 'HEAD', 'COPY')))
    issues.push({ path: `${path}.zipf`, message: 'is about objects that are read, and none is' });
  if (one.cache !== undefined && cells.some(({ mix }) => mix.some((each) => !CACHED.has(each.operation))))
    issues.push({ path: `${path}.cache`, message: 'is for GET, or a MIXED of GET and PUT' });
  if (range !== null && ranged.length === 0)
    issues.push({ path: `${path}.range`, message: 'is for GET_RANGE alone' });
  if (range !== null && ranged.some(({ sizeBytes }) => range > sizeBytes || range === 0))
    issues.push({ path: `${path}.range`, message: 'is not within the size of the objects' });
  return cells;
}

function howManyIssues({ requests, until, op }: z.output<typeof Measure>, path: string): SchemaIssue[] {
  if ((requests === undefined) === (until === undefined))
    return [
      {
        path: `${path}.requests`,
        message: until
          ? 'and until say two things; leave out the one or the other'
          : 'is missing; say how many, or until when, such as { quantile: p99, width: 5%, atMost: 20000 }',
      },
    ];
  if (until && until.atLeast > until.atMost)
    return [{ path: `${path}.until.atLeast`, message: 'is more than atMost' }];
  if (until && many(op).includes('MIXED'))
    return [{ path: `${path}.until`, message: 'is about one operation, and MIXED is several' }];
  return [];
}

const CACHED: ReadonlySet<SingleOperation> = new Set(['GET', 'PUT']);

/** Keys that say something of one operation alone. */
const OF_ONE_OPERATION = [
  ['ifAbsent', 'PUT'],
  ['parts', 'PUT'],
  ['batch', 'DELETE'],
  ['mix', 'MIXED'],
] as const satisfies readonly (readonly [string, ProbeOperation])[];

function sharesOf(weights: Partial<Record<SingleOperation, number>>): Mix[] {
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  return MIXABLE.flatMap((operation) => {
    const weight = weights[operation];
    return weight === undefined ? [] : [{ operation, share: weight / total }];
  });
}

const many = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

function placeIssue(from: string): SchemaIssue | null {
  if (from === UNKNOWN || findPlace(from)) return null;
  const like = suggestPlaces(from);
  const advice = like.length > 0 ? `did you mean ${like.join(' or ')}?` : 'write it like aws/us-east-1';
  return {
    path: 'from',
    message: `no place is called "${from}"; ${advice} Where nobody knows, say ${UNKNOWN}`,
  };
}

/** Warming up included, on all targets together. */
export function plannedRequests({ targets, cells }: ProbePlan, shard: Shard = ALONE): number {
  return targets.length * cells.reduce((sum, one) => sum + ownCount(shard, one.requests + one.warmup), 0);
}
