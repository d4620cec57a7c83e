/** A shifted log-normal by two of its quantiles. */
import type { QuantilePoint } from '#core/latency/distributions/from-quantiles.ts';
import { normalQuantile } from '#core/latency/distributions/normal.ts';
import { logNormalAbove } from '#core/latency/distributions/shifted-log-normal.ts';
import type { Distribution } from '#core/latency/types.ts';

/** Throws `RangeError` unless floor < a.ms < b.ms and a.p < b.p. */
export function shiftedLogNormal(floorMs: number, a: QuantilePoint, b: QuantilePoint): Distribution {
  if (!(floorMs < a.ms && a.ms < b.ms && a.p < b.p))
    throw new RangeError('a shifted log-normal needs floor < first quantile < second quantile');
  const za = normalQuantile(a.p);
  const sigma = Math.log((b.ms - floorMs) / (a.ms - floorMs)) / (normalQuantile(b.p) - za);
  return logNormalAbove(floorMs, Math.log(a.ms - floorMs) - sigma * za, sigma);
}
