/** Names of quantiles: `p50` is 0.5, `p5` 0.05, `p999` 0.999, `p001` 0.001. */

/** The probability a name means; null where it names no quantile. Up to two digits are percent, more are decimals. */
export function quantileOf(statistic: string): number | null {
  const digits = /^p(\d{1,4})$/.exec(statistic)?.[1];
  if (digits === undefined) return null;
  const p = digits.length <= 2 ? Number(digits) / 100 : Number(`0.${digits}`);
  return p > 0 && p < 1 ? p : null;
}
