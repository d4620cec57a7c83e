/** What is to be measured: the plan file of `stowage probe`, strictly understood. */
import * as z from 'zod/mini';
import { IssuesError, type SchemaIssue } from '#core/issue.ts';
import { findPlace } from '#core/places.ts';
import { placeAdvice } from '#core/places/suggest.ts';
import { RatesFile } from '#core/pricing/bills/usage-file.ts';
import type { ExchangeRates } from '#core/pricing/currency.ts';
import { StoreId } from '#core/pricing/ids.ts';
import { said } from '#core/said.ts';
import { Milliseconds } from '#core/scenario/quantity.ts';
import { schemaIssues } from '#core/schema-issues.ts';
import { splitRef } from '#core/store-ref.ts';
import { CLIENTS } from '#stores/clients.ts';
import { MOST_GOOGLE_PARTS } from '#stores/google/parts.ts';
import { STORE_APIS, apiOf } from '#stores/store-api.ts';
import { nameOf, partsOf, type Cell } from './cell.ts';
import { Measure, cellsOf } from './measure-file.ts';
import { PRESETS, PRESET_NAMES } from './presets.ts';
import { ALONE, ownCount, type Shard } from './shard.ts';

/** A plan file that was not understood, with every place that is wrong. */
export class ProbePlanError extends IssuesError {
  override name = 'ProbePlanError';
}

/** Said of a place that nobody knows. */
const UNKNOWN = 'unknown';
const MOST_CELLS = 1000;
const MOST_ROUNDS = 1000;
const MOST_WORKERS = 64;

export const Target = z.strictObject({
  store: said('The store to measure.', z.string().check(z.maxLength(200)), 'aws/s3-standard@us-east-1'),
  bucket: said(
    'A bucket of yours. Absent: the probe makes one and removes it.',
    z.optional(z.string().check(z.minLength(3), z.maxLength(255))),
  ),
  endpoint: said(
    'Its address, where the provider alone does not say it.',
    z.optional(z.string().check(z.maxLength(500))),
  ),
  pathStyle: said('true: the bucket in the path, not in the host name.', z.optional(z.boolean())),
  profile: said('Keys of this profile.', z.optional(z.string().check(z.maxLength(200)))),
  api: said(
    "s3 for Google's buckets with HMAC keys, or for a gateway before Azure.",
    z.optional(z.enum(STORE_APIS)),
  ),
  unpriced: said('true: a server of your own, where nothing is billed.', z._default(z.boolean(), false)),
});

const Repeated = z.strictObject({
  every: said(
    'Time between two rounds.',
    z.pipe(Milliseconds, z.number().check(z.minimum(1000, 'at least a second lies between two rounds'))),
    '1h',
  ),
  for: said('How long it goes on.', Milliseconds, '24h'),
});

export const PlanFile = z.strictObject({
  probe: said('Version of this file format.', z.literal(1)),
  title: said('Title of the dataset.', z.optional(z.string().check(z.minLength(1), z.maxLength(300)))),
  from: said(
    'Place of this machine; unknown where nobody knows.',
    z.string().check(z.maxLength(120)),
    'aws/us-east-1',
  ),
  runtime: said(
    'What it runs on.',
    z._default(z.nullable(z.string().check(z.minLength(1), z.maxLength(200))), null),
    'EC2 c7gn.large',
  ),
  measuredBy: said(
    'Who measures.',
    z._default(z.string().check(z.minLength(1), z.maxLength(200)), 'whoever ran stowage probe'),
  ),
  licence: said(
    'Licence of the dataset.',
    z._default(z.string().check(z.minLength(1), z.maxLength(200)), 'not stated'),
  ),
  harness: said(
    'Tool and setting, shared by datasets that may be compared.',
    z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  ),
  targets: said('Stores to measure.', z.array(Target).check(z.minLength(1), z.maxLength(50))),
  measure: said('What to measure.', z.optional(z.array(Measure).check(z.minLength(1), z.maxLength(200)))),
  preset: said('Instead: the method of a published benchmark.', z.optional(z.enum(PRESET_NAMES))),
  prefix: said(
    'Every key begins with it.',
    z._default(
      z
        .string()
        .check(
          z.maxLength(200),
          z.regex(/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/, 'a prefix is letters, digits, dots and hyphens'),
        ),
      'stowage-probe',
    ),
  ),
  client: said("HTTP client: our own sockets, undici, or AWS's own.", z._default(z.enum(CLIENTS), 'wire')),
  workers: said(
    'Threads for parallel requests; auto: more where one is not enough.',
    z._default(z.union([z.literal('auto'), z.int().check(z.minimum(1), z.maximum(MOST_WORKERS))]), 'auto'),
  ),
  repeat: said('The whole plan again and again.', z.optional(Repeated)),
  timeout: said('Longest wait for an answer.', z._default(Milliseconds, 60_000)),
  fx: RatesFile,
  maxCost: said(
    'Most it may cost, in dollars or in the one currency of the stores.',
    z._default(z.number().check(z.nonnegative()), 10),
  ),
  seed: said('Seed of everything random.', z._default(z.int().check(z.minimum(0), z.maximum(2 ** 31)), 1)),
});
export type PlanFileText = z.input<typeof PlanFile>;

