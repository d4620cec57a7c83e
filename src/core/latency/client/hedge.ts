/** Hedged requests: where no answer has come after a delay, the same request is sent once more, and the sooner answer counts. */
import { itemAt } from '../../at.ts';
import { normalCdf } from '../distributions/normal.ts';
import { derived } from '../distributions/transform.ts';
import type { Distribution } from '../types.ts';

export interface Hedged {
  /** S(t) = S₁(t)·S₂(t − d) for t ≥ d, as long as the two requests do not slow each other. */
  latency: Distribution;
  /** Second requests a request, S₁(d): each is paid for as a first one is. */
  duplicates: number;
}

const HALVINGS = 200;

/**
 * Of requests with this latency, hedged after `delayMs` ≥ 0 by one like it, or by one to another place (`second`). That the
 * second answer is independent of the first is the whole of the gain: a slow object, or a store that is slow to all, delays
 * both. Throws `RangeError` on a delay below 0.
 */
export function hedged(single: Distribution, delayMs: number, second: Distribution = single): Hedged {
  if (!(delayMs >= 0)) throw new RangeError(`a delay of ${delayMs} ms is none`);
  const survives = (ms: number) => (1 - single.cdf(ms)) * (ms < delayMs ? 1 : 1 - second.cdf(ms - delayMs));
  const cdf = (ms: number) => 1 - survives(ms);
  const quantile = (p: number) => {
    const alone = single.quantile(p);
    if (alone <= delayMs) return alone;
    // Not before the delay, and never later than alone.
    let low = Math.min(delayMs, alone);
    let high = alone;
    for (let i = 0; i < HALVINGS && high - low > 1e-11 * high; i++) {
      const middle = (low + high) / 2;
      if (cdf(middle) < p) low = middle;
      else high = middle;
    }
    return high;
  };
  return {
    latency: derived(single.floorMs, { cdf, quantile, mean: () => meanOf(single, delayMs, survives) }),
    duplicates: 1 - single.cdf(delayMs),
  };
}

const STEP = 1 / 64;
const REACH = 8;

/** ∫ S(t) dt, with steps where the quantiles of the first request are close, and one at the delay, where S has its corner. */
function meanOf(single: Distribution, delayMs: number, survives: (ms: number) => number): number {
  const times = [delayMs];
  for (let z = -REACH; z <= REACH; z += STEP) times.push(single.quantile(normalCdf(z)));
  times.sort((a, b) => a - b);
  let before = itemAt(times, 0);
  let [mean, was] = [before, survives(before)];
  for (const ms of times) {
    const is = survives(ms);
    mean += ((ms - before) * (was + is)) / 2;
    [before, was] = [ms, is];
  }
  return mean;
}
