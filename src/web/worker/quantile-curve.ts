/** A latency summary as a curve to draw: the core's own monotone curve through the quantiles known. */
import { fromQuantiles, type QuantilePoint } from '#core/latency/distributions/from-quantiles.ts';
import { normalCdf } from '#core/latency/distributions/normal.ts';
import type { CurvePoint } from './messages.ts';

const FROM_Z = -2.6;
const TO_Z = 3.1;

/** Points of the curve, rising in ms; null where there are fewer than two quantiles or they do not rise. */
export function quantileCurve(quantiles: readonly QuantilePoint[], steps = 96): CurvePoint[] | null {
  const rising = quantiles.every(({ ms }, i) => ms > (quantiles[i - 1]?.ms ?? 0) * (1 + 1e-9));
  const [first, last] = [quantiles[0], quantiles.at(-1)];
  if (!first || !last || quantiles.length < 2 || !rising) return null;
  const distribution = fromQuantiles(0, quantiles);
  const step = (TO_Z - FROM_Z) / steps;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const z = FROM_Z + i * step;
    const [low, p, high] = [z - step / 2, z, z + step / 2].map(normalCdf) as [number, number, number];
    const width = Math.log(distribution.quantile(high) / distribution.quantile(low));
    return {
      ms: distribution.quantile(p),
      density: (high - low) / Math.max(width, 1e-9),
      known: p >= first.p && p <= last.p,
    };
  });
}
