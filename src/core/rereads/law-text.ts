/** Laws of the time between reads of an object, as people write them: `exponential:12h`, `lomax:1.5:2h`, `zipf:0.9`. */
import { mustBeAboveZero } from '../remedies.ts';
import { parsePerDay } from '../rates.ts';
import { HOURS_PER_DAY, UnitError, parseCount, parseDays, shorten } from '../units.ts';

export type GapLaw =
  | { law: 'exponential'; meanHours: number }
  | { law: 'lomax'; shape: number; scaleHours: number }
  /** Without objects and rate, of the objects and reads it is asked for. */
  | { law: 'zipf'; exponent: number; of: { objects: number; readsPerHour: number } | null };

const LAWS = {
  exponential: { parts: ['MEAN'], optional: [], example: 'exponential:12h', read: exponential },
  lomax: { parts: ['SHAPE', 'SCALE'], optional: [], example: 'lomax:1.5:2h', read: lomax },
  zipf: { parts: ['EXPONENT'], optional: ['OBJECTS', 'RATE'], example: 'zipf:0.9:1M:500/s', read: zipf },
} as const satisfies Record<
  string,
  {
    parts: readonly string[];
    optional: readonly string[];
    example: string;
    read(parts: readonly string[]): GapLaw;
  }
>;
const NAMES = Object.keys(LAWS) as (keyof typeof LAWS)[];
/** How each is written. */
export const LAW_EXAMPLES: Readonly<Record<string, string>> = Object.fromEntries(
  NAMES.map((name) => [name, LAWS[name].example]),
);
const LARGEST_EXPONENT = 10;

/** Throws `UnitError` with the form of the law that was meant. `whole`: nothing may be left to what it is asked for. */
export function parseGapLaw(text: string, whole = false): GapLaw {
  const [name = '', ...parts] = text.split(':').map((part) => part.trim());
  const known = NAMES.find((one) => one === name);
  if (!known)
    throw new UnitError(`"${shorten(text)}" names no law; write ${Object.values(LAW_EXAMPLES).join(', ')}`);
  const law = LAWS[known];
  const all = [...law.parts, ...law.optional];
  const form = `write ${[known, ...all].join(':')}, such as ${law.example}`;
  if (parts.length !== all.length && (whole || parts.length !== law.parts.length))
    throw new UnitError(`"${shorten(text)}" has ${parts.length} of ${all.length} parts; ${form}`);
  try {
    return law.read(parts);
  } catch (error) {
    if (error instanceof UnitError) throw new UnitError(`"${shorten(text)}": ${error.message}; ${form}`);
    throw error;
  }
}

function exponential([mean = '']: readonly string[]): GapLaw {
  return { law: 'exponential', meanHours: aboveZero('the mean gap', hours(mean), '12h') };
}

function lomax([shape = '', scale = '']: readonly string[]): GapLaw {
  return {
    law: 'lomax',
    shape: aboveZero('the shape', figure(shape), '1.2'),
    scaleHours: aboveZero('the scale', hours(scale), '6h'),
  };
}

function zipf([exponent = '', objects, rate = '']: readonly string[]): GapLaw {
  const falls = figure(exponent);
  if (falls > LARGEST_EXPONENT) throw new UnitError('the exponent of Zipf lies between 0 and 10');
  if (objects === undefined) return { law: 'zipf', exponent: falls, of: null };
  const count = parseCount(objects);
  if (!(count >= 1 && count <= 1e15)) throw new UnitError('Zipf needs between 1 and 1e15 objects');
  const readsPerHour = aboveZero('the rate of reads', parsePerDay(rate) / HOURS_PER_DAY, '1M/day');
  return { law: 'zipf', exponent: falls, of: { objects: count, readsPerHour } };
}

const hours = (text: string) => parseDays(text) * HOURS_PER_DAY;

function figure(text: string): number {
  if (!/^\d*\.?\d+(e[-+]?\d+)?$/i.test(text)) throw new UnitError(`"${shorten(text)}" is not a number`);
  return Number(text);
}

function aboveZero(what: string, value: number, example: string): number {
  if (!(value > 0 && value < Infinity)) throw new UnitError(mustBeAboveZero(`${what}, ${value},`, example));
  return value;
}
