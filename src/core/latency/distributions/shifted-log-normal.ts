/** Shifted log-normal latencies: T = floor + exp(μ + σZ). */
import type { LatencyFinding } from '../../findings/latency-findings.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import type { Distribution } from '../types.ts';

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

/** Both log-normals that a floor, a mean and a 95th percentile allow; `best` has the smaller σ. */
interface FromMean {
  best: Distribution;
  other: Distribution;
}

/**
 * From floor, mean and p95 with r = (p95 − f) / (m − f): σ = z₉₅ ∓ √(z₉₅² − 2 ln r), because p95 − f = e^(μ + z₉₅σ) and
 * m − f = e^(μ + σ²/2). No real root (r > 3.868, or r ≤ 1): the finding `no-shifted-lognormal`.
 */
export function shiftedLogNormalFromMean(
  store: string,
  floorMs: number,
  meanMs: number,
  p95Ms: number,
): FromMean | LatencyFinding {
  const z95 = normalQuantile(0.95);
  const ratio = (p95Ms - floorMs) / (meanMs - floorMs);
  const root = z95 * z95 - 2 * Math.log(ratio);
  if (!(root >= 0 && ratio > 1 && meanMs > floorMs)) return { code: 'no-shifted-lognormal', store, ratio };
  const withSigma = (sigma: number) =>
    logNormalAbove(floorMs, Math.log(meanMs - floorMs) - (sigma * sigma) / 2, sigma);
  return { best: withSigma(z95 - Math.sqrt(root)), other: withSigma(z95 + Math.sqrt(root)) };
}
