/** One measured figure. A bench module `*.bench.ts` default-exports `run()`, whose rows are told as they come. */
export interface BenchRow {
  name: string;
  /** Null: it could not be measured here; `note` says why. */
  value: number | null;
  unit: string;
  /** What the project aims at. */
  target?: { at: 'most' | 'least'; value: number };
  /** The same thing done otherwise, to compare with. */
  baseline?: { name: string; value: number };
  /** Value over baseline, or baseline over value: above 1 is better than the baseline. */
  ratio?: number;
  note?: string;
}

export interface BenchModule {
  default(): Promise<BenchRow[]> | Iterable<BenchRow>;
}

/** Whether the target is met: null without a target or a value. */
export function meetsTarget({ value, target }: BenchRow): boolean | null {
  if (!target || value === null) return null;
  return target.at === 'most' ? value <= target.value : value >= target.value;
}

/** The middle of the values; the mean of the two in the middle of an even number. Throws `RangeError` without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('the median of nothing');
  return (lower + upper) / 2;
}

/** The smallest of the values that so large a share of them does not exceed. */
export function timesAt(share: number, values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? null;
}

/** Milliseconds of each of `times` runs. */
export async function timed(times: number, work: (run: number) => unknown): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const start = performance.now();
    await work(i);
    taken.push(performance.now() - start);
  }
  return taken;
}
