import { GAUSS_LEGENDRE } from '../quadrature.ts';

/** ∫ f over [from, to], piece by piece between the kinks, in ln (t + shift) where that is positive: shares fall as 1/t. */
export function integralOver(
  f: (time: number) => number,
  from: number,
  to: number,
  kinks: readonly number[],
  shift = 0,
): number {
  const cuts = [from, ...kinks.filter((kink) => kink > from && kink < to).sort((a, b) => a - b), to];
  let sum = 0;
  for (let i = 1; i < cuts.length; i += 1) {
    const [low, high] = [cuts[i - 1] ?? from, cuts[i] ?? to];
    const inLogs = low + shift > 0;
    const [a, b] = inLogs ? [Math.log(low + shift), Math.log(high + shift)] : [low, high];
    for (const [node, weight] of GAUSS_LEGENDRE) {
      const x = a + node * (b - a);
      sum += weight * (b - a) * (inLogs ? f(Math.exp(x) - shift) * Math.exp(x) : f(x));
    }
  }
  return sum;
}
