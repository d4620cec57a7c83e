/** The later of two independent answers: F(t) = F₁(t)·F₂(t). */
import { normalCdf } from '../distributions/normal.ts';
import { derived } from '../distributions/transform.ts';
import type { Distribution } from '../types.ts';

export function slower(a: Distribution, b: Distribution): Distribution {
  const cdf = (ms: number) => a.cdf(ms) * b.cdf(ms);
  return derived(Math.max(a.floorMs, b.floorMs), {
    cdf,
    quantile: (p) => {
      const both = Math.sqrt(p);
      const [ofA, ofB] = [a.quantile(p), b.quantile(p)];
      const [later, other] = ofA > ofB ? [a, b] : [b, a];
      let low = Math.max(ofA, ofB);
      let high = Math.max(a.quantile(both), b.quantile(both));
      while (high - low > 1e-9 * high) {
        const middle = (low + high) / 2;
        const share = later.cdf(middle);
        // Where one is not there yet, both are not.
        if (share < p || share * other.cdf(middle) < p) low = middle;
        else high = middle;
      }
      return high;
    },
    mean: () => meanWhenLater(a, b) + meanWhenLater(b, a),
  });
}

const STEP = 1 / 8;
const REACH = 8;
/** Where the integrand is taken, each with its weight. */
const NODES = Array.from({ length: (2 * REACH) / STEP + 1 }, (_, i) => {
  const z = i * STEP - REACH;
  return { p: normalCdf(z), weight: Math.exp((-z * z) / 2) };
});
const WEIGHTS = NODES.reduce((sum, { weight }) => sum + weight, 0);

/** E[A · 1(B ≤ A)] = ∫ Q(Φ(z)) F₂(Q(Φ(z))) φ(z) dz by the trapezoid rule. */
function meanWhenLater(a: Distribution, b: Distribution): number {
  let sum = 0;
  for (const { p, weight } of NODES) {
    const ms = a.quantile(p);
    sum += weight * ms * b.cdf(ms);
  }
  return sum / WEIGHTS;
}
