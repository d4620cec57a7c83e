import * as z from 'zod/mini';
import { isPrintedRate } from './rate.ts';

/** A price in a YAML edition: the printed text, or `unknown` where no source gives it (never zero). */
export const PrintedRate = z.string().check(
  z.refine((text) => text === 'unknown' || isPrintedRate(text), {
    error: 'a price is written "0.005 per 1000 requests", "6.95 per TB-month", or unknown',
  }),
);
