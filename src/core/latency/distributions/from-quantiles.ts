/** A latency through given quantiles: ln(t − floor) as a monotone curve of z = Φ⁻¹(p) (design §5). */
import { itemAt, segmentOf } from '../../at.ts';
import { GAUSS_LEGENDRE } from '../../quadrature.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import type { Distribution } from '../types.ts';

/** One known quantile: P(T ≤ ms) = p. */
export interface QuantilePoint {
  p: number;
  ms: number;
}

/** Smallest step of ln(t − floor) per unit of z, so that equal quantiles still have an inverse. */
const LEAST_SLOPE = 1e-7;

/**
 * Monotone cubic through the points (F. N. Fritsch and R. E. Carlson, "Monotone Piecewise Cubic Interpolation",
 * SIAM J. Numer. Anal. 17, 1980), continued linearly in z at both ends, so with log-normal tails. Quantiles out of
 * order are rearranged (V. Chernozhukov, I. Fernández-Val, A. Galichon, Econometrica 78, 2010). The floor is lowered
 * where it is not strictly below every quantile. Throws `RangeError` without a point, or at a p outside (0, 1).
 */
export function fromQuantiles(floorMs: number, points: readonly QuantilePoint[]): Distribution {
  const sorted = points.toSorted((a, b) => a.p - b.p);
  const z = sorted.map(({ p }) => normalQuantile(p));
  if (!z.every(Number.isFinite)) throw new RangeError('quantiles are asked strictly between 0 and 1');
  const ms = sorted.map((point) => point.ms).sort((a, b) => a - b);
  return fromGrid(floorMs, z, ms);
}

/** The same from rising `z` and rising `ms`, for callers that keep one grid. */
export function fromGrid(floorMs: number, z: readonly number[], ms: readonly number[]): Distribution {
  const first = itemAt(ms, 0);
  const last = ms[ms.length - 1] ?? first;
  const floor = Math.min(floorMs, first - Math.max(1e-3 * (last - first), 1e-6 * Math.abs(first), 1e-9));
  return new Curve(floor, z, ms);
}

/** Plain arrays: a plan makes dozens of curves, and room outside the heap for each of their vectors takes longer than they do. */
type Vector = readonly number[];

class Curve implements Distribution {
  readonly floorMs: number;
  readonly #z: Vector;
  /** ln(t − floor) at each z. */
  readonly #y: Vector;
  readonly #slope: Vector;
  /** Of each segment: how y rises over it, and its cubic's other three coefficients. */
  readonly #cubic: Vector;
  #mean: number | undefined;

  constructor(floorMs: number, z: Vector, ms: Vector) {
    this.floorMs = floorMs;
    this.#z = z;
    const y = ms.map((one) => Math.log(one - floorMs));
    for (let i = 1; i < z.length; i++) {
      const least = at(y, i - 1) + LEAST_SLOPE * (at(z, i) - at(z, i - 1));
      if (!(at(y, i) > least)) y[i] = least;
    }
    this.#y = y;
    this.#slope = monotoneSlopes(this.#z, this.#y);
    this.#cubic = cubics(this.#z, this.#y, this.#slope);
  }

