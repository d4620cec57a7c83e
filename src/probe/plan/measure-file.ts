/** One thing to measure as a plan file says it, and the cells it makes. */
import * as z from 'zod/mini';
import { QUANTILES } from '#core/evidence/sample-statistics.ts';
import { said } from '#core/said.ts';
import { Bytes, Count, PerDay, Share } from '#core/scenario/quantity.ts';
import type { SchemaIssue } from '#core/issue.ts';
import { SECONDS_PER_DAY } from '#core/units.ts';
import { KEY_LAYOUTS, PROBE_OPERATIONS, makes, partsOf } from './cell.ts';
import type { Cell, Condition, Mix, ProbeOperation, SingleOperation } from './cell.ts';

const MOST_BYTES = 2 ** 30;
const MOST_REQUESTS = 10_000_000;
const MOST_PER_SECOND = 100_000;

/** A listing is of no size, and a range has one of its own. */
const MIXABLE = ['GET', 'PUT', 'HEAD', 'COPY', 'DELETE'] as const;
const LEAST_PART_BYTES = 5 * 2 ** 20;
const MOST_PARTS = 10_000;

const oneOrMore = <T extends z.core.$ZodType>(one: T) =>
  z.union([one, z.array(one).check(z.minLength(1), z.maxLength(50))]);
const Whole = (most: number) => z.int().check(z.minimum(1), z.maximum(most));
const PlanBytes = z.pipe(
  Bytes,
  z.number().check(z.maximum(MOST_BYTES, 'at most 1 GiB is sent as one object')),
);

const Until = z.strictObject({
  quantile: said('The quantile that decides.', z.enum(Object.keys(QUANTILES) as [keyof typeof QUANTILES])),
  width: said('Its 95 % interval, as a share of it.', z.pipe(Share, z.number().check(z.positive())), '5 %'),
  atLeast: said('Requests at least.', z._default(z.pipe(Count, Whole(MOST_REQUESTS)), 200)),
  atMost: said('Requests at most.', z.pipe(Count, Whole(MOST_REQUESTS)), 20_000),
});

export const Measure = z.strictObject({
  op: said('The operation, or several.', oneOrMore(z.enum(PROBE_OPERATIONS))),
  size: said('Size of the objects, or several.', z._default(oneOrMore(PlanBytes), 10 * 1024), '10 KiB'),
  range: said('Bytes of each read of a range.', z.optional(PlanBytes), '64 KiB'),
  mix: said(
    'MIXED: operations by weight.',
    z.optional(z.partialRecord(z.enum(MIXABLE), z.number().check(z.positive(), z.maximum(1e6)))),
    { GET: 9, PUT: 1 },
  ),
  parts: said(
    'PUT: in parts.',
    z.optional(
      z.strictObject({
        size: said('Size of a part.', PlanBytes, '5 MiB'),
        atOnce: said('Parts under way at once.', z._default(Whole(100), 4)),
      }),
    ),
  ),
  batch: said('DELETE: objects in one request.', z.optional(Whole(1000))),
  layout: said('How keys follow each other.', z._default(z.enum(KEY_LAYOUTS), 'sequential')),
  zipf: said(
    'Exponent by which popular objects are read more; absent: all alike.',
    z.optional(z.number().check(z.positive(), z.maximum(5))),
    0.99,
  ),
  cache: said('GET, or GET and PUT: through a cache of this size in the client.', z.optional(PlanBytes)),
  ifAbsent: said('PUT: only where there is no such object yet.', z.optional(z.boolean())),
  ifMatch: said('PUT: over an object, only while it is the one that was seen.', z.optional(z.boolean())),
  ifNoneMatch: said(
    'GET: only if the object changed, which it has not: the store answers 304, without a body.',
    z.optional(z.boolean()),
  ),
  requests: said('Number of requests.', z.optional(z.pipe(Count, Whole(MOST_REQUESTS))), 1000),
  until: said('Instead: until a quantile is known well enough.', z.optional(Until)),
  concurrency: said(
    'Closed loop: requests at a time, each waiting for its answer.',
    z.optional(oneOrMore(Whole(1024))),
  ),
  rate: said('Open loop: requests at a fixed rate.', z.optional(oneOrMore(PerDay)), '100/s'),
  warmup: said(
    'Requests before those that count.',
    z._default(z.int().check(z.minimum(0), z.maximum(100_000)), 20),
  ),
  objects: said('Different objects that are read.', z._default(Whole(1_000_000), 100)),
});

