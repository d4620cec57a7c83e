/** Shifted log-normal latencies, T = floor + exp(μ + σZ), in closed form. */
import type { QuantilePoint } from '#core/latency/distributions/from-quantiles.ts';
import { normalCdf, normalQuantile } from '#core/latency/distributions/normal.ts';
import type { Distribution } from '#core/latency/types.ts';

/** From μ and σ of ln(t − floor), t in ms. Throws `RangeError` unless σ is above zero. */
export function logNormalAbove(floorMs: number, mu: number, sigma: number): Distribution {
  if (!(sigma > 0)) throw new RangeError('a log-normal needs sigma above 0');
  return {
    floorMs,
    cdf: (ms) => (ms > floorMs ? normalCdf((Math.log(ms - floorMs) - mu) / sigma) : 0),
    quantile: (p) => floorMs + Math.exp(mu + sigma * normalQuantile(p)),
    meanMs: floorMs + Math.exp(mu + (sigma * sigma) / 2),
  };
}

/** By two of its quantiles. Throws `RangeError` unless floor < a.ms < b.ms and a.p < b.p. */
export function shiftedLogNormal(floorMs: number, a: QuantilePoint, b: QuantilePoint): Distribution {
  if (!(floorMs < a.ms && a.ms < b.ms && a.p < b.p))
    throw new RangeError('a shifted log-normal needs floor < first quantile < second quantile');
  const za = normalQuantile(a.p);
  const sigma = Math.log((b.ms - floorMs) / (a.ms - floorMs)) / (normalQuantile(b.p) - za);
  return logNormalAbove(floorMs, Math.log(a.ms - floorMs) - sigma * za, sigma);
}
