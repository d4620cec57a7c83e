/** Data transfer out, which a provider bills alike for all its stores: `pricing/<provider>/transfer/`. */
import * as z from 'zod/mini';
import { IsoDate } from '../ids.ts';
import { Allowance, Pool } from './meter-rules.ts';
import { Confidence, Measures, Provenance, Sources } from './provenance.ts';
import { Price } from './region-prices.ts';

const InternetTransfer = z.strictObject({
  /** Regions of one group fill the same bands. */
  group: z.string(),
  tiers: Price,
});

const InternetDestination = z.strictObject({
  /** Places of the internet: `internet/AU`, `internet/asia`. */
  places: z.array(z.string()).check(z.minLength(1)),
  tiers: Price,
  free: z.optional(Allowance),
});

export const TransferRegion = z.strictObject({
  confirmed: z.optional(IsoDate),
  confidence: z.optional(Confidence),
  internet: InternetTransfer,
  'same-region': Price,
  'other-zone': z.optional(Price),
  cdn: z.optional(Price),
  /** `except`: by region, or by one of the table's areas. */
  'other-region': z.strictObject({ default: Price, except: z._default(z.record(z.string(), Price), {}) }),
  source: z.optional(z.string()),
});

/** `pricing/<provider>/transfer/<date>.yaml`: data transfer out, shared by the provider's stores. */
export const TransferFile = z.strictObject({
  ...Measures,
  ...Provenance,
  /** Scope in which the bands of one group fill. */
  pool: z.optional(Pool),
  /** Internet readers priced apart wherever the bytes come from, in bands of their own. */
  destinations: z._default(z.record(z.string(), InternetDestination), {}),
  /** Regions that prices to another region name together. */
  areas: z._default(z.record(z.string(), z.array(z.string()).check(z.minLength(1))), {}),
  free: z._default(z.strictObject({ internet: z.optional(Allowance) }), {}),
  regions: z.record(z.string(), TransferRegion),
  ...Sources,
});
export type TransferFile = z.infer<typeof TransferFile>;

export interface TransferEdition extends TransferFile {
  provider: string;
  date: string;
  id: string;
}