/** Its store is `aws/s3-standard`. */
export interface ProbeTarget extends Omit<z.output<typeof Target>, 'bucket'> {
  /** As it stands after `@`; null without one. */
  region: string | null;
  bucket: string | null;
}

/** How often a plan is run. */
export interface Repeat {
  everyMs: number;
  forMs: number;
}

/** `--every 1h --for 24h` is 24 rounds. */
export const roundsOf = ({ everyMs, forMs }: Repeat): number => Math.max(1, Math.floor(forMs / everyMs));

type PlanFileRead = z.output<typeof PlanFile>;

export interface ProbePlan extends Pick<
  PlanFileRead,
  'runtime' | 'measuredBy' | 'licence' | 'prefix' | 'client' | 'workers' | 'maxCost' | 'seed'
> {
  title: string | null;
  /** Null: nobody knows. */
  from: string | null;
  harness: string | null;
  targets: readonly ProbeTarget[];
  cells: readonly Cell[];
  /** Null: once. */
  repeat: Repeat | null;
  timeoutMs: number;
  fx: ExchangeRates | null;
}

/** Throws `ProbePlanError`. `value` is plain data, as YAML gives it. */
export function parseProbePlan(value: unknown): ProbePlan {
  const parsed = PlanFile.safeParse(value);
  if (!parsed.success) throw new ProbePlanError(schemaIssues(parsed.error, PlanFile, value));
  const file = parsed.data;
  const issues: SchemaIssue[] = [];
  const targets = file.targets.map((one, i) => targetOf(one, `targets[${i}]`, issues));
  const preset = file.preset === undefined ? null : PRESETS[file.preset];
  const measure = file.measure ?? preset?.measure.map((one) => Measure.parse(one));
  if (!measure || (file.measure && preset))
    throw new ProbePlanError([
      {
        path: 'measure',
        message: measure
          ? 'and preset say two things; leave out the one or the other'
          : `is missing; say what to measure, or name a preset: ${PRESET_NAMES.join(', ')}`,
      },
    ]);
  const cells = measure.flatMap((one, i) => cellsOf(one, `measure[${i}]`, issues));
  const repeat = file.repeat ? { everyMs: file.repeat.every, forMs: file.repeat.for } : null;
  for (const [path, message] of faultsOf(file, targets, cells, repeat)) issues.push({ path, message });
  if (issues.length > 0) throw new ProbePlanError(issues);
  const { runtime, measuredBy, licence, prefix, client, workers, maxCost, seed } = file;
  return {
    title: file.title ?? preset?.title ?? null,
    from: file.from === UNKNOWN ? null : file.from,
    runtime,
    measuredBy,
    licence,
    harness: file.harness ?? null,
    targets,
    cells,
    repeat,
    prefix,
    client,
    workers,
    timeoutMs: file.timeout,
    fx: file.fx ?? null,
    maxCost,
    seed,
  };
}

/** Each with its place in the file. */
function* faultsOf(
  { client, from }: PlanFileRead,
  targets: readonly ProbeTarget[],
  cells: readonly Cell[],
  repeat: Repeat | null,
): Generator<[path: string, message: string]> {
  if (cells.length > MOST_CELLS)
    yield ['measure', `makes ${cells.length} cells, and at most ${MOST_CELLS} are measured`];
  if (targets.some(({ store, api = apiOf(store) }) => api === 'google'))
    for (const cell of cells.filter((one) => partsOf(one) > MOST_GOOGLE_PARTS))
      yield [
        'measure',
        `${nameOf(cell)} has ${partsOf(cell)} parts, and Google joins at most ${MOST_GOOGLE_PARTS}; make each part larger`,
      ];
  const notS3 = targets.find(({ store, api = apiOf(store) }) => api !== 's3');
  if (client === 'sdk' && notS3)
    yield ['client', `sdk is AWS's own client, which does not speak to ${notS3.store}; leave it at wire`];
  const names = cells.map(nameOf);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) yield ['measure', `asks for ${twice} twice; measure each thing once`];
  if (from !== UNKNOWN && !findPlace(from))
    yield [
      'from',
      `no place is called "${from}" (where nobody knows it, say ${UNKNOWN}); ${placeAdvice(from)}`,
    ];
  if (repeat && repeat.forMs < repeat.everyMs) yield ['repeat.for', 'is shorter than one round'];
  if (repeat && roundsOf(repeat) > MOST_ROUNDS)
    yield ['repeat', `makes ${roundsOf(repeat)} rounds, and at most ${MOST_ROUNDS} are made`];
}

function targetOf(
  { store: ref, ...rest }: z.output<typeof Target>,
  path: string,
  issues: SchemaIssue[],
): ProbeTarget {
  const { store, region = null } = splitRef(ref);
  if (!StoreId.safeParse(store).success || (region !== null && !/^[\w.-]{1,100}$/.test(region)))
    issues.push({
      path: `${path}.store`,
      message: `"${ref}" is not a store; write it like aws/s3-standard@us-east-1`,
    });
  return { ...rest, store, region, bucket: rest.bucket ?? null };
}

/** Warming up included, on all targets together. */
export function plannedRequests({ targets, cells }: ProbePlan, shard: Shard = ALONE): number {
  return targets.length * cells.reduce((sum, one) => sum + ownCount(shard, one.requests + one.warmup), 0);
}
