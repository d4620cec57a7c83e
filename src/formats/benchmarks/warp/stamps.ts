/** Times as Go writes them (RFC 3339, up to nine decimals, zeros at the end left out), to the nanosecond. */

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/;
const DECIMALS = /^(?:\.\d{1,9})?$/;
const NS = 1_000_000_000;
/** So far from the first a count of nanoseconds is still exact. */
const MOST_SECONDS = 9_000_000;

export class Stamps {
  /** Since 1970; NaN before the first time was read. */
  firstSecond = NaN;
  /** Of the last time: many requests share a second. */
  #last = { second: '', zone: '', since: NaN };

  /** Nanoseconds since the second of the first time that was read. NaN where there is no time, or one months away. */
  read(text: string): number {
    const second = text.slice(0, 19);
    const zone = text.endsWith('Z') ? 'Z' : text.slice(-6);
    const decimals = text.slice(19, -zone.length);
    if (!DECIMALS.test(decimals)) return NaN;
    if (second !== this.#last.second || zone !== this.#last.zone) {
      const seconds = MOMENT.test(second + zone) ? Date.parse(second + zone) / 1000 : NaN;
      if (Number.isNaN(this.firstSecond)) this.firstSecond = seconds;
      const since = seconds - this.firstSecond;
      this.#last = { second, zone, since: Math.abs(since) <= MOST_SECONDS ? since : NaN };
    }
    return this.#last.since * NS + Math.round(Number(decimals) * NS);
  }
}
