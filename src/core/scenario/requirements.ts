/** What a plan must meet, and what its mechanisms must earn, as authored. */
import * as z from 'zod/mini';
import { CERTIFICATIONS, FEATURE_NAMES } from '../pricing/traits/names.ts';
import { said } from '../said.ts';
import { LATENCY_STATISTICS } from './latency-statistics.ts';
import { Days, Milliseconds, Nines, Share, Sureness } from './quantity.ts';
import { PlaceRef } from './refs.ts';

/** Limits on the latency of reads or writes: of everyone's, or of the readers at one place. */
const LatencyLimits = z
  .strictObject({
    of: said('Of which requests.', z._default(z.enum(['read', 'write']), 'read')),
    metric: said('Whole request, or its first byte.', z._default(z.enum(['total', 'firstByte']), 'total')),
    at: said('Of the readers at this place alone.', z.optional(PlaceRef)),
    mean: said('Longest mean.', z.optional(Milliseconds)),
    p50: said('Longest median.', z.optional(Milliseconds)),
    p95: said('Longest p95.', z.optional(Milliseconds)),
    p99: said('Longest p99.', z.optional(Milliseconds)),
    p999: said('Longest p99.9.', z.optional(Milliseconds)),
  })
  .check(
    z.refine((limits) => LATENCY_STATISTICS.some((statistic) => limits[statistic] !== undefined), {
      error: 'say what may not be longer, such as p95: 200 ms; there are mean, p50, p95, p99 and p999',
    }),
    z.refine(({ of, metric, at }) => of === 'read' || (metric === 'total' && at === undefined), {
      error: 'a write is timed whole and from the one writer: leave out metric and at',
    }),
  );

const Country = z
  .string()
  .check(
    z.maxLength(40),
    z.regex(/^(any|[a-z]{2})$/i, 'write any, EU, or a country by its two letters, such as DE or US'),
  );

const RequirementsFile = z.strictObject({
  readP99: said('Longest p99 of a whole read.', z.optional(Milliseconds)),
  firstByteP99: said('Longest p99 of the first byte.', z.optional(Milliseconds), '200 ms'),
  latency: said('Further limits, all at once.', z.optional(z.array(LatencyLimits).check(z.maxLength(32))), [
    { at: 'internet/europe', p95: '200 ms' },
  ]),
  sureness: said('How sure latency limits must be met.', z._default(Sureness, 0.9), '90 %'),
  zones: said(
    'Zones that hold each object. Absent: a store of one zone may hold copies only.',
    z.optional(z.int().check(z.gte(1), z.lte(9))),
    3,
  ),
  durability: said('Least durability a year, as providers publish it.', z.optional(Nines)),
  availability: said('Least availability, as providers publish it.', z.optional(Nines), '99.9 %'),
  restoreWithin: said(
    'Longest restore of an archived object before a read. Absent: what is read is online.',
    z.optional(Days),
    '12 hours',
  ),
  residency: said('Where objects must be: any, EU, or a country such as DE.', z.optional(Country), 'EU'),
  jurisdiction: said('The older name of residency.', z.optional(Country), 'EU'),
  owner: said(
    'Where the company that owns each store must be: any, EU, or a country.',
    z._default(Country, 'any'),
  ),
  features: said(
    'What each store must have.',
    z._default(z.array(z.enum(FEATURE_NAMES)).check(z.maxLength(FEATURE_NAMES.length)), []),
    ['object-lock', 'conditional-put'],
  ),
  sla: said('Least SLA of each store.', z.optional(Nines), '99.9 %'),
  certifications: said(
    'What each store must be certified for.',
    z._default(z.array(z.enum(CERTIFICATIONS)).check(z.maxLength(CERTIFICATIONS.length)), []),
    ['HIPAA'],
  ),
  exclude: said(
    'Providers or stores that may not be used.',
    z._default(z.array(z.string().check(z.maxLength(120))).check(z.maxLength(200)), []),
    ['wasabi'],
  ),
  budget: said('Most that a month may cost, in dollars.', z.optional(z.number().check(z.gte(0))), 50_000),
});

/** A residency stands under its older name in files and links of before; there, `any` says nothing. */
export const Requirements = z.pipe(
  RequirementsFile.check(
    z.refine(
      ({ residency, jurisdiction = 'any' }) =>
        jurisdiction === 'any' || residency === undefined || residency === jurisdiction,
      { error: 'residency and jurisdiction are one thing and differ here; leave jurisdiction out' },
    ),
  ),
  z.transform(({ residency, jurisdiction, ...rest }) => ({
    ...rest,
    residency: residency ?? jurisdiction ?? 'any',
  })),
);

/** A share of the base, or so many dollars a month; the larger counts. */
interface Threshold {
  share: number;
  atLeast: number;
}

/** What a lifecycle rule, a further account, a router or a CDN of our choice must save a month. */
export type EffortTerms = Record<'rule' | 'account' | 'router' | 'cdn', Threshold>;

export const DEFAULT_EFFORT: EffortTerms = {
  rule: { share: 0.02, atLeast: 20 },
  account: { share: 0.1, atLeast: 200 },
  router: { share: 0.15, atLeast: 500 },
  cdn: { share: 0.05, atLeast: 100 },
};
const NOTHING = { share: 0, atLeast: 0 };

const thresholdOf = (usual: Threshold) =>
  z._default(
    z.strictObject({
      share: said('Share of the bill.', z._default(Share, usual.share), usual.share),
      atLeast: said(
        'Dollars a month; the larger counts.',
        z._default(z.number().check(z.gte(0), z.lte(1e9)), usual.atLeast),
      ),
    }),
    usual,
  );

export const Effort = z.union([
  z.pipe(
    z.literal('none'),
    z.transform((): EffortTerms => ({ rule: NOTHING, account: NOTHING, router: NOTHING, cdn: NOTHING })),
  ),
  z.strictObject({
    rule: said('A lifecycle rule.', thresholdOf(DEFAULT_EFFORT.rule)),
    account: said('A further account.', thresholdOf(DEFAULT_EFFORT.account)),
    router: said('A router.', thresholdOf(DEFAULT_EFFORT.router)),
    cdn: said('A CDN of our choice.', thresholdOf(DEFAULT_EFFORT.cdn)),
  }),
]);
