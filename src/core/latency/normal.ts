/** The standard normal distribution, both ways. */

const SMALL = {
  numerator: [
    1.8577770618460315e-1, 3.1611237438705656, 1.13864154151050156e2, 3.77485237685302021e2,
    3.20937758913846947e3,
  ],
  denominator: [
    1, 2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3, 2.84423683343917062e3,
  ],
};
const MIDDLE = {
  numerator: [
    2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594, 6.61191906371416295e1,
    2.98635138197400131e2, 8.8195222124176909e2, 1.71204761263407058e3, 2.05107837782607147e3,
    1.23033935479799725e3,
  ],
  denominator: [
    1, 1.57449261107098347e1, 1.17693950891312499e2, 5.37181101862009858e2, 1.62138957456669019e3,
    3.29079923573345963e3, 4.36261909014324716e3, 3.43936767414372164e3, 1.23033935480374942e3,
  ],
};
const LARGE = {
  numerator: [
    1.63153871373020978e-2, 3.05326634961232344e-1, 3.60344899949804439e-1, 1.25781726111229246e-1,
    1.60837851487422766e-2, 6.58749161529837803e-4,
  ],
  denominator: [
    1, 2.56852019228982242, 1.87295284992346725, 5.27905102951428412e-1, 6.05183413124413191e-2,
    2.33520497626869185e-3,
  ],
};

/** Φ(z), to about 1e-15 relative in both tails. */
export function normalCdf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  if (x <= 0.46875) return 0.5 + (z / Math.SQRT2 / 2) * ratio(SMALL, x * x);
  const tail = errorFunctionTail(x) / 2;
  return z > 0 ? 1 - tail : tail;
}

/** erfc(x) for x > 0.46875. W. J. Cody, "Rational Chebyshev Approximations for the Error Function", Math. Comp. 23 (1969). */
function errorFunctionTail(x: number): number {
  if (x > 27.3) return 0;
  // exp(−x²) in two factors, so that squaring loses no digits.
  const coarse = Math.trunc(x * 16) / 16;
  const bell = Math.exp(-coarse * coarse) * Math.exp(-(x - coarse) * (x + coarse));
  if (x <= 4) return bell * ratio(MIDDLE, x);
  const square = 1 / (x * x);
  return (bell * (1 / Math.sqrt(Math.PI) - square * ratio(LARGE, square))) / x;
}

const CENTRE = {
  numerator: [
    2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
    13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608,
  ],
  denominator: [
    5226.495278852854561, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867,
    5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1,
  ],
};
const SHOULDER = {
  numerator: [
    7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177, 1.27045825245236838258,
    3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734,
  ],
  denominator: [
    1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966, 0.14810397642748007459,
    0.68976733498510000455, 1.6763848301838038494, 2.05319162663775882187, 1,
  ],
};
const FAR_TAIL = {
  numerator: [
    2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.2426609473880784386e-3, 0.026532189526576123093,
    0.29656057182850489123, 1.7848265399172913358, 5.4637849111641143699, 6.6579046435011037772,
  ],
  denominator: [
    2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5, 7.868691311456132591e-4,
    0.0148753612908506148525, 0.13692988092273580531, 0.59983220655588793769, 1,
  ],
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
    return fromMiddle * ratio(CENTRE, 0.180625 - fromMiddle * fromMiddle);
  }
  const r = Math.sqrt(-Math.log(fromMiddle < 0 ? p : 1 - p));
  const size = r <= 5 ? ratio(SHOULDER, r - 1.6) : ratio(FAR_TAIL, r - 5);
  return fromMiddle < 0 ? -size : size;
}

function ratio(of: { numerator: readonly number[]; denominator: readonly number[] }, x: number): number {
  return polynomial(of.numerator, x) / polynomial(of.denominator, x);
}

/** Horner's rule, highest power first. */
function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (const coefficient of coefficients) value = value * x + coefficient;
  return value;
}
