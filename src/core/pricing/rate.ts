/** A price as printed (`"0.005 per 1000 requests"`) beside the number it means. */
import * as z from 'zod/mini';
import { parseCount } from '../units.ts';

/** What one `unitPrice` pays for, in an edition's own words. `GB` and `TB` are the edition's; a bill says `GiB` where the edition's GB is 2^30. */
export const RATE_UNITS = [
  'GB-month',
  'TB-month',
  'GB',
  'TB',
  'request',
  'object',
  'object-month',
  'month',
] as const;
export type RateUnit = (typeof RATE_UNITS)[number];

export interface Rate {
  printed: string;
  /** Currency per one `unit`, TB already brought to GB. `null`: the price is not known. */
  amount: number | null;
  unit: Exclude<RateUnit, 'TB' | 'TB-month'>;
}

const SHAPE = /^(\d+(?:\.\d+)?) per (?:([\d,]+[kM]?) )?([A-Za-z-]+?)s?$/;

/** Reads `"0.005 per 1000 requests"`, `"6.95 per TB-month"`, `"18.00 per month"`. `terabyteInGb`: 1000 or 1024. Throws `RangeError`. */
export function parseRate(printed: string, terabyteInGb: number): Rate {
  const match = SHAPE.exec(printed);
  const unit = match?.[3] as RateUnit | undefined;
  if (!match || !unit || !RATE_UNITS.includes(unit)) {
    throw new RangeError(
      `"${printed}" is not a price; write "<amount> per [count] <unit>" with one of ${RATE_UNITS.join(', ')}`,
    );
  }
  const per = match[2] ? parseCount(match[2].replaceAll(',', '')) : 1;
  const inTerabytes = unit === 'TB' || unit === 'TB-month';
  return {
    printed,
    amount: Number(match[1]) / per / (inTerabytes ? terabyteInGb : 1),
    unit: unit === 'TB' ? 'GB' : unit === 'TB-month' ? 'GB-month' : unit,
  };
}

/** A price in a YAML edition: the printed text, or `unknown` where no source gives it (never zero). */
export const PrintedRate = z.string().check(
  z.refine((text) => text === 'unknown' || SHAPE.test(text), {
    error: 'a price is written "0.005 per 1000 requests", "6.95 per TB-month", or unknown',
  }),
);