/** `path` of `one` in the file; what is wrong with it goes to `issues`. */
export function cellsOf(one: z.output<typeof Measure>, path: string, issues: SchemaIssue[]): Cell[] {
  const { range = null, warmup, objects, until } = one;
  const requests = one.requests ?? until?.atMost ?? 1;
  const rates = one.rate === undefined ? [] : many(one.rate).map((perDay) => perDay / SECONDS_PER_DAY);
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
        condition: conditionOf(operation, one),
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
  for (const [key, message] of faultsOf(one, rates, cells)) issues.push({ path: `${path}.${key}`, message });
  return cells;
}

/** Each with the key it is about. */
function* faultsOf(
  one: z.output<typeof Measure>,
  rates: readonly number[],
  cells: readonly Cell[],
): Generator<[key: string, message: string]> {
  const { range, requests, until, ifAbsent, ifMatch, ifNoneMatch, parts, cache } = one;
  const operations = many(one.op);
  const ranged = cells.filter(({ operation }) => operation === 'GET_RANGE');
  if (requests !== undefined && until)
    yield ['requests', 'and until say two things; leave out the one or the other'];
  if (requests === undefined && !until)
    yield [
      'requests',
      'is missing; say how many, or until when, such as { quantile: p99, width: 5%, atMost: 20000 }',
    ];
  if (requests === undefined && until && until.atLeast > until.atMost)
    yield ['until.atLeast', 'is more than atMost'];
  if (one.rate !== undefined && one.concurrency !== undefined)
    yield ['rate', 'is an open loop, which has no concurrency; leave out the one or the other'];
  if (rates.some((rate) => !(rate >= 0.001 && rate <= MOST_PER_SECOND)))
    yield ['rate', `is not between 0.001/s and ${MOST_PER_SECOND}/s`];
  if (ranged.length > 0 && range === undefined)
    yield ['range', 'is missing; say how much a GET_RANGE reads, such as 64 KiB'];
  for (const [key, operation] of OF_ONE_OPERATION)
    if (one[key] !== undefined && !operations.includes(operation)) yield [key, `is for ${operation} alone`];
  if (operations.includes('MIXED') && Object.keys(one.mix ?? {}).length < 2)
    yield ['mix', 'is missing; say what is mixed by weight, such as { GET: 9, PUT: 1 }'];
  if (ifAbsent && ifMatch)
    yield ['ifMatch', 'and ifAbsent contradict each other; leave out the one or the other'];
  else if (parts && (ifAbsent || ifMatch)) yield ['parts', 'go without a condition; measure the two apart'];
  if (cache !== undefined && ifNoneMatch) yield ['cache', 'answers without asking; leave out ifNoneMatch'];
  if (parts && parts.size < LEAST_PART_BYTES)
    yield ['parts.size', 'is below 5 MiB, which S3 takes only as the last part'];
  if (cells.some((cell) => partsOf(cell) > MOST_PARTS))
    yield ['parts.size', `makes more than ${MOST_PARTS} parts`];
  if (one.zipf !== undefined && !cells.some((cell) => makes(cell, 'GET', 'GET_RANGE', 'HEAD', 'COPY')))
    yield ['zipf', 'is about objects that are read, and none is'];
  if (cache !== undefined && cells.some(({ mix }) => mix.some((each) => !CACHED.has(each.operation))))
    yield ['cache', 'is for GET, or a MIXED of GET and PUT'];
  if (range !== undefined && ranged.length === 0) yield ['range', 'is for GET_RANGE alone'];
  if (range !== undefined && ranged.some(({ sizeBytes }) => range > sizeBytes || range === 0))
    yield ['range', 'is not within the size of the objects'];
}

function conditionOf(operation: ProbeOperation, one: z.output<typeof Measure>): Condition | null {
  if (operation === 'PUT' && one.ifAbsent) return 'if-absent';
  if (operation === 'PUT' && one.ifMatch) return 'if-match';
  return operation === 'GET' && one.ifNoneMatch ? 'if-none-match' : null;
}

const CACHED: ReadonlySet<SingleOperation> = new Set(['GET', 'PUT']);

/** Keys that say something of one operation alone. */
const OF_ONE_OPERATION = [
  ['ifAbsent', 'PUT'],
  ['ifMatch', 'PUT'],
  ['ifNoneMatch', 'GET'],
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
