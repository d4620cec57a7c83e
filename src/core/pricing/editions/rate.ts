/** A price as printed (`"0.005 per 1000 requests"`) beside the number it means. */
import { parseCount } from '../../units.ts';

/** What one `unitPrice` pays for, in an edition's own words. `GB` and `TB` are the edition's; a bill says `GiB` where the edition's GB is 2^30. */
const RATE_UNITS = [
  'GB-month',
  'TB-month',
  'GB-hour',
  'TB-hour',
  'GB',
  'TB',
  'request',
  'object',
  'object-month',
  'object-hour',
  'segment-month',
  'bucket-month',
  'month',
] as const;
type RateUnit = (typeof RATE_UNITS)[number];

export interface Rate {
  printed: string;
  /** Currency per one `unit`: TB already brought to GB, hours to the edition's month. `null`: the price is not known. */
  amount: number | null;
  unit: Exclude<RateUnit, `TB${string}` | `${string}-hour`>;
}

const SHAPE = /^(\d+(?:\.\d+)?) per (?:([\d,]+[kM]?) )?([A-Za-z-]+?)s?$/;

/**
 * Reads `"0.005 per 1000 requests"`, `"6.95 per TB-month"`, `"0.0087 per TB-hour"`, `"18.00 per month"`. `terabyteInGb`: 1000
 * or 1024; `hoursInMonth`: 730 or 720, for prices per hour. Throws `RangeError`.
 */
export function parseRate(printed: string, terabyteInGb: number, hoursInMonth = NaN): Rate {
  const match = SHAPE.exec(printed);
  const unit = match?.[3] as RateUnit | undefined;
  if (!match || !unit || !RATE_UNITS.includes(unit)) {
    throw new RangeError(
      `"${printed}" is not a price; write "<amount> per [count] <unit>" with one of ${RATE_UNITS.join(', ')}`,
    );
  }
  const per = match[2] ? parseCount(match[2].replaceAll(',', '')) : 1;
  const hours = isPerHour(printed) ? hoursInMonth : 1;
  return {
    printed,
    amount: ((Number(match[1]) / per) * hours) / (unit.startsWith('TB') ? terabyteInGb : 1),
    unit: unit.replace('TB', 'GB').replace('-hour', '-month') as Rate['unit'],
  };
}

/** A price per GB-hour, TB-hour or object-hour, which is a price per month only where the edition says how many hours that has. */
export function isPerHour(printed: string): boolean {
  return /-hours?$/.test(printed);
}

/** Whether a text is a price as `parseRate` reads it. */
export function isPrintedRate(text: string): boolean {
  const unit = SHAPE.exec(text)?.[3];
  return RATE_UNITS.some((one) => one === unit);
}
