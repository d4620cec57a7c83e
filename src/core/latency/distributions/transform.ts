/** Distributions made from one other: moved, stretched or bounded by another. */
import { normalCdf } from './normal.ts';
import type { Distribution } from '../types.ts';

/** T + addMs. */
export function shift(d: Distribution, addMs: number): Distribution {
  return addMs === 0 ? d : linear(d, 1, addMs);
}

/** T × factor, factor > 0. */
export function scale(d: Distribution, factor: number): Distribution {
  if (!(factor > 0)) throw new RangeError('a factor must be above 0');
  return factor === 1 ? d : linear(d, factor, 0);
}

function linear(d: Distribution, factor: number, addMs: number): Distribution {
  return derived(d.floorMs * factor + addMs, {
    cdf: (ms) => d.cdf((ms - addMs) / factor),
    quantile: (p) => d.quantile(p) * factor + addMs,
    mean: () => d.meanMs * factor + addMs,
  });
}

/** At every p the smaller of both: its quantile function is the pointwise minimum, so its cdf the pointwise maximum. */
export function pointwiseMin(a: Distribution, b: Distribution): Distribution {
  return derived(Math.min(a.floorMs, b.floorMs), {
    cdf: (ms) => Math.max(a.cdf(ms), b.cdf(ms)),
    quantile: (p) => Math.min(a.quantile(p), b.quantile(p)),
  });
}

/** At every p the larger of both. */
export function pointwiseMax(a: Distribution, b: Distribution): Distribution {
  return derived(Math.max(a.floorMs, b.floorMs), {
    cdf: (ms) => Math.min(a.cdf(ms), b.cdf(ms)),
    quantile: (p) => Math.max(a.quantile(p), b.quantile(p)),
  });
}

interface Parts {
  cdf(ms: number): number;
  quantile(p: number): number;
  mean?: () => number;
}

/** A distribution from its parts; without a closed mean, the mean is integrated when first asked for. */
export function derived(floorMs: number, parts: Parts): Distribution {
  return new Derived(floorMs, parts);
}

// A class, not objects with getters of their own: thousands are made for a plan, and a getter of one object costs a microsecond.
class Derived implements Distribution {
  readonly floorMs: number;
  readonly #parts: Parts;
  #mean: number | undefined;

  constructor(floorMs: number, parts: Parts) {
    this.floorMs = floorMs;
    this.#parts = parts;
  }

  cdf(ms: number): number {
    return this.#parts.cdf(ms);
  }

  quantile(p: number): number {
    return this.#parts.quantile(p);
  }

  get meanMs(): number {
    this.#mean ??= this.#parts.mean ? this.#parts.mean() : meanOf((p) => this.#parts.quantile(p));
    return this.#mean;
  }
}

/** One that is made when it is first asked. */
export function deferred(make: () => Distribution): Distribution {
  return new Deferred(make);
}

class Deferred implements Distribution {
  readonly #make: () => Distribution;
  #made: Distribution | undefined;

  constructor(make: () => Distribution) {
    this.#make = make;
  }

  get #of(): Distribution {
    return (this.#made ??= this.#make());
  }

  get floorMs(): number {
    return this.#of.floorMs;
  }

  cdf(ms: number): number {
    return this.#of.cdf(ms);
  }

  quantile(p: number): number {
    return this.#of.quantile(p);
  }

  get meanMs(): number {
    return this.#of.meanMs;
  }
}

const STEP = 1 / 32;
const REACH = 8;

/** ∫ Q(Φ(z)) φ(z) dz by the trapezoid rule, which converges exponentially for such integrands (Trefethen and Weideman, 2014). */
function meanOf(quantile: (p: number) => number): number {
  let sum = 0;
  let weights = 0;
  for (let z = -REACH; z <= REACH; z += STEP) {
    const weight = Math.exp((-z * z) / 2);
    sum += weight * quantile(normalCdf(z));
    weights += weight;
  }
  return sum / weights;
}
