/** A distribution as points to draw: how dense its requests are at each of some latencies. */
import type { Distribution } from '../types.ts';

export interface DensityPoint {
  ms: number;
  /** Share of requests per unit of ln ms, around this point. */
  density: number;
}

const STEPS = 40;
/** Quantiles between which the points lie. */
const [FROM, TO] = [0.003, 0.999];

/**
 * Points evenly apart in ln ms, each with the share of requests between its neighbours' middles. Fewer than 40 where a step lies
 * below a rounding error; one where all requests take the same time.
 */
export function densityPoints(distribution: Distribution): DensityPoint[] {
  const [from, to] = [FROM, TO].map((p) => Math.log(Math.max(distribution.quantile(p), Number.MIN_VALUE)));
  if (from === undefined || to === undefined || !Number.isFinite(from) || !Number.isFinite(to)) return [];
  const width = (to - from) / STEPS;
  if (!(width > 1e-9)) return [{ ms: Math.exp(to), density: 1 }];
  let below = distribution.cdf(Math.exp(from));
  return Array.from({ length: STEPS }, (_, i) => {
    const above = distribution.cdf(Math.exp(from + (i + 1) * width));
    const density = (above - below) / width;
    below = above;
    return { ms: Math.exp(from + (i + 0.5) * width), density };
  });
}
