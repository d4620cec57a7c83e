/** One usage as a file states it, before it is brought to bytes and hours. */
import * as z from 'zod';
import { isDay, noSuchDay } from '../iso-date.ts';
import { Bytes, Count, quantity } from '../scenario/quantity.ts';
import { parseDays } from '../units.ts';
import { IsoDate, StoreId } from './ids.ts';

const MOST_SUBSCRIPTIONS = 100_000;
const Age = quantity(parseDays, { max: 36_525 });
const DaysOfPeriod = z.union([
  z.number().positive().max(366),
  quantity(parseDays, { aboveZero: true, max: 366 }),
]);
const OperationName = z
  .string()
  .max(60)
  .regex(/^[A-Za-z][A-Za-z0-9]*$/, 'an operation is named as in the S3 API, e.g. PutObject');

const EarlyDelete = z.strictObject({ bytes: Bytes, averageAge: Age, objectSize: z.optional(Bytes) });

const SoftDelete = z.strictObject({
  bytes: Bytes,
  averageAge: z.optional(Age),
  retention: z.optional(Age),
});

const Answer = z.string().regex(/^[345]\d\d$/, 'an answer is an HTTP status of 300 or above, e.g. 404');

export const OneUsage = z.strictObject({
  store: StoreId,
  region: z.string().max(60).optional(),
  asOf: IsoDate.refine(isDay, { error: (issue) => noSuchDay(issue.input) }),
  knownOn: IsoDate.optional(),
  days: DaysOfPeriod.optional(),
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'a month is written 2026-03')
    .optional(),
  /** Average over the period. */
  stored: z.optional(Bytes),
  storedByteHours: z.number().nonnegative().max(1e30).optional(),
  objects: z.optional(Count),
  objectSize: z.optional(Bytes),
  /** Of what is stored, bytes that on average lay in a tier which unread objects reach. */
  accessTiers: z.record(z.string().max(60), Bytes).optional(),
  requests: z.record(OperationName, Count).default({}),
  bytesPerRequest: z.record(OperationName, Bytes).default({}),
  /** Requests that were answered with an error, by operation and HTTP status; not counted under `requests`. */
  failed: z.record(OperationName, z.record(Answer, Count)).default({}),
  egress: z.record(z.string().max(120), Bytes).default({}),
  deletedEarly: z.union([EarlyDelete, z.array(EarlyDelete).max(1000)]).default([]),
  softDeleted: z.union([SoftDelete, z.array(SoftDelete).max(1000)]).default([]),
  transitions: z.strictObject({ in: z._default(Count, 0) }).default({ in: 0 }),
  replicated: z
    .strictObject({ bytes: Bytes, objects: z._default(Count, 0), to: z.string().max(60).optional() })
    .optional(),
  buckets: z.optional(Count),
  subscriptions: z.int().min(1).max(MOST_SUBSCRIPTIONS).optional(),
});
export type OneUsage = z.output<typeof OneUsage>;
