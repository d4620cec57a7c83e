/**
 * Quantities as people write them. `kB MB GB TB PB` are powers of 1000, `KiB … PiB` powers of 1024, everywhere.
 * Every parser throws `UnitError`, whose message says what was seen and what to try.
 */

export class UnitError extends Error {}

export const HOURS_PER_DAY = 24;
export const SECONDS_PER_DAY = 86_400;
/** Mean length of a calendar month: a twelfth of 365.25 days. Rates per month and ages in months use it. */
export const DAYS_PER_MONTH = 365.25 / 12;

const BYTE_UNITS: Record<string, number> = {
  B: 1,
  byte: 1,
  bytes: 1,
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  PB: 1e15,
  EB: 1e18,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
  PiB: 2 ** 50,
  EiB: 2 ** 60,
};

const DURATION_DAYS: Record<string, number> = {
  ms: 1 / 86_400_000,
  s: 1 / 86_400,
  sec: 1 / 86_400,
  second: 1 / 86_400,
  min: 1 / 1440,
  minute: 1 / 1440,
  h: 1 / 24,
  hour: 1 / 24,
  d: 1,
  day: 1,
  week: 7,
  month: DAYS_PER_MONTH,
  year: 365.25,
};

/** Names of units, to suggest from. */
export const BYTE_UNIT_NAMES: readonly string[] = Object.keys(BYTE_UNITS);
export const DURATION_UNIT_NAMES: readonly string[] = Object.keys(DURATION_DAYS);

const COUNT_SUFFIXES: Record<string, number> = {
  ...{ k: 1e3, K: 1e3, M: 1e6, G: 1e9, B: 1e9, T: 1e12 },
  ...{ thousand: 1e3, million: 1e6, billion: 1e9 },
};

export const NUMBER = String.raw`[-+]?(?:\d[\d,_ ]*\d|\d)(?:\.\d+)?(?:[eE][-+]?\d+)?|[-+]?\.\d+`;
const NUMBER_THEN_REST = new RegExp(`^\\s*(${NUMBER})\\s*(.*?)\\s*$`);

export function split(text: string, example: string): { value: number; rest: string } {
  const match = NUMBER_THEN_REST.exec(text);
  if (!match)
    throw new UnitError(
      text.trim() === ''
        ? `nothing is written; try ${example}`
        : `"${shorten(text)}" does not start with a number; try ${example}`,
    );
  const value = Number(match[1]!.replace(/[,_ ]/g, ''));
  if (!Number.isFinite(value)) throw new UnitError(`"${shorten(text)}" is not a finite number`);
  return { value, rest: match[2]! };
}

/** Longest text worth quoting back in a message. */
export function shorten(text: string, length = 60): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** In days, of a unit in singular or plural. */
export function daysOf(unit: string): number | undefined {
  const singular = unit.toLowerCase().replace(/(?<=..)s$/, '');
  return DURATION_DAYS[unit] ?? DURATION_DAYS[singular];
}

export function factorOf(factor: number | undefined, unit: string, what: string, known: string): number {
  if (factor !== undefined) return factor;
  throw new UnitError(
    unit ? `"${shorten(unit)}" is not a unit of ${what}; try ${known}` : `${what} needs a unit; try ${known}`,
  );
}

/** `"4 MB"` → 4 000 000. A number alone has no unit and is refused, except 0. */
export function parseBytes(value: string | number): number {
  const { value: amount, rest } = split(String(value), '4 MB');
  if (rest === '') return unitless(amount, value, 'B');
  const name = rest in BYTE_UNITS ? rest : BYTE_UNIT_NAMES.find((known) => isSameUnit(known, rest));
  const known = 'kB to PB (powers of 1000) or KiB to PiB (powers of 1024)';
  return amount * factorOf(BYTE_UNITS[name ?? ''], rest, 'size', known);
}

const isSameUnit = (known: string, unit: string) =>
  known.length > 1 && known.toLowerCase() === unit.toLowerCase();

/** Zero is so much in any unit. */
function unitless(amount: number, written: string | number, unit: BareUnit): number {
  if (amount === 0) return 0;
  throw new UnitError(`"${shorten(String(written))}" has no unit; write ${likely(amount, unit)}`);
}

/** Few milliseconds are seconds, and few bytes neither an object (`MB`) nor all of them (`TB`). */
export function likely(amount: number, unit: BareUnit, large = 'MB'): string {
  const [few, unitOfFew] = unit === 'B' ? [1000, large] : [10, 's'];
  return amount < few ? `${amount} ${unitOfFew}` : withUnit(amount, unit);
}

/** What a number alone counted, where links of the past hold one. */
export type BareUnit = 'B' | 'ms';

