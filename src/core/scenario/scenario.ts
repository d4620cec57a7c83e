/** The scenario: workload, requirements, candidate stores and pins (design §4). Authored text in, `Scenario` out. */
import * as z from 'zod/mini';
import { quantileOf } from '../evidence/statistic.ts';
import { ISO_DATE, ISO_DATE_WORDS, isDay, noSuchDay } from '../iso-date.ts';
import { AccountFile } from '../pricing/bills/account-file.ts';
import { DiscountsFile } from '../pricing/bills/discounts-file.ts';
import { CurrencyCode } from '../pricing/ids.ts';
import { SelfHostedFile } from '../pricing/self-hosted/file.ts';
import { filled, said } from '../said.ts';
import { MODEL } from './model.ts';
import { Objects } from './objects.ts';
import { CurrentText, Migration, Season, Timeline } from './over-time.ts';
import { Bytes, BytesPerSecond, Count, Days, Milliseconds, PerDayEstimate, Share } from './quantity.ts';
import { Readers } from './readers.ts';
import { Reads } from './reads.ts';
import { PlaceRef, placeRef, StoreRef, Through } from './refs.ts';
import { DEFAULT_EFFORT, Effort, Requirements } from './requirements.ts';

const text = (longest: number) => z.string().check(z.maxLength(longest));
const whole = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most));
const IsoDate = z.string().check(
  z.regex(ISO_DATE, ISO_DATE_WORDS),
  z.refine((day) => !ISO_DATE.test(day) || isDay(day), { error: (issue) => noSuchDay(issue.input) }),
  z.meta({ examples: ['2026-11-20'] }),
);

const Workload = z.strictObject({
  objects: said('Which objects there are.', Objects),
  writes: said(
    'How objects are written.',
    z._default(
      z.strictObject({
        partSize: said(
          'Parts of a multipart upload; absent: one PUT an object.',
          z.optional(Bytes),
          '16 MiB',
        ),
        through: said(
          'What their bytes go through, the first that leads to the store.',
          z.optional(Through),
          'nat-gateway',
        ),
      }),
      {},
    ),
  ),
  reads: said('How objects are read.', z._default(Reads, { rate: { value: 0 }, bytes: 'whole', fanOut: 1 })),
  operations: said(
    'Further requests, by the name of the S3 operation.',
    z._default(z.record(text(60), PerDayEstimate), {}),
    { ListObjectsV2: '10k/day' },
  ),
  readers: said('Who reads, and from where.', Readers, [{ at: 'internet/europe' }]),
  writer: filled(
    'the only reader',
    said(
      'Place where objects are written from.',
      placeRef('a scenario has one writer; write the place that writes most, such as aws/us-east-1'),
      'aws/us-east-1',
    ),
  ),
  peak: said(
    'Requests at the peak, as a multiple of the mean.',
    z._default(z.number().check(z.gte(1), z.lte(10_000)), 1),
  ),
  timeline: said('Rates from some months on.', z.optional(Timeline)),
  season: said('Factors by month of the year, January first.', z.optional(Season)),
});

const Job = z.strictObject({
  name: said('What it is called.', text(80), 'restore'),
  at: said('Place where it runs.', PlaceRef, 'aws/us-east-1'),
  read: said('Objects read in one run.', Count),
  size: said('Size of each.', Bytes),
  concurrency: said('Objects read at a time.', z._default(whole(1, 1_000_000), 1)),
  network: said("What the client's network carries.", z.optional(BytesPerSecond)),
  ranges: said('Parallel ranges that one object is read with.', z._default(whole(1, 1000), 1)),
  perMonth: said('Runs a month.', z._default(z.number().check(z.gte(0), z.lte(1e6)), 1)),
});

const Assumed = z.partialRecord(
  z.enum(['GET', 'PUT']),
  z.record(
    z.string().check(z.refine((name) => quantileOf(name) !== null, 'quantiles are written p50, p99, p999')),
    Milliseconds,
  ),
);

