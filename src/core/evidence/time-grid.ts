/** Requests counted by when they began and how long they took: two dimensions, bounded however many requests come. */
import { addAt } from '../at.ts';

/** Stretches of time side by side; more of them, and each becomes twice as long. */
export const MOST_STRETCHES = 120;
const SHORTEST_MS = 250;
const BINS_PER_DECADE = 10;
/** From a microsecond to some fifty minutes; what lies outside stands at the end. */
const LOWEST_POWER = -3;
const BINS = 95;

/** Requests that began within `seconds` of `startMs` and took from `fromMs` up to `toMs`. */
export interface TimeCount {
  /** On the clock of what was added. */
  startMs: number;
  seconds: number;
  fromMs: number;
  toMs: number;
  requests: number;
}

export class TimeGrid {
  #stretchMs = SHORTEST_MS;
  #stretches = new Map<number, Uint32Array<ArrayBuffer>>();
  #least = Infinity;
  #most = -Infinity;
  #last = NaN;
  #lastCounts = new Uint32Array(0);

  /** `startMs`: on any clock, the same for all. */
  add(startMs: number, tookMs: number): void {
    const stretch = Math.floor(startMs / this.#stretchMs);
    const counts = stretch === this.#last ? this.#lastCounts : this.#countsOf(stretch);
    const bin = binOf(tookMs);
    addAt(counts, bin, 1);
    if (this.#most - this.#least >= MOST_STRETCHES) this.#widen();
  }

  /** Rising in time, then in latency; filled bins alone. */
  counts(): TimeCount[] {
    return [...this.#stretches]
      .sort(([a], [b]) => a - b)
      .flatMap(([stretch, counts]) =>
        Array.from(counts, (requests, bin) => ({
          startMs: stretch * this.#stretchMs,
          seconds: this.#stretchMs / 1000,
          fromMs: edgeMs(bin),
          toMs: edgeMs(bin + 1),
          requests,
        })).filter(({ requests }) => requests > 0),
      );
  }

  #countsOf(stretch: number): Uint32Array<ArrayBuffer> {
    let counts = this.#stretches.get(stretch);
    if (!counts) {
      counts = new Uint32Array(BINS);
      this.#stretches.set(stretch, counts);
      this.#least = Math.min(this.#least, stretch);
      this.#most = Math.max(this.#most, stretch);
    }
    this.#last = stretch;
    this.#lastCounts = counts;
    return counts;
  }

  #widen(): void {
    const narrow = this.#stretches;
    while (this.#most - this.#least >= MOST_STRETCHES) {
      this.#stretchMs *= 2;
      this.#least = Math.floor(this.#least / 2);
      this.#most = Math.floor(this.#most / 2);
      const wide = new Map<number, Uint32Array<ArrayBuffer>>();
      for (const [stretch, counts] of this.#stretches) {
        const half = Math.floor(stretch / 2);
        const into = wide.get(half);
        if (into) counts.forEach((count, bin) => addAt(into, bin, count));
        else wide.set(half, counts);
      }
      this.#stretches = wide;
    }
    if (narrow !== this.#stretches) this.#last = NaN;
  }
}

function binOf(ms: number): number {
  if (!(ms > 0)) return 0;
  const bin = Math.floor((Math.log10(ms) - LOWEST_POWER) * BINS_PER_DECADE);
  return bin < 0 ? 0 : bin < BINS ? bin : BINS - 1;
}

const edgeMs = (bin: number) => Number((10 ** (LOWEST_POWER + bin / BINS_PER_DECADE)).toPrecision(6));
