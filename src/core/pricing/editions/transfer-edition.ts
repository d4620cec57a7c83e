/** Data transfer out, which a provider bills alike for all its stores: `pricing/<provider>/transfer/`. */
import * as z from 'zod';
import { IsoDate } from '../ids.ts';
import { Allowance, Pool } from './meter-rules.ts';
import { Confidence, Provenance } from './provenance.ts';
import { Price } from './region-prices.ts';

const InternetTransfer = z.strictObject({
  tiers: Price,
  /** Regions of one group fill the same bands. */
  group: z.string(),
});

const InternetDestination = z.strictObject({
  /** Places of the internet: `internet/AU`, `internet/asia`. */
  places: z.array(z.string()).min(1),
  tiers: Price,
  free: Allowance.optional(),
});

export const TransferRegion = z.strictObject({
  internet: InternetTransfer,
  'same-region': Price,
  'other-zone': Price.optional(),
  cdn: Price.optional(),
  /** `except`: by region, or by one of the table's areas. */
  'other-region': z.strictObject({ default: Price, except: z.record(z.string(), Price).default({}) }),
  source: z.string().optional(),
  confidence: Confidence.optional(),
  confirmed: z.optional(IsoDate),
});

/** `pricing/<provider>/transfer/<date>.yaml`: data transfer out, shared by the provider's stores. */
export const TransferFile = z.strictObject({
  ...Provenance,
  free: z.strictObject({ internet: Allowance.optional() }).default({}),
  /** Scope in which the bands of one group fill. */
  pool: Pool.optional(),
  /** Internet readers priced apart wherever the bytes come from, in bands of their own. */
  destinations: z.record(z.string(), InternetDestination).default({}),
  /** Regions that prices to another region name together. */
  areas: z.record(z.string(), z.array(z.string()).min(1)).default({}),
  regions: z.record(z.string(), TransferRegion),
});
export type TransferFile = z.infer<typeof TransferFile>;

export interface TransferEdition extends TransferFile {
  provider: string;
  date: string;
  id: string;
}