/** `4000000` as `4 MB`, `1234567` as `1234567 B`: the same amount to the last digit, with its unit. */
export function withUnit(amount: number, unit: BareUnit): string {
  const short = unit === 'B' ? formatBytes(amount) : formatMs(amount);
  const read = unit === 'B' ? parseBytes : parseMs;
  return read(short) === amount ? short : `${amount} ${unit}`;
}

/** `"7 days"` → 7; `"1 h"` → 1/24. A number alone has no unit and is refused. */
export function parseDays(value: string | number): number {
  const { value: amount, rest } = split(String(value), '7 days or 800 ms');
  return amount * factorOf(daysOf(rest), rest, 'time', 'ms, s, min, hours, days, weeks, months or years');
}

/** `"800 ms"` → 800; `"1.2 s"` → 1200. A number alone has no unit and is refused, except 0. */
export function parseMs(value: string | number): number {
  const { value: amount, rest } = split(String(value), '800 ms');
  return rest === '' ? unitless(amount, value, 'ms') : parseDays(value) * 86_400_000;
}

/** `"12M"` → 12 000 000; `"10k"` → 10 000. */
export function parseCount(value: string | number): number {
  if (typeof value === 'number') return value;
  const { value: amount, rest: said } = split(value, '12M');
  const rest = said.replace(/\s*\bobjects?$/, '');
  if (rest === '') return amount;
  const factor = COUNT_SUFFIXES[rest.length > 1 ? rest.toLowerCase() : rest];
  return amount * factorOf(factor, rest, 'count', 'a plain number, or k, M, G');
}

/** A number known only as a 90 % interval. Log-normal when both ends are positive, normal otherwise. */
export interface Interval {
  low: number;
  high: number;
  /** Median: the geometric mean of positive ends, else the mean. */
  mid: number;
}

/** A number as used, with the interval it stands for when the author gave one. */
export interface Estimate {
  value: number;
  interval?: Interval;
  /** Of a rate: written per month, of which each billed month has as many, however long it is. `value` is that of a mean month's day. */
  perMonth?: true;
}

/** Shortest exact-looking size: binary when it is a round binary number, decimal otherwise. */
export function formatBytes(bytes: number, digits = 3): string {
  const decimal = inSteps(bytes, ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'], 1000, digits);
  if (decimal.isExact) return decimal.text;
  const binary = inSteps(bytes, ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'], 1024, digits);
  return binary.isExact ? binary.text : decimal.text;
}

function inSteps(bytes: number, steps: readonly string[], base: number, digits: number) {
  const size = Math.abs(bytes);
  const power = size >= 1 ? Math.min(6, Math.floor(Math.log(size) / Math.log(base) + 1e-12)) : 0;
  const scaled = bytes / base ** power;
  const rounded = Number(scaled.toPrecision(digits));
  return { text: `${rounded} ${steps[power]}`, isExact: rounded === scaled };
}

function plain(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits)));
}

/** `1_440_000` → `"1.44M"`. */
export function formatCount(count: number, digits = 3): string {
  const suffix = ['T', 'B', 'M', 'k'].find((one) => Math.abs(count) >= (COUNT_SUFFIXES[one] ?? NaN)) ?? '';
  return `${plain(count / (COUNT_SUFFIXES[suffix] ?? 1), digits)}${suffix}`;
}

/** Ages and durations in the unit a person says: `"7 days"`, `"1 h"`, `"38 h"`, `"12 months"`. */
export function formatDays(days: number): string {
  const unit =
    ['year', 'month', 'day', 'h', 'min'].find((one) => {
      const size = DURATION_DAYS[one] ?? NaN;
      if (!(days >= size * 0.9999)) return false;
      return one === 'day' ? !isHours(days) : size < 1 || isWhole(days / size);
    }) ?? 's';
  const amount = Number((days / (DURATION_DAYS[unit] ?? 1)).toPrecision(4));
  return `${amount} ${unit}${amount === 1 || !/day|month|year/.test(unit) ? '' : 's'}`;
}

/** `5 min`, `12 h`, `48 h`: what people count in hours, however many. */
export function hoursWords(hours: number): string {
  return hours < 1 ? `${plain(hours * 60, 3)} min` : `${plain(hours, 3)} h`;
}

/** Whole hours that two decimals of a day do not say. */
function isHours(days: number): boolean {
  return days < 3 && isWhole(days * HOURS_PER_DAY) && !isWhole(days * 100);
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-9;
}

/** `8.4 ms`, `610 ms`, `1.2 s`: three significant figures; from two hours on as a duration. */
export function formatMs(ms: number): string {
  if (ms >= 7_200_000) return formatDays(ms / 86_400_000);
  if (ms >= 600_000) return `${plain(ms / 60_000, 3)} min`;
  return ms >= 1000 ? `${plain(ms / 1000, 3)} s` : `${plain(ms, 3)} ms`;
}
