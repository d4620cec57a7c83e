/** Negotiated terms as people write them, in scenarios, usages and `stowage.yaml`. */
import * as z from 'zod/mini';
import { Bytes, Share } from '../../scenario/quantity.ts';
import { isPrintedRate } from '../editions/rate.ts';
import { said } from '../../said.ts';
import type { OwnPrice } from '../sheets/discounts.ts';

const Rate = z.string().check(
  z.maxLength(60),
  z.refine(isPrintedRate, {
    error: 'write a share such as 12 %, or a price such as 0.019 per GB-month or 0.004 per 1000 requests',
  }),
);

const Own = z.union([
  z.pipe(
    Rate,
    z.transform((price): OwnPrice => ({ price })),
  ),
  z.pipe(
    z.strictObject({
      price: said('What the committed bytes cost.', Rate, '4.99 per TB-month'),
      committed: said('Bytes that are paid for in any case.', Bytes, '100 TiB'),
      over: said('What is stored above them costs; absent: the same.', z.optional(Rate), '6.99 per TB-month'),
    }),
    z.transform((own): OwnPrice => own),
  ),
]);

const FORMS =
  'a share off is written aws/s3-standard: 12 %, a price of your own aws/s3-standard:storage: 0.018 per GB-month';

/** A map without `committed` was meant as something else. */
const isNoCapacity = (value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !('committed' in value);

export const DiscountsFile = z.record(
  z.string().check(z.maxLength(120)),
  z.union([Share, z.array(Share).check(z.minLength(1), z.maxLength(20)), Own], {
    error: ({ input }) =>
      isNoCapacity(input)
        ? `a map here is committed capacity, such as { price: 4.99 per TB-month, committed: 100 TiB }; ${FORMS}`
        : undefined,
  }),
  {
    error: ({ code, input }) =>
      code === 'invalid_type' && input !== undefined
        ? `write a map such as { aws: 12 % }; ${FORMS}`
        : undefined,
  },
);
