/** One usage as a file states it, before it is brought to bytes and hours. */
import * as z from 'zod/mini';
import { isDay, noSuchDay } from '../../iso-date.ts';
import { said } from '../../said.ts';
import { Bytes, Count, DAYS, quantity } from '../../scenario/quantity.ts';
import { IsoDate } from '../ids.ts';

const MOST_SUBSCRIPTIONS = 100_000;
const Age = quantity(DAYS, { max: 36_525 });
const DaysOfPeriod = z.union([
  z.number().check(z.positive(), z.maximum(366)),
  quantity(DAYS, { aboveZero: '30 days', max: 366 }),
]);
/** What people call one (`s3-standard`) passes, and the archive says its id. */
const StoreName = z
  .string()
  .check(
    z.maxLength(120),
    z.regex(/^[A-Za-z0-9-]+(\/[a-z0-9-]+)?$/, 'a store is written provider/store, e.g. aws/s3-standard'),
  );
const OperationName = z
  .string()
  .check(
    z.maxLength(60),
    z.regex(/^[A-Za-z][A-Za-z0-9]*$/, 'an operation is named as in the S3 API, e.g. PutObject'),
  );

const EarlyDelete = z.strictObject({
  bytes: said('Bytes deleted.', Bytes),
  averageAge: said('Their mean age.', Age),
  objectSize: said('Size of an object.', z.optional(Bytes)),
});

const SoftDelete = z.strictObject({
  bytes: said('Bytes deleted and kept for a while.', Bytes),
  averageAge: said('Their mean age at the deletion.', z.optional(Age)),
  retention: said('How long they are kept after it.', z.optional(Age)),
});

const Answer = z
  .string()
  .check(z.regex(/^[345]\d\d$/, 'an answer is an HTTP status of 300 or above, e.g. 404'));
const Name = (longest: number) => z.string().check(z.maxLength(longest));
const oneOrMore = <T extends z.ZodMiniType>(one: T) =>
  z._default(z.union([one, z.array(one).check(z.maxLength(1000))]), []);

export const OneUsage = z.strictObject({
  store: said('The store that bills it.', StoreName, 'aws/s3-standard'),
  region: said('Its region, where prices depend on one.', z.optional(Name(60)), 'us-east-1'),
  asOf: said(
    'Prices of this day.',
    IsoDate.check(z.refine(isDay, { error: (issue) => noSuchDay(issue.input) })),
    '2026-11-20',
  ),
  knownOn: said('Leaves out price lists that were recorded later.', z.optional(IsoDate)),
  days: said(
    'Length of the period, in days of the month of asOf. Absent, with month: one month of the price list.',
    z.optional(DaysOfPeriod),
    30,
  ),
  month: said(
    'Or the calendar month.',
    z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'a month is written 2026-03'))),
    '2026-03',
  ),
  stored: said('Bytes stored, on average over the period.', z.optional(Bytes), '10 TB'),
  storedByteHours: said(
    'The same as bytes times hours; instead of stored.',
    z.optional(z.number().check(z.nonnegative(), z.maximum(1e30))),
  ),
  objects: said('Number of objects, on average.', z.optional(Count)),
  objectSize: said('Their size, where the number is not given.', z.optional(Bytes)),
  accessTiers: said(
    'Of the bytes stored, those in a tier that unread objects reach.',
    z.optional(z.record(Name(60), Bytes)),
  ),
  requests: said(
    'Requests, by the name of the S3 operation.',
    z._default(z.record(OperationName, Count), {}),
    {
      PutObject: '1M',
      GetObject: '9M',
    },
  ),
  bytesPerRequest: said(
    'Bytes of a request, by operation (default: objectSize).',
    z._default(z.record(OperationName, Bytes), {}),
    { GetObject: '64 KiB' },
  ),
  failed: said(
    'Requests answered with an error, by operation and HTTP status; not counted under requests.',
    z._default(z.record(OperationName, z.record(Answer, Count)), {}),
    { GetObject: { 404: '10k' } },
  ),
  egress: said(
    'Bytes that left, by destination: internet, same-region, other-region, a place.',
    z._default(z.record(Name(120), Bytes), {}),
    { internet: '5 TB' },
  ),
  deletedEarly: said('Bytes deleted before their minimum duration.', oneOrMore(EarlyDelete)),
  softDeleted: said('Bytes kept after their deletion.', oneOrMore(SoftDelete)),
  transitions: said(
    'Lifecycle transitions.',
    z._default(z.strictObject({ in: said('Objects moved into this store.', z._default(Count, 0)) }), {
      in: 0,
    }),
  ),
  replicated: said(
    "What the provider's replication copied.",
    z.optional(
      z.strictObject({
        bytes: said('Bytes copied.', Bytes),
        objects: said('Objects copied.', z._default(Count, 0)),
        to: said('The region copied to.', z.optional(Name(60))),
      }),
    ),
  ),
  beside: said(
    'Beside the bucket, by add-on and region: bytes that went through, or requests.',
    z._default(z.record(Name(120), z.union([Bytes, Count])), {}),
    { 'aws/nat-gateway@us-east-1': '10 TB', 'aws/kms@us-east-1': '5M' },
  ),
  buckets: said('Number of buckets.', z.optional(Count), 3),
  subscriptions: said(
    'Number of base subscriptions.',
    z.optional(z.int().check(z.minimum(1), z.maximum(MOST_SUBSCRIPTIONS))),
  ),
});
export type OneUsage = z.output<typeof OneUsage>;
