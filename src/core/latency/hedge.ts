/** Hedged requests: where no answer has come after a delay, the same request is sent once more, and the sooner answer counts. */
import { derived } from './transform.ts';
import type { Distribution } from './types.ts';

export interface Hedged {
  /** S(t) = S₁(t)·S₁(t − d) for t ≥ d, as long as the two requests do not slow each other. */
  latency: Distribution;
  /** Second requests a request, S₁(d): each is paid for as a first one is. */
  duplicates: number;
}

const HALVINGS = 200;

/**
 * Of requests with this latency, hedged after `delayMs` ≥ 0. That the second answer is independent of the first is the whole
 * of the gain: a slow object, or a store that is slow to all, delays both. Throws `RangeError` on a delay below 0.
 */
export function hedged(single: Distribution, delayMs: number): Hedged {
  if (!(delayMs >= 0)) throw new RangeError(`a delay of ${delayMs} ms is none; hedge after 0 ms or later`);
  const survives = (ms: number) => 1 - single.cdf(ms);
  const cdf = (ms: number) => 1 - survives(ms) * (ms < delayMs ? 1 : survives(ms - delayMs));
  const quantile = (p: number) => {
    const alone = single.quantile(p);
    if (alone <= delayMs) return alone;
    // Not before the delay, and never later than alone.
    let low = Math.min(delayMs, alone);
    let high = alone;
    for (let i = 0; i < HALVINGS && high - low > 1e-12 * high; i++) {
      const middle = (low + high) / 2;
      if (cdf(middle) < p) low = middle;
      else high = middle;
    }
    return high;
  };
  return {
    latency: derived(single.floorMs, { cdf, quantile }),
    duplicates: survives(delayMs),
  };
}
