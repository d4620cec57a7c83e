/** What files of many kinds name: days and stores. */
import * as z from 'zod/mini';
import { ISO_DATE, ISO_DATE_WORDS } from '../iso-date.ts';

export const IsoDate = z.string().check(z.regex(ISO_DATE, ISO_DATE_WORDS));
export const StoreId = z
  .string()
  .check(z.regex(/^[a-z0-9-]+\/[a-z0-9-]+$/, 'a store is written provider/store, e.g. aws/s3-standard'));

/** A currency, as files and flags name it. */
export const CurrencyCode = z
  .string()
  .check(z.regex(/^[A-Z]{3}$/, 'write a currency by its three letters, such as EUR'));