  cdf(ms: number): number {
    return ms > this.floorMs ? normalCdf(this.#zAt(Math.log(ms - this.floorMs))) : 0;
  }

  quantile(p: number): number {
    return this.floorMs + Math.exp(this.#yAt(normalQuantile(p)));
  }

  get meanMs(): number {
    this.#mean ??= this.floorMs + this.#meanAboveFloor();
    return this.#mean;
  }

  #yAt(z: number): number {
    const last = this.#z.length - 1;
    if (z <= at(this.#z, 0)) return at(this.#y, 0) + (z - at(this.#z, 0)) * at(this.#slope, 0);
    if (z >= at(this.#z, last)) return at(this.#y, last) + (z - at(this.#z, last)) * at(this.#slope, last);
    const i = segmentOf(this.#z, z);
    return this.#hermite(i, (z - at(this.#z, i)) / (at(this.#z, i + 1) - at(this.#z, i)));
  }

  #hermite(i: number, u: number): number {
    const c = this.#cubic;
    const k = 4 * i;
    return at(this.#y, i) + u * (at(c, k + 1) + u * (at(c, k + 2) + u * at(c, k + 3)));
  }

  /** Inverse of the curve: Halley's steps, kept inside the bracket by halving. */
  #zAt(y: number): number {
    const last = this.#z.length - 1;
    if (y <= at(this.#y, 0)) return at(this.#z, 0) + (y - at(this.#y, 0)) / at(this.#slope, 0);
    if (y >= at(this.#y, last)) return at(this.#z, last) + (y - at(this.#y, last)) / at(this.#slope, last);
    const i = segmentOf(this.#y, y);
    const above = y - at(this.#y, i);
    const rise = at(this.#cubic, 4 * i);
    const b = at(this.#cubic, 4 * i + 1);
    const c = at(this.#cubic, 4 * i + 2);
    const d = at(this.#cubic, 4 * i + 3);
    let low = 0;
    let high = 1;
    let u = above / rise;
    for (let step = 0; step < 60; step++) {
      const error = u * (b + u * (c + u * d)) - above;
      if (error > 0) high = u;
      else low = u;
      const tangent = b + u * (2 * c + 3 * d * u);
      const halley = u - (error * tangent) / (tangent * tangent - error * (c + 3 * d * u));
      // Before the bracket has a say: at the root it would send the next step back to its middle. What is left after a step
      // is about its cube.
      if (Math.abs(halley - u) < 1e-6) {
        u = halley;
        break;
      }
      u = halley > low && halley < high ? halley : (low + high) / 2;
    }
    return at(this.#z, i) + u * (at(this.#z, i + 1) - at(this.#z, i));
  }

  /** E[exp(y(Z))]: the tails in closed form, each segment by Gauss–Legendre. */
  #meanAboveFloor(): number {
    const last = this.#z.length - 1;
    const tail = (i: number, below: boolean) => {
      const slope = at(this.#slope, i);
      const intercept = at(this.#y, i) - slope * at(this.#z, i);
      const share = normalCdf(below ? at(this.#z, i) - slope : slope - at(this.#z, i));
      return Math.exp(intercept + (slope * slope) / 2) * share;
    };
    let mean = tail(0, true) + tail(last, false);
    for (let i = 0; i < last; i++) {
      const h = at(this.#z, i + 1) - at(this.#z, i);
      for (const [node, weight] of GAUSS_LEGENDRE) {
        const z = at(this.#z, i) + node * h;
        mean += weight * h * density(z) * Math.exp(this.#hermite(i, node));
      }
    }
    return mean;
  }
}

const density = (z: number) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** Tangents that keep each segment monotone; both ends take their outermost chord. */
function monotoneSlopes(z: Vector, y: Vector): Vector {
  const last = z.length - 1;
  if (last === 0) return [LEAST_SLOPE];
  const chord = (i: number) => (at(y, i + 1) - at(y, i)) / (at(z, i + 1) - at(z, i));
  const slope = [chord(0)];
  for (let i = 1; i < last; i++) {
    const left = at(z, i) - at(z, i - 1);
    const right = at(z, i + 1) - at(z, i);
    // Weighted harmonic mean of the chords: inside the Fritsch–Carlson region whatever the spacing.
    slope.push((3 * (left + right)) / ((2 * right + left) / chord(i - 1) + (right + 2 * left) / chord(i)));
  }
  slope.push(chord(last - 1));
  return slope;
}

/** y over u from 0 to 1 in each segment, as its rise and the coefficients of u, u² and u³. */
function cubics(z: Vector, y: Vector, slope: Vector): Vector {
  const found: number[] = [];
  for (let i = 0; i < z.length - 1; i++) {
    const h = at(z, i + 1) - at(z, i);
    const rise = at(y, i + 1) - at(y, i);
    const b = at(slope, i) * h;
    const c = 3 * rise - 2 * b - at(slope, i + 1) * h;
    found.push(rise, b, c, rise - b - c);
  }
  return found;
}

/** Not `?? NaN`: that makes an object of every number. */
function at(values: Vector, index: number): number {
  return values[index]!;
}
