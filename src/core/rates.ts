/** Rates, shares and ranges as people write them; as in `units.ts`, every parser throws `UnitError`. */
import { NUMBER, UnitError, daysOf, factorOf, parseBytes, parseCount, shorten, split } from './units.ts';
import type { Estimate } from './units.ts';

/** `"12M/day"` → 12 000 000 a day; `"500 / s"`. A bare number has no period and is refused, except 0. */
export const parsePerDay = (value: string | number): number => perDay(value, parseCount);
/** `"20 TB/month"` → bytes a day. */
export const parseBytesPerDay = (value: string | number): number => perDay(value, parseBytes);

function perDay(value: string | number, parse: (amount: string) => number): number {
  if (value === 0) return 0;
  const text = String(value);
  const slash = text.lastIndexOf('/');
  if (slash < 0) {
    if (Number(text) === 0) return 0;
    throw new UnitError(`"${shorten(text)}" has no period; try ${shorten(text)}/day`);
  }
  const period = text.slice(slash + 1).trim();
  const days = factorOf(daysOf(period), period, 'period', '/s, /min, /hour, /day, /week, /month or /year');
  return parse(text.slice(0, slash).trim()) / days;
}

/** True of `"20 TB/month"`, false of `"20M/month"`. */
export const isOfBytes = (rate: string | number) => /[kmgtpe]i?b\s*(\/|to\b|$)/i.test(String(rate));

/** True of a rate such as `"100M/month"`. */
export function isPerMonth(rate: string | number): boolean {
  return /\/\s*months?\s*$/i.test(String(rate));
}

/** `"12 %"` → 0.12; a bare number is already a share. */
export function parseShare(value: string | number): number {
  if (typeof value === 'number') return value;
  const { value: amount, rest } = split(value, '12 %');
  const percents = factorOf(
    rest === '' ? 1 : rest === '%' ? 100 : undefined,
    rest,
    'share',
    '"12 %" or 0.12',
  );
  return amount / percents;
}

/** `"99.9 %"` → 0.999, `"11 nines"` → 0.99999999999; `a year` may follow. All of them is what nobody keeps, and is refused. */
export function parseNines(value: string | number): number {
  const text = String(value)
    .trim()
    .replace(/\s*(?:a|per|\/)\s*(?:year|month)$/, '');
  const nines = /^(\d{1,2})\s*nines?$/i.exec(text)?.[1];
  const percent = /^(.*)%$/.exec(text)?.[1];
  const share =
    nines !== undefined
      ? Number(`0.${'9'.repeat(Number(nines))}`)
      : percent !== undefined
        ? hundredth(parseShare(percent))
        : parseShare(typeof value === 'number' ? value : text);
  if (share >= 1)
    throw new UnitError(`"${shorten(String(value))}" is more than is promised; try "99.9 %" or "11 nines"`);
  return share;
}

/** Moves the decimal point: a division by 100 makes of 99.999999999 more than eleven nines. */
function hundredth(percent: number): number {
  return percent >= 1 ? Number(`${percent}e-2`) : percent / 100;
}

/** `"3 GB/s"` → 3e9, `"25 Gbit/s"` and `"25 Gbps"` → 3.125e9. A number alone has no unit and is refused. */
export function parseBytesPerSecond(value: string | number): number {
  const text = String(value).trim();
  const [, amount] = /^(.*\S)\s*\/\s*s(?:ec|econd)?$/.exec(text) ?? /^(.*[bB])ps$/.exec(text) ?? [];
  if (amount === undefined)
    throw new UnitError(`"${shorten(text)}" is not a rate of bytes; try "1 GB/s" or "25 Gbit/s"`);
  if (/[kKMGTP]b$/.test(amount) && !text.endsWith('ps'))
    throw new UnitError(`"${shorten(text)}" may be bits or bytes; write "Gbit/s" or "GB/s"`);
  const bits = /^(.*?)(?:bits?|b)$/.exec(amount)?.[1];
  return bits === undefined ? parseBytes(amount) : parseBytes(`${bits}B`) / 8;
}

/** `"2 %/month"` → 0.02 a month. */
export function parseSharePerMonth(value: string | number): number {
  if (typeof value === 'number') return value;
  const match = /^(.*?)\s*\/\s*(month|year)$/.exec(value.trim());
  if (!match) throw new UnitError(`"${shorten(value)}" is not a growth; try "2 %/month"`);
  const share = parseShare(match[1]!);
  return match[2] === 'year' ? Math.expm1(Math.log1p(share) / 12) : share;
}

/** `"5 to 9"` or one quantity, read by `parse`. In `"5 to 9 MB"` the unit of the second end serves the first. */
export function parseEstimate(value: string | number, parse: (one: string | number) => number): Estimate {
  if (typeof value === 'number') return { value: parse(value) };
  const ends = /^(.*\S)\s+to\s+(\S.*)$/.exec(value.trim());
  if (!ends) return { value: parse(value) };
  const highText = ends[2]!;
  const high = parse(highText);
  const unit = split(highText, '5 to 9').rest;
  const low = new RegExp(`^\\s*(?:${NUMBER})\\s*$`).test(ends[1]!)
    ? parse(unit ? `${ends[1]} ${unit}` : ends[1]!)
    : parse(ends[1]!);
  if (!(low <= high)) throw new UnitError(`"${shorten(value)}" runs backwards; write the smaller end first`);
  const mid = low > 0 ? Math.sqrt(low * high) : (low + high) / 2;
  return low === high ? { value: low } : { value: mid, interval: { low, high, mid } };
}
