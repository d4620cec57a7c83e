/** Times as Go writes them (RFC 3339, up to nine decimals, zeros at the end left out), to the nanosecond. */

const NS = 1_000_000_000;
const DECIMALS = 9;
const POWERS = Int32Array.from({ length: DECIMALS + 1 }, (_, i) => 10 ** i);
/** So far from the first a count of nanoseconds is still exact. */
const MOST_SECONDS = 9_000_000;
const ZERO = 0x30;
const LEAST_LETTERS = '2026-11-20T12:08:34Z'.length;
/** For what is no two digits. */
const NO_DIGITS = -1;

export class Stamps {
  /** Since 1970; NaN before the first time was read. */
  firstSecond = NaN;
  #day = NaN;
  #daySecond = 0;

  /** Nanoseconds since the second of the first time that was read. NaN where there is no time, or one months away. */
  read(bytes: Uint8Array, from: number, to: number): number {
    if (to - from < LEAST_LETTERS || bytes[from + 10] !== 0x54) return NaN;
    const century = two(bytes, from);
    const year = two(bytes, from + 2);
    const month = two(bytes, from + 5);
    const date = two(bytes, from + 8);
    const day = ((century * 100 + year) * 100 + month) * 100 + date;
    if (day !== this.#day) {
      const isDay = century >= 0 && year >= 0 && month >= 1 && month <= 12 && date >= 1 && date <= 31;
      this.#daySecond = isDay ? Date.UTC(century * 100 + year, month - 1, date) / 1000 : NaN;
      this.#day = day;
    }
    const hour = two(bytes, from + 11);
    const minute = two(bytes, from + 14);
    const second = two(bytes, from + 17);
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return NaN;
    let at = from + 19;
    let decimals = 0;
    let ns = 0;
    if (bytes[at] === 0x2e) {
      for (at++; at < to && decimals < DECIMALS; at++, decimals++) {
        const digit = (bytes[at] ?? 0) - ZERO;
        if (digit < 0 || digit > 9) break;
        ns = ns * 10 + digit;
      }
      ns *= POWERS[DECIMALS - decimals] ?? 1;
    }
    const zone = bytes[at] === 0x5a && to === at + 1 ? 0 : offsetAt(bytes, at, to);
    const seconds = this.#daySecond + hour * 3600 + minute * 60 + second - zone;
    if (Number.isNaN(this.firstSecond)) this.firstSecond = seconds;
    const since = seconds - this.firstSecond;
    return Math.abs(since) <= MOST_SECONDS ? since * NS + ns : NaN;
  }
}

/** Of two digits. */
function two(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] ?? 0) - ZERO;
  const ones = (bytes[at + 1] ?? 0) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NO_DIGITS;
}

/** Seconds that `+02:00` is ahead of UTC. NaN for anything else. */
function offsetAt(bytes: Uint8Array, at: number, to: number): number {
  const sign = bytes[at] === 0x2b ? 1 : bytes[at] === 0x2d ? -1 : NaN;
  const hours = two(bytes, at + 1);
  const minutes = two(bytes, at + 4);
  if (to !== at + 6 || bytes[at + 3] !== 0x3a || hours < 0 || minutes < 0) return NaN;
  return sign * (hours * 3600 + minutes * 60);
}
