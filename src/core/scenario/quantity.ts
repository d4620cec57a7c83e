/** zod types for quantities as people write them: text or number in, an `Estimate` or a plain number out. */
import * as z from 'zod/mini';
import { mustBeAboveZero } from '../remedies.ts';
import {
  UnitError,
  parseBytes,
  parseBytesPerSecond,
  parseCount,
  parseDays,
  parseEstimate,
  parseMs,
  parseNines,
  parsePerDay,
  parseShare,
  parseSharePerMonth,
} from '../units.ts';
import type { Estimate } from '../units.ts';

const Written = z.union([z.string().check(z.maxLength(200)), z.number()]);

interface Bounds {
  min?: number;
  max?: number;
  /** Zero is none either: what to try instead. */
  aboveZero?: string;
}

/** A quantity that may be a range: `"5 to 9 MB"` is its median with the 90 % interval kept. */
export function estimate(parse: (text: string | number) => number, bounds: Bounds = {}) {
  const read = z.transform((text: string | number, context): Estimate => {
    const value = attempt(text, context, () => parseEstimate(text, parse));
    if (value)
      for (const end of [value.value, value.interval?.low, value.interval?.high])
        if (end !== undefined) refuseOutside(end, text, bounds, context);
    return value ?? { value: NaN };
  });
  return z.pipe(Written, read);
}

/** A quantity that is one number. */
export function quantity(parse: (text: string | number) => number, bounds: Bounds = {}) {
  const read = z.transform((text: string | number, context): number => {
    const value = attempt(text, context, () => parse(text));
    if (value !== undefined) refuseOutside(value, text, bounds, context);
    return value ?? NaN;
  });
  return z.pipe(Written, read);
}

function attempt<T>(text: string | number, context: z.core.ParsePayload, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnitError)) throw error;
    context.issues.push({ code: 'custom', message: error.message, input: text });
    return undefined;
  }
}

function refuseOutside(
  value: number,
  text: string | number,
  { min = 0, max = Infinity, aboveZero }: Bounds,
  context: z.core.ParsePayload,
): void {
  const written = `"${text}"`;
  const message = !Number.isFinite(value)
    ? `${written} is not a finite number`
    : aboveZero !== undefined && value === 0
      ? mustBeAboveZero(written, aboveZero)
      : value < min
        ? `${written} is ${min === 0 ? `negative; ${aboveZero ? `try ${aboveZero}` : 'the least is 0'}` : `below the smallest allowed, ${min}`}`
        : value > max
          ? `${written} is above the largest allowed, ${max >= 1e9 ? max.toExponential().replace('+', '') : max}${max === 1 && value <= 100 && !written.includes('%') ? `; is it ${value} %?` : ''}`
          : null;
  if (message) context.issues.push({ code: 'custom', message, input: text });
}

const ANY_SIZE = { max: 1e24 };
export const Bytes = quantity(parseBytes, ANY_SIZE);
export const SizeEstimate = estimate(parseBytes, { ...ANY_SIZE, aboveZero: '4 MB' });
export const BytesEstimate = estimate(parseBytes, ANY_SIZE);
export const Count = quantity(parseCount, { max: 1e18 });
export const PerDayEstimate = estimate(parsePerDay, { max: 1e18 });
export const PerDay = quantity(parsePerDay, { max: 1e18 });
export const Days = quantity(parseDays, { aboveZero: '7 days', max: 36_525 });
export const DaysEstimate = estimate(parseDays, { aboveZero: '7 days', max: 36_525 });
export const MillisecondsEstimate = estimate(parseMs, { max: 1e9 });
export const Milliseconds = quantity(parseMs, { aboveZero: '800 ms', max: 1e9 });
export const Share = quantity(parseShare, { max: 1 });
export const ShareEstimate = estimate(parseShare, { max: 1 });
export const GrowthEstimate = estimate(parseSharePerMonth, { min: -0.99, max: 10 });
/** Above none: what nobody asks for is nothing to fall short of. */
export const Sureness = quantity(parseShare, { max: 1, aboveZero: '90 %' });
export const BytesPerSecond = quantity(parseBytesPerSecond, { aboveZero: '25 Gbit/s', max: 1e18 });
export const Nines = quantity(parseNines, { min: 0.5 });
