/** zod types for quantities as people write them: text or number in, an `Estimate` or a plain number out. */
import * as z from 'zod/mini';
import { mustBeAboveZero } from '../remedies.ts';
import {
  isOfBytes,
  parseBytesPerDay,
  parseBytesPerSecond,
  parseEstimate,
  parseNines,
  isPerMonth,
  parsePerDay,
  parseShare,
  parseSharePerMonth,
} from '../rates.ts';
import { UnitError, formatCount, parseBytes, parseCount, parseDays, parseMs, likely } from '../units.ts';
import type { BareUnit, Estimate } from '../units.ts';

const Written = z.union([z.string().check(z.maxLength(200)), z.number()]);

/** How a quantity is written: what help and JSON Schema say of it. */
interface Kind {
  name: string;
  parse: (text: string | number) => number;
  example: string;
  /** A number alone is understood, too. */
  plain?: true;
  /** What a number alone counted before one had to say it. */
  bare?: BareUnit;
  isRate?: true;
}
export const QUANTITIES = z.registry<Kind>();

interface Bounds {
  min?: number;
  max?: number;
  /** Zero is none either: what to try instead. */
  aboveZero?: string;
}

/** A quantity that may be a range: `"5 to 9 MB"` is its median with the 90 % interval kept. */
export function estimate(kind: Kind, bounds: Bounds = {}) {
  return z
    .pipe(
      Written,
      z.transform((text, context) => readEstimate(text, context, kind, bounds)),
    )
    .register(QUANTITIES, kind)
    .register(z.globalRegistry, { examples: [kind.example] });
}

function readEstimate(
  text: string | number,
  context: z.core.ParsePayload,
  kind: Kind,
  bounds: Bounds,
): Estimate {
  const value = attempt(text, context, () => parseEstimate(text, kind.parse));
  if (!value) return { value: NaN };
  for (const end of [value.value, value.interval?.low, value.interval?.high])
    if (end !== undefined) refuseOutside(end, text, bounds, context);
  return kind.isRate && isPerMonth(text) ? { ...value, perMonth: true } : value;
}

/** A quantity that is one number. */
export function quantity(kind: Kind, bounds: Bounds = {}) {
  const read = z.transform((text: string | number, context): number => {
    const value = attempt(text, context, () => kind.parse(text));
    if (value !== undefined) refuseOutside(value, text, bounds, context);
    return value ?? NaN;
  });
  return z
    .pipe(Written, read)
    .register(QUANTITIES, kind)
    .register(z.globalRegistry, { examples: [kind.example] });
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

/** Ten million meant as objects would be 10 MB. */
function parseStored(text: string | number): number {
  try {
    return parseBytes(text);
  } catch (error) {
    const [, count, objects] = /^\s*([\d.,_]+\s*[kMGT]?)\s*(\bobjects?\s*)?$/.exec(String(text)) ?? [];
    if (!(error instanceof UnitError) || count === undefined) throw error;
    const asCount = `count: ${formatCount(parseCount(count))}`;
    throw new UnitError(
      objects === undefined
        ? `"${text}" has no unit; write ${likely(parseCount(count), 'B', 'TB')}, or ${asCount}`
        : `"${text}" is no size; write ${asCount} instead of standing`,
    );
  }
}

const SIZE: Kind = { name: 'size', parse: parseBytes, example: '4 MB', bare: 'B' };
const STORED: Kind = { name: 'size', parse: parseStored, example: '10 TB', bare: 'B' };
const COUNT: Kind = { name: 'count', parse: parseCount, example: '10M', plain: true };
const PER_DAY: Kind = { name: 'rate', parse: parsePerDay, example: '12M/day', isRate: true };
const BYTES_PER_DAY: Kind = { ...PER_DAY, parse: parseBytesPerDay, example: '20 TB/month' };
export const DAYS: Kind = { name: 'time', parse: parseDays, example: '7 days' };
const MILLISECONDS: Kind = { name: 'time', parse: parseMs, example: '800 ms', bare: 'ms' };
const SHARE: Kind = { name: 'share', parse: parseShare, example: '12 %', plain: true };
const GROWTH: Kind = { name: 'growth', parse: parseSharePerMonth, example: '2 %/month', plain: true };
const BYTES_PER_SECOND: Kind = { name: 'bytes a second', parse: parseBytesPerSecond, example: '1 GB/s' };
const NINES: Kind = { name: 'share', parse: parseNines, example: '11 nines', plain: true };

const ANY_SIZE = { max: 1e24 };
export const Bytes = quantity(SIZE, ANY_SIZE);
export const SizeEstimate = estimate(SIZE, { ...ANY_SIZE, aboveZero: '4 MB' });
export const StoredEstimate = estimate(STORED, ANY_SIZE);
export const Count = quantity(COUNT, { max: 1e18 });
export const CountEstimate = estimate(COUNT, { max: 1e18 });
export const PerDayEstimate = estimate(PER_DAY, { max: 1e18 });
/** Objects a day, or bytes of them: `12M/day`, `20 TB/month`. */
export const ArrivalsEstimate = z
  .pipe(
    Written,
    z.transform((text, context) => {
      const inBytes = isOfBytes(text);
      const kind = inBytes ? BYTES_PER_DAY : PER_DAY;
      return { ...readEstimate(text, context, kind, inBytes ? ANY_SIZE : { max: 1e18 }), inBytes };
    }),
  )
  .register(QUANTITIES, PER_DAY)
  .register(z.globalRegistry, { examples: [PER_DAY.example, BYTES_PER_DAY.example] });
export const PerDay = quantity(PER_DAY, { max: 1e18 });
export const Days = quantity(DAYS, { aboveZero: '7 days', max: 36_525 });
export const DaysEstimate = estimate(DAYS, { aboveZero: '7 days', max: 36_525 });
export const MillisecondsEstimate = estimate(MILLISECONDS, { max: 1e9 });
export const Milliseconds = quantity(MILLISECONDS, { aboveZero: '800 ms', max: 1e9 });
export const Share = quantity(SHARE, { max: 1 });
export const FillShare = quantity(SHARE, { min: 0.01, max: 1 });
export const ShareEstimate = estimate(SHARE, { max: 1 });
export const GrowthEstimate = estimate(GROWTH, { min: -0.99, max: 10 });
/** Above none: what nobody asks for is nothing to fall short of. */
export const Sureness = quantity(SHARE, { max: 1, aboveZero: '90 %' });
export const BytesPerSecond = quantity(BYTES_PER_SECOND, { aboveZero: '25 Gbit/s', max: 1e18 });
export const Nines = quantity(NINES, { min: 0.5 });
