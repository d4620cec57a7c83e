/** One usage as a file states it, before it is brought to bytes and hours. */
import * as z from 'zod/mini';
import { isDay, noSuchDay } from '../../iso-date.ts';
import { Bytes, Count, DAYS, quantity } from '../../scenario/quantity.ts';
import { IsoDate, StoreId } from '../ids.ts';

const MOST_SUBSCRIPTIONS = 100_000;
const Age = quantity(DAYS, { max: 36_525 });
const DaysOfPeriod = z.union([
  z.number().check(z.positive(), z.maximum(366)),
  quantity(DAYS, { aboveZero: '30 days', max: 366 }),
]);
const OperationName = z
  .string()
  .check(
    z.maxLength(60),
    z.regex(/^[A-Za-z][A-Za-z0-9]*$/, 'an operation is named as in the S3 API, e.g. PutObject'),
  );

const EarlyDelete = z.strictObject({ bytes: Bytes, averageAge: Age, objectSize: z.optional(Bytes) });

const SoftDelete = z.strictObject({
  bytes: Bytes,
  averageAge: z.optional(Age),
  retention: z.optional(Age),
});

const Answer = z
  .string()
  .check(z.regex(/^[345]\d\d$/, 'an answer is an HTTP status of 300 or above, e.g. 404'));
const Name = (longest: number) => z.string().check(z.maxLength(longest));
const oneOrMore = <T extends z.ZodMiniType>(one: T) =>
  z._default(z.union([one, z.array(one).check(z.maxLength(1000))]), []);

export const OneUsage = z.strictObject({
  store: StoreId,
  region: z.optional(Name(60)),
  asOf: IsoDate.check(z.refine(isDay, { error: (issue) => noSuchDay(issue.input) })),
  knownOn: z.optional(IsoDate),
  days: z.optional(DaysOfPeriod),
  month: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'a month is written 2026-03'))),
  /** Average over the period. */
  stored: z.optional(Bytes),
  storedByteHours: z.optional(z.number().check(z.nonnegative(), z.maximum(1e30))),
  objects: z.optional(Count),
  objectSize: z.optional(Bytes),
  /** Of what is stored, bytes that on average lay in a tier which unread objects reach. */
  accessTiers: z.optional(z.record(Name(60), Bytes)),
  requests: z._default(z.record(OperationName, Count), {}),
  bytesPerRequest: z._default(z.record(OperationName, Bytes), {}),
  /** Requests that were answered with an error, by operation and HTTP status; not counted under `requests`. */
  failed: z._default(z.record(OperationName, z.record(Answer, Count)), {}),
  egress: z._default(z.record(Name(120), Bytes), {}),
  deletedEarly: oneOrMore(EarlyDelete),
  softDeleted: oneOrMore(SoftDelete),
  transitions: z._default(z.strictObject({ in: z._default(Count, 0) }), { in: 0 }),
  replicated: z.optional(
    z.strictObject({ bytes: Bytes, objects: z._default(Count, 0), to: z.optional(Name(60)) }),
  ),
  buckets: z.optional(Count),
  subscriptions: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_SUBSCRIPTIONS))),
});
export type OneUsage = z.output<typeof OneUsage>;
