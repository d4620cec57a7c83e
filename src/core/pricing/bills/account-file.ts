/** The schema of `account` in scenarios and usages. Apart from what a bill needs: the page bills before it reads a scenario. */
import * as z from 'zod/mini';
import { said } from '../../said.ts';
import { Bytes, Count } from '../../scenario/quantity.ts';

const Name = z.string().check(z.maxLength(60));

/** By provider, by place (`aws/us-east-1`) or by store (`aws/s3-standard`); a store's figure comes before a place's, and that before a provider's. */
export const AccountFile = z.record(
  Name,
  z.strictObject({
    internetEgress: said('Egress to the internet a month.', z.optional(Bytes)),
    stored: said('Bytes stored.', z.optional(Bytes)),
    requests: said("Requests a month, by the price list's class.", z.optional(z.record(Name, Count)), {
      a: '5M',
    }),
  }),
);
