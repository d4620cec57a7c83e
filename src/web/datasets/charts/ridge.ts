/** The density of a measured curve over ln t, for a ridge. */
import type { SampledCurve } from '#core/latency/cells/cell-curve.ts';
import { normalCdf } from '#core/latency/distributions/normal.ts';

const FROM_Z = -2.8;
const TO_Z = 2.8;
/** Wide enough that a step between two printed quantiles does not become a spike. */
const HALF = 0.3;
const STEPS = 80;

export function ridgeOf(curve: SampledCurve): { ms: number; density: number }[] {
  return Array.from({ length: STEPS + 1 }, (_, i) => {
    const z = FROM_Z + ((TO_Z - FROM_Z) * i) / STEPS;
    const [low, high] = [normalCdf(z - HALF), normalCdf(z + HALF)];
    const width = Math.log(curve.quantile(high) / curve.quantile(low));
    return { ms: curve.quantile(normalCdf(z)), density: (high - low) / Math.max(width, 0.01) };
  });
}
