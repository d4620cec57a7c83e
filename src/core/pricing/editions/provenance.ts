/** Where the prices of an edition come from, and how sure they are. */
import * as z from 'zod/mini';
import { IsoDate } from '../ids.ts';

export const Source = z.strictObject({
  id: z.string().check(z.minLength(1)),
  url: z.string().check(z.minLength(1)),
  /** Date of the copy that was read, as exactly as it is known. */
  retrieved: z.string().check(z.minLength(4)),
  note: z.optional(z.string()),
  /** Meters, or families of them (`requests`), whose prices are from it, where they are not from the region's own source. */
  meters: z.optional(z.array(z.string().check(z.minLength(1))).check(z.minLength(1))),
});

export const Confidence = z.enum(['official', 'official-quoted', 'secondary', 'conflicting', 'claimed']);
export type Confidence = z.infer<typeof Confidence>;

/** What the prices of a file are counted in. */
export const Measures = {
  currency: z.enum(['USD', 'EUR']),
  /** Bytes of the provider's "GB". */
  gigabyte: z.union([z.literal(1_000_000_000), z.literal(1_073_741_824)]),
};

/** What every price file says of its prices. */
export const Provenance = {
  /** How well the file name dates the price: the day it took effect, a bound, or the first day it was seen. */
  precision: z.enum(['day', 'bounded', 'observed']),
  /** First day on which nobody is billed by these prices any more, where nothing replaces them. */
  until: z.optional(IsoDate),
  /** Last date the prices were seen unchanged. */
  confirmed: IsoDate,
  /** When the edition entered this archive. */
  recorded: IsoDate,
  supersedes: z.optional(z.string()),
  confidence: Confidence,
};

/** What every price file ends with. */
export const Sources = {
  sources: z.array(Source).check(z.minLength(1)),
  notes: z._default(z.array(z.string()), []),
};
