/** A rate, a size or an amount that a provider publishes: of all that a store does or holds, or of one way to restore. */
import * as z from 'zod/mini';
import { Confidence } from './provenance.ts';

export const Limit = z.strictObject({
  confidence: z.optional(Confidence),
  quantity: z.enum(['operations', 'bytes', 'object-size', 'stored', 'objects']),
  applies: z.enum(['read', 'write', 'any']),
  /** Per second; bytes for `object-size`; bytes and objects held at a time for `stored` and `objects`. */
  value: z.number().check(z.positive()),
  /** What the provider grants on request, where it says so; `any`: more, without a figure. */
  onRequest: z.optional(z.union([z.number().check(z.positive()), z.literal('any')])),
  scope: z.enum(['prefix', 'bucket', 'subscription', 'account']),
  source: z.optional(z.string()),
  note: z.optional(z.string()),
});
export type Limit = z.infer<typeof Limit>;
