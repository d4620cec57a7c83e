/**
 * A latency summary as a curve: the monotone cubic (Fritsch–Carlson) of ln t against the normal quantile z through the
 * quantiles known, straight beyond them. With fewer than two there is no curve.
 */
export interface Quantile {
  p: number;
  ms: number;
}

export interface CurvePoint {
  ms: number;
  /** Share of requests per unit of ln t. */
  density: number;
  /** Share of requests not slower. */
  share: number;
  /** Between the lowest and the highest quantile known. */
  known: boolean;
}

/** Φ⁻¹ for the percentiles a summary carries. */
const Z: Record<string, number> = { '0.5': 0, '0.95': 1.6448536269514722, '0.99': 2.3263478740408408 };

const phi = (z: number) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** Φ by Zelen and Severo's rational approximation, 26.2.17 in Abramowitz and Stegun; error below 7.5e-8. */
export function normalShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    phi(z) * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z >= 0 ? 1 - tail : tail;
}

/** Points of the curve from z = −2.6 to 3.1; null where the quantiles known do not rise. */
export function quantileCurve(quantiles: readonly Quantile[], steps = 90): CurvePoint[] | null {
  const knots = quantiles.flatMap(({ p, ms }) => {
    const z = Z[String(p)];
    return z !== undefined && ms > 0 ? [{ z, y: Math.log(ms) }] : [];
  });
  const rising = knots.every((knot, i) => i === 0 || knot.y > (knots[i - 1] as { y: number }).y + 1e-9);
  if (knots.length < 2 || !rising) return null;
  const slopes = monotoneSlopes(knots);
  const [first, last] = [knots[0], knots.at(-1)] as [Knot, Knot];
  return Array.from({ length: steps + 1 }, (_, i) => {
    const z = -2.6 + (5.7 * i) / steps;
    const { y, slope } = evaluate(knots, slopes, z);
    return {
      ms: Math.exp(y),
      density: phi(z) / slope,
      share: normalShare(z),
      known: z >= first.z && z <= last.z,
    };
  });
}

interface Knot {
  z: number;
  y: number;
}

function monotoneSlopes(knots: readonly Knot[]): number[] {
  const secants = knots.slice(1).map((knot, i) => {
    const before = knots[i] as Knot;
    return (knot.y - before.y) / (knot.z - before.z);
  });
  const at = (i: number) => secants[Math.min(Math.max(i, 0), secants.length - 1)] as number;
  // The harmonic mean of both secants keeps every piece monotone.
  return knots.map((_, i) => {
    const [left, right] = [at(i - 1), at(i)];
    return i === 0 || i === knots.length - 1 ? (i === 0 ? right : left) : (2 * left * right) / (left + right);
  });
}

function evaluate(
  knots: readonly Knot[],
  slopes: readonly number[],
  z: number,
): { y: number; slope: number } {
  const last = knots.length - 1;
  const i =
    z <= (knots[0] as Knot).z
      ? -1
      : z >= (knots[last] as Knot).z
        ? last
        : knots.findLastIndex((knot) => knot.z <= z);
  if (i < 0 || i === last) {
    const end = i < 0 ? 0 : last;
    const [knot, slope] = [knots[end] as Knot, slopes[end] as number];
    return { y: knot.y + slope * (z - knot.z), slope };
  }
  const [a, b] = [knots[i] as Knot, knots[i + 1] as Knot];
  const [ma, mb] = [slopes[i] as number, slopes[i + 1] as number];
  const h = b.z - a.z;
  const t = (z - a.z) / h;
  const y =
    a.y * (1 + 2 * t) * (1 - t) ** 2 +
    h * ma * t * (1 - t) ** 2 +
    b.y * t * t * (3 - 2 * t) +
    h * mb * t * t * (t - 1);
  const slope =
    ((6 * t * t - 6 * t) * (a.y - b.y)) / h + ma * (3 * t * t - 4 * t + 1) + mb * (3 * t * t - 2 * t);
  return { y, slope: Math.max(slope, 1e-6) };
}
