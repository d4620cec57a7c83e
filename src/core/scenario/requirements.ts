/** What a plan must meet, and what its mechanisms must earn, as authored. */
import * as z from 'zod/mini';
import { LATENCY_STATISTICS } from './latency-statistics.ts';
import { Milliseconds, Nines, Share, Sureness } from './quantity.ts';
import { PlaceRef } from './refs.ts';

/** Limits on the latency of reads or writes: of everyone's, or of the readers at one place. */
const LatencyLimits = z
  .strictObject({
    of: z._default(z.enum(['read', 'write']), 'read'),
    metric: z._default(z.enum(['total', 'firstByte']), 'total'),
    at: z.optional(PlaceRef),
    mean: z.optional(Milliseconds),
    p50: z.optional(Milliseconds),
    p95: z.optional(Milliseconds),
    p99: z.optional(Milliseconds),
    p999: z.optional(Milliseconds),
  })
  .check(
    z.refine((limits) => LATENCY_STATISTICS.some((statistic) => limits[statistic] !== undefined), {
      error: 'say what may not be longer, such as p95: 200 ms; there are mean, p50, p95, p99 and p999',
    }),
    z.refine(({ of, metric, at }) => of === 'read' || (metric === 'total' && at === undefined), {
      error: 'a write is timed whole and from the one writer: leave out metric and at',
    }),
  );

export const Requirements = z.strictObject({
  readP99: z.optional(Milliseconds),
  firstByteP99: z.optional(Milliseconds),
  /** More of them, all at once. */
  latency: z.optional(z.array(LatencyLimits).check(z.maxLength(32))),
  /** How sure the latency requirements must be met, by the evidence. */
  sureness: z._default(Sureness, 0.9),
  /** Unstated: a store of one zone may hold copies, and nothing alone. */
  zones: z.optional(z.int().check(z.gte(1), z.lte(9))),
  /** The least share of objects that is not lost in a year, as providers publish it. */
  durability: z.optional(Nines),
  /** The least share of time in which objects answer, as providers publish it. */
  availability: z.optional(Nines),
  jurisdiction: z._default(
    z
      .string()
      .check(
        z.maxLength(40),
        z.regex(/^(any|[a-z]{2})$/i, 'write any, EU, or a country by its two letters, such as DE or US'),
      ),
    'any',
  ),
  /** Providers or stores that may not be used. */
  exclude: z._default(z.array(z.string().check(z.maxLength(120))).check(z.maxLength(200)), []),
  budget: z.optional(z.number().check(z.gte(0))),
});

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
      share: z._default(Share, usual.share),
      atLeast: z._default(z.number().check(z.gte(0), z.lte(1e9)), usual.atLeast),
    }),
    usual,
  );

export const Effort = z.union([
  z.pipe(
    z.literal('none'),
    z.transform((): EffortTerms => ({ rule: NOTHING, account: NOTHING, router: NOTHING, cdn: NOTHING })),
  ),
  z.strictObject({
    rule: thresholdOf(DEFAULT_EFFORT.rule),
    account: thresholdOf(DEFAULT_EFFORT.account),
    router: thresholdOf(DEFAULT_EFFORT.router),
    cdn: thresholdOf(DEFAULT_EFFORT.cdn),
  }),
]);
