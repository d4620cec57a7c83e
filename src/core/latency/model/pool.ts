/** Formulas of partial pooling: how far stores and sources differ, and how far a store's own measurements pull it from the pool. */
import { itemAt } from '../../at.ts';

export interface Value {
  mean: number;
  variance: number;
}

/** A variance, and with how many degrees of freedom it was seen; 0: not at all. */
export interface Spread {
  variance: number;
  freedom: number;
}

/** So precise is no source, however many requests it counts: 3 %, squared. */
const LEAST_VARIANCE = 0.03 ** 2;

const weightOf = ({ variance }: Value, between = 0) => 1 / (Math.max(variance, LEAST_VARIANCE) + between);

/**
 * The variance between the values of a group beyond their own, by the method of moments (R. DerSimonian and N. Laird,
 * "Meta-analysis in clinical trials", Controlled Clinical Trials 7, 1986), over several groups at once: (ΣQ − Σ(k − 1)) / ΣC.
 * `freedom` is Σ(k − 1); 0 says that no group has two values.
 */
export function betweenOf(groups: readonly (readonly Value[])[]): Spread {
  let [excess, scale, freedom] = [0, 0, 0];
  for (const values of groups) {
    if (values.length < 2) continue;
    const weights = values.map((one) => weightOf(one));
    const mean = weighted(values, weights);
    const total = sum(weights);
    excess += sum(values.map((one, i) => (weights[i] ?? NaN) * (one.mean - mean) ** 2)) - values.length + 1;
    scale += total - sum(weights.map((one) => one * one)) / total;
    freedom += values.length - 1;
  }
  return { variance: scale > 0 ? Math.max(0, excess / scale) : 0, freedom };
}

/**
 * The usual variance within a group: the median over groups of their own, each over the median of χ²/k with its
 * k degrees of freedom, (1 − 2/9k)³ (E. B. Wilson and M. M. Hilferty, PNAS 17, 1931). One store whose sources contradict each
 * other moves a median by little. `freedom`: over how many groups.
 */
export function usualBetween(groups: readonly Spread[]): Spread {
  const variances = groups
    .flatMap(({ variance, freedom }) => (freedom > 0 ? [variance / (1 - 2 / (9 * freedom)) ** 3] : []))
    .sort((a, b) => a - b);
  const variance = variances.length > 0 ? itemAt(variances, variances.length >> 1) : 0;
  return { variance, freedom: variances.length };
}

/** The mean of values that lie `between` apart, as a variance, beyond their own. Null without one. */
export function meanOf(values: readonly Value[], between: number): Value | null {
  if (values.length === 0) return null;
  const weights = values.map((one) => weightOf(one, between));
  return { mean: weighted(values, weights), variance: 1 / sum(weights) };
}

/** A normal prior and normal measurements: their mean by precision (Gelman et al., "Bayesian Data Analysis", section 2.5). */
export function shrunk(prior: Value | null, measured: readonly Value[]): Value {
  const all = prior ? [prior, ...measured] : measured;
  const weights = all.map(({ variance }) => 1 / variance);
  return { mean: weighted(all, weights), variance: 1 / sum(weights) };
}

/**
 * A variance that was seen with few degrees of freedom, pulled to the usual one, which counts as `usualFreedom` (a scaled
 * inverse χ² prior; G. K. Smyth, "Linear models and empirical Bayes methods", Stat. Appl. Genet. Mol. Biol. 3, 2004).
 */
export function shrunkVariance(usual: number, usualFreedom: number, seen: number, freedom: number): number {
  return (usualFreedom * usual + freedom * seen) / (usualFreedom + freedom);
}

function weighted(values: readonly Value[], weights: readonly number[]): number {
  return sum(values.map(({ mean }, i) => mean * (weights[i] ?? NaN))) / sum(weights);
}

export function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

export const average = (values: readonly number[]) => sum(values) / values.length;
