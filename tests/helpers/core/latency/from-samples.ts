/** The exact empirical distribution of single requests. */
import type { Distribution } from '#core/latency/types.ts';

/** F(t) = share of samples ≤ t. Throws `RangeError` without a finite sample. */
export function fromSamples(samplesMs: Iterable<number>): Distribution {
  const sorted = Float64Array.from(samplesMs).sort();
  const count = sorted.length;
  const smallest = sorted[0];
  if (smallest === undefined || !Number.isFinite(sorted[count - 1]))
    throw new RangeError('an empirical distribution needs finite samples');
  let sum = 0;
  for (const one of sorted) sum += one;
  return {
    floorMs: smallest - Math.max(1e-9, Math.abs(smallest) * 1e-9),
    meanMs: sum / count,
    cdf: (ms) => countUpTo(sorted, ms) / count,
    quantile: (p) => sorted[Math.min(count - 1, Math.max(0, Math.ceil(p * count - 1e-9) - 1))] ?? smallest,
  };
}

function countUpTo(sorted: Float64Array, ms: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Infinity) <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
