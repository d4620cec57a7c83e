/** Times as Go writes them (RFC 3339, up to nine decimals, zeros at the end left out), to the nanosecond. */

const STAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;
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
    const [, second = '', decimals = '', zone = ''] = STAMP.exec(text) ?? [];
    if (second !== this.#last.second || zone !== this.#last.zone) {
      const seconds = Date.parse(second + zone) / 1000;
      if (Number.isNaN(this.firstSecond)) this.firstSecond = seconds;
      const since = seconds - this.firstSecond;
      this.#last = { second, zone, since: Math.abs(since) <= MOST_SECONDS ? since : NaN };
    }
    return this.#last.since * NS + Number(decimals.padEnd(9, '0'));
  }
}