export const ScenarioFile = z.strictObject({
  stowage: filled('1', said('Version of this file format.', z.literal(1))),
  name: said('What the scenario is called.', z._default(text(200), 'Untitled')),
  asOf: filled('the day of the newest known prices', said('Prices of this day.', IsoDate)),
  knownOn: said('Leaves out price lists that were recorded later.', z.optional(IsoDate)),
  month: said(
    'How long a month is: calendar, or hours such as "730 h".',
    z._default(
      z.union([
        z.literal('calendar'),
        z.string().check(z.regex(/^(?!0+ )\d{1,4} h$/, 'calendar, or hours such as "730 h"')),
      ]),
      'calendar',
    ),
  ),
  horizon: said(
    'How far ahead bills are made, where objects are kept for ever (12 months).',
    z.optional(Days),
    '12 months',
  ),
  workload: said('What is stored, read and written.', Workload),
  jobs: said('Batch jobs whose duration matters.', z._default(z.array(Job).check(z.maxLength(50)), [])),
  requirements: said(
    'What a placement must meet.',
    z._default(Requirements, {
      sureness: 0.9,
      residency: 'any',
      owner: 'any',
      features: [],
      certifications: [],
      exclude: [],
    }),
  ),
  effort: said(
    'What each mechanism beyond one store must save a month; none: nothing.',
    z._default(Effort, DEFAULT_EFFORT),
  ),
  doubt: said(
    'A placement less sure than asked: recommended with its doubt priced, or not at all (none).',
    z._default(z.enum(['priced', 'none']), 'priced'),
  ),
  headroom: said(
    'Share kept free below limits that throttle or void a contract.',
    z._default(Share, 0.2),
    '20 %',
  ),
  router: said(
    'Who tells readers their store: the emitted routers, which are billed, your own code, or none: one bucket answers each.',
    z._default(z.enum(['worker', 'own', 'none']), 'worker'),
  ),
  stores: said(
    'Stores to choose from; all: those in reach. Without a region: the nearest to the writer within the residency.',
    z._default(z.union([z.literal('all'), z.array(StoreRef).check(z.minLength(1), z.maxLength(400))]), 'all'),
    ['aws/s3-standard', 'cloudflare/r2-standard@enam'],
  ),
  assume: said(
    'Latencies of your own, by store and operation.',
    z._default(z.record(StoreRef, Assumed), {}),
    { 'aws/s3-standard@us-east-1': { GET: { p50: '30 ms', p99: '120 ms' } } },
  ),
  discounts: said(
    'Negotiated: shares off (one, or one a tier), prices of your own, committed capacity.',
    z._default(DiscountsFile, {}),
    { aws: '12 %', 'aws/s3-standard:storage': '0.018 per GB-month' },
  ),
  selfHosted: said(
    'Stores on servers of your own, by name: minio is the store self-hosted/minio.',
    z._default(SelfHostedFile, {}),
  ),
  copies: said(
    'Stores that must hold a copy besides.',
    z._default(z.array(StoreRef).check(z.maxLength(20)), []),
  ),
  current: said(
    "Today's placement, from which a move is counted.",
    z._default(CurrentText, null),
    'aws/s3-standard@us-east-1',
  ),
  migration: said('How a move from it is made.', z.optional(Migration)),
  account: said('What an account uses already, by provider, place or store.', z._default(AccountFile, {}), {
    aws: { internetEgress: '40 TB' },
    'aws/us-east-1': { stored: '600 TiB' },
  }),
  currency: said(
    'Of every amount in the answer, at the rate in fx. Budget and effort are in dollars all the same.',
    z.optional(CurrencyCode),
    'EUR',
  ),
  fx: said(
    'Dollars for one unit of another currency.',
    z.optional(z.record(text(10), z.union([z.number().check(z.positive()), IsoDate]))),
    { EUR: 1.16 },
  ),
  datasets: said(
    'Measurements to use first, or "not ID" to leave one out; in a link, each with its content hash.',
    z.optional(z.union([z.record(text(120), text(64)), z.array(text(120)).check(z.maxLength(100))])),
    ['not prisma-2026'],
  ),
  model: said(
    'Version of the formulas; links made before say 1 or 2.',
    z._default(z.literal([1, 2, MODEL]), MODEL),
  ),
});

/** As authored: what YAML, JSON and permalinks carry. */
export type ScenarioText = z.input<typeof ScenarioFile>;
/** As computed with: every quantity in base units. */
export type Scenario = z.output<typeof ScenarioFile>;

/** Both: an answer repeats what was authored. */
export interface ReadScenario {
  text: ScenarioText;
  scenario: Scenario;
}
