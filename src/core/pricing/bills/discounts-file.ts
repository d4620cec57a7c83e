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

export const DiscountsFile = z.record(
  z.string().check(z.maxLength(120)),
  z.union([Share, z.array(Share).check(z.minLength(1), z.maxLength(20)), Own]),
);
