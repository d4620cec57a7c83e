/** The standard normal distribution, both ways. */
import { numberAt } from '../../at.ts';

const SMALL = {
  numerator: Float64Array.of(
    0.18577770618460315,
    3.1611237438705655,
    113.86415415105016,
    377.485237685302,
    3209.3775891384694,
  ),
  denominator: Float64Array.of(
    1,
    23.601290952344122,
    244.02463793444417,
    1282.6165260773723,
    2844.236833439171,
  ),
};
// The ratios asked most are written out: a loop over their coefficients takes twice the time.
function middle(x: number): number {
  const above =
    (((((((2.1531153547440383e-8 * x + 0.5641884969886701) * x + 8.883149794388377) * x + 66.11919063714163) *
      x +
      298.6351381974001) *
      x +
      881.952221241769) *
      x +
      1712.0476126340707) *
      x +
      2051.0783778260716) *
      x +
    1230.3393547979972;
  const below =
    (((((((x + 15.744926110709835) * x + 117.6939508913125) * x + 537.1811018620099) * x +
      1621.3895745666903) *
      x +
      3290.7992357334597) *
      x +
      4362.619090143247) *
      x +
      3439.3676741437216) *
      x +
    1230.3393548037495;
  return above / below;
}
const LARGE = {
  numerator: Float64Array.of(
    0.016315387137302097,
    0.30532663496123236,
    0.36034489994980445,
    0.12578172611122926,
    0.016083785148742275,
    0.0006587491615298378,
  ),
  denominator: Float64Array.of(
    1,
    2.568520192289822,
    1.8729528499234673,
    0.5279051029514285,
    0.06051834131244132,
    0.0023352049762686918,
  ),
};

/** Φ(z), to about 1e-15 relative in both tails. */
export function normalCdf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  if (x <= 0.46875) return 0.5 + (z / Math.SQRT2 / 2) * ratio(SMALL, x * x);
  const tail = errorFunctionTail(x) / 2;
  return z > 0 ? 1 - tail : tail;
}

const FARTHEST = 27.3;
/** exp(−x²) at each sixteenth. */
const BELLS = Float64Array.from({ length: 16 * FARTHEST + 1 }, (_, i) => Math.exp(-((i / 16) ** 2)));

/** erfc(x) for x > 0.46875. W. J. Cody, "Rational Chebyshev Approximations for the Error Function", Math. Comp. 23 (1969). */
function errorFunctionTail(x: number): number {
  if (x > FARTHEST) return 0;
  // exp(−x²) in two factors, so that squaring loses no digits.
  const sixteenths = Math.trunc(x * 16);
  const coarse = sixteenths / 16;
  const bell = numberAt(BELLS, sixteenths) * Math.exp(-(x - coarse) * (x + coarse));
  if (x <= 4) return bell * middle(x);
  const square = 1 / (x * x);
  return (bell * (1 / Math.sqrt(Math.PI) - square * ratio(LARGE, square))) / x;
}

function centre(x: number): number {
  const above =
    ((((((2509.0809287301227 * x + 33430.57558358813) * x + 67265.7709270087) * x + 45921.95393154987) * x +
      13731.69376550946) *
      x +
      1971.5909503065513) *
      x +
      133.14166789178438) *
      x +
    3.3871328727963665;
  const below =
    ((((((5226.495278852854 * x + 28729.085735721943) * x + 39307.89580009271) * x + 21213.794301586597) * x +
      5394.196021424751) *
      x +
      687.1870074920579) *
      x +
      42.31333070160091) *
      x +
    1;
  return above / below;
}
function shoulder(x: number): number {
  const above =
    ((((((0.0007745450142783414 * x + 0.022723844989269184) * x + 0.2417807251774506) * x +
      1.2704582524523684) *
      x +
      3.6478483247632045) *
      x +
      5.769497221460691) *
      x +
      4.630337846156546) *
      x +
    1.4234371107496835;
  const below =
    ((((((1.0507500716444169e-9 * x + 0.0005475938084995345) * x + 0.015198666563616457) * x +
      0.14810397642748008) *
      x +
      0.6897673349851) *
      x +
      1.6763848301838038) *
      x +
      2.053191626637759) *
      x +
    1;
  return above / below;
}
const FAR_TAIL = {
  numerator: Float64Array.of(
    2.0103343992922881e-7,
    0.000027115555687434876,
    0.0012426609473880784,
    0.026532189526576124,
    0.29656057182850487,
    1.7848265399172913,
    5.463784911164114,
    6.657904643501103,
  ),
  denominator: Float64Array.of(
    2.0442631033899397e-15,
    1.421511758316446e-7,
    0.000018463183175100548,
    0.0007868691311456133,
    0.014875361290850615,
    0.1369298809227358,
    0.599832206555888,
    1,
  ),
};

/**
 * Φ⁻¹(p) for 0 < p < 1; ±∞ at the ends. M. J. Wichura, "Algorithm AS 241: The Percentage Points of the Normal
 * Distribution", Applied Statistics 37 (1988); relative error about 1e-16.
 */
export function normalQuantile(p: number): number {
  if (!(p > 0)) return p === 0 ? -Infinity : NaN;
  if (!(p < 1)) return p === 1 ? Infinity : NaN;
  const fromMiddle = p - 0.5;
  if (Math.abs(fromMiddle) <= 0.425) {
    return fromMiddle * centre(0.180625 - fromMiddle * fromMiddle);
  }
  const r = Math.sqrt(-Math.log(fromMiddle < 0 ? p : 1 - p));
  const size = r <= 5 ? shoulder(r - 1.6) : ratio(FAR_TAIL, r - 5);
  return fromMiddle < 0 ? -size : size;
}

const FARTHEST_SCORE = 40;

/** Φ⁻¹ of a sum of shares, finite also where rounding has taken it to 0 or 1, or past them. */
export function normalScore(share: number): number {
  return share <= 0 ? -FARTHEST_SCORE : share >= 1 ? FARTHEST_SCORE : normalQuantile(share);
}

interface Ratio {
  numerator: Float64Array;
  denominator: Float64Array;
}

/** A polynomial over another of the same degree, by Horner's rule, highest power first. */
function ratio({ numerator, denominator }: Ratio, x: number): number {
  let above = 0;
  let below = 0;
  for (let i = 0; i < numerator.length; i += 1) {
    above = above * x + numberAt(numerator, i);
    below = below * x + numberAt(denominator, i);
  }
  return above / below;
}
