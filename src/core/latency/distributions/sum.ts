/** Two independent waits, one after the other: F(t) = ∫ F₂(t − x) dF₁(x). */
import { numberAt } from '../../at.ts';
import { GAUSS_LEGENDRE } from '../../quadrature.ts';
import type { Distribution } from '../types.ts';
import { inverted } from './inverted.ts';
import { normalCdf, normalScore } from './normal.ts';
import { derived } from './transform.ts';

/** Ends of panels, as normal scores. */
const ENDS = Float64Array.of(-6, -3, -1.5, -0.5, 0.5, 1.5, 2.5, 3.5, 6);
const EACH = GAUSS_LEGENDRE.length;
const ROOT = Math.sqrt(2 * Math.PI);

/**
 * One of them takes no more than half of t, so both parts are integrals of what changes slowly:
 * F(t) = ∫ F₂(t − x) dF₁(x) + ∫ F₁(t − y) dF₂(y) − F₁(t/2) F₂(t/2), each up to t/2, on Gauss–Legendre panels of the normal score.
 */
export function sum(first: Distribution, then: Distribution): Distribution {
  const ofFirst = upToHalf(first, then);
  const ofThen = upToHalf(then, first);
  const floorMs = first.floorMs + then.floorMs;
  const cdf = (ms: number) => {
    if (!(ms > floorMs)) return 0;
    const [a, b] = [first.cdf(ms / 2), then.cdf(ms / 2)];
    return Math.min(1, Math.max(0, ofFirst(ms, a) + ofThen(ms, b) - a * b));
  };
  return derived(floorMs, {
    cdf,
    quantile(p) {
      // Both are within these at once with probability p.
      const both = Math.sqrt(p);
      const low = Math.max(first.quantile(p) + then.floorMs, first.floorMs + then.quantile(p));
      return inverted(cdf, p, low, first.quantile(both) + then.quantile(both));
    },
    mean: () => first.meanMs + then.meanMs,
  });
}

/** ∫ G(t − x) dF(x) up to t/2, where F is `half` there. */
function upToHalf(of: Distribution, other: Distribution): (ms: number, half: number) => number {
  const waits = new Float64Array((ENDS.length - 1) * EACH).fill(Number.NaN);
  const weights = new Float64Array(waits.length);
  const panel = (from: number, to: number, use: (weight: number, wait: number, node: number) => void) => {
    for (const [i, [node, weight]] of GAUSS_LEGENDRE.entries()) {
      const z = from + node * (to - from);
      use((weight * (to - from) * Math.exp((-z * z) / 2)) / ROOT, of.quantile(normalCdf(z)), i);
    }
  };
  return (ms, half) => {
    const end = normalScore(half);
    let share = 0;
    const add = (weight: number, wait: number) => {
      if (ms - wait > other.floorMs) share += weight * other.cdf(ms - wait);
    };
    for (let j = 0; j + 1 < ENDS.length; j += 1) {
      const [from, to] = [numberAt(ENDS, j), numberAt(ENDS, j + 1)];
      if (from >= end) break;
      if (to > end) panel(from, end, add);
      else {
        const at = j * EACH;
        if (Number.isNaN(waits[at]))
          panel(from, to, (weight, wait, i) => {
            weights[at + i] = weight;
            waits[at + i] = wait;
          });
        for (let i = at; i < at + EACH; i += 1) add(numberAt(weights, i), numberAt(waits, i));
      }
    }
    return share;
  };
}
