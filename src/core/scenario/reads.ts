/** How objects are read, as authored. */
import * as z from 'zod/mini';
import { quantileOf } from '../evidence/statistic.ts';
import { said } from '../said.ts';
import { parseDays, parseMs } from '../units.ts';
import { Bytes, Milliseconds, PerDayEstimate, QUANTITIES, Share } from './quantity.ts';
import { Rereads } from './rereads.ts';

/** Below one half: where more fails, no number of requests makes a service. */
const FailingShare = Share.check(z.refine((share) => share < 0.5, 'write a share of errors below 50 %'));

const ReadsByAge = z.pipe(
  z.record(z.string().check(z.maxLength(40)), Share),
  z.transform((points: Record<string, number>, context) => {
    const parsed: { ageDays: number; share: number }[] = [];
    for (const [age, share] of Object.entries(points)) {
      try {
        parsed.push({ ageDays: parseDays(age), share });
      } catch {
        context.issues.push({ code: 'custom', message: `"${age}" is not an age; try "7 days"`, input: age });
      }
    }
    parsed.sort((a, b) => a.ageDays - b.ageDays);
    // Nothing is read before it is there.
    let before = { ageDays: 0, share: 0 };
    for (const point of parsed) {
      const { ageDays, share } = point;
      if (share < before.share || (share > 0 && ageDays <= before.ageDays))
        context.issues.push({
          code: 'custom',
          message: `cumulative shares must not fall, and each age above 0 stands once: ${share} by ${ageDays} days follows ${before.share} by ${before.ageDays} days`,
          input: points,
        });
      before = point;
    }
    return parsed;
  }),
);

/** When a second request is sent: after a time, or after the quantile of the read's own latency. */
const HedgeDelay = z
  .pipe(
    z.union([z.string().check(z.maxLength(40)), z.number()]),
    z.transform((text: string | number, context): { ms: number } | { p: number } => {
      const p = typeof text === 'string' ? quantileOf(text) : null;
      if (p !== null) return { p };
      const read = Milliseconds.safeParse(text);
      if (read.success) return { ms: read.data };
      const message = `"${text}" is no delay; write a time such as "50 ms", or a quantile of the read such as p95`;
      context.issues.push({ code: 'custom', message, input: text });
      return { p: 0.5 };
    }),
  )
  .register(QUANTITIES, { name: 'time or quantile', parse: parseMs, example: 'p95', bare: 'ms' })
  .register(z.globalRegistry, { examples: ['p95'] });

const Hedge = z.union([
  z.pipe(
    HedgeDelay,
    z.transform((after) => ({ after, to: 'same' as 'same' | 'other' })),
  ),
  z.strictObject({
    after: said('When the second request is sent: after a time, or a quantile of the read.', HedgeDelay),
    to: said(
      'Which store it asks: the same, or the other holder.',
      z._default(z.enum(['same', 'other']), 'same'),
    ),
  }),
]);

const SkewPoint = z.strictObject({
  objects: said('Share of the objects, the most popular first.', Share),
  reads: said('Share of the reads that they get.', Share),
});

export const Reads = z.strictObject({
  rate: said('Reads a day, of all readers.', PerDayEstimate),
  bytes: said(
    'Bytes that each read asks for: the whole object, or a range of this size.',
    z._default(z.union([z.literal('whole'), Bytes]), 'whole'),
  ),
  byAge: said(
    'Share of reads of new objects by their age, cumulative. Absent: spread evenly over their life.',
    z.optional(ReadsByAge),
    { '7 days': 0.8, '30 days': 0.95 },
  ),
  skew: said(
    'Popularity of standing objects: the share of reads on the most popular share of them, or several such points.',
    z.optional(z.union([SkewPoint, z.array(SkewPoint).check(z.minLength(1), z.maxLength(24))])),
    { objects: 0.1, reads: 0.9 },
  ),
  rereads: said('How soon objects are read again: for copies kept after a read.', z.optional(Rereads)),
  fanOut: said(
    'Parallel reads that one user action waits for.',
    z._default(z.int().check(z.gte(1), z.lte(10_000)), 1),
  ),
  connections: said(
    'Whether a read finds a connection open (warm), opens one (cold), or a share of reads does.',
    z.optional(
      z.union([z.enum(['warm', 'cold']), z.strictObject({ coldShare: said('That share.', Share) })]),
    ),
  ),
  hedge: said('A second request where the first has not answered yet.', z.optional(Hedge)),
  retry: said(
    'A read that fails is asked again.',
    z.optional(
      z.strictObject({
        after: said('How long after the failure.', Milliseconds),
        errors: said('Share of reads that fail, where no dataset has it.', z.optional(FailingShare)),
      }),
    ),
  ),
});
