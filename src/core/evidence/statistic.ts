/** Names of quantiles: `p50` is 0.5, `p5` 0.05, `p999` 0.999, `p001` 0.001. */

/** The probability a name means; null where it names no quantile. Up to two digits are percent, more are decimals. */
export function quantileOf(statistic: string): number | null {
  const digits = /^p(?!100+$)(\d{1,4})$/.exec(statistic)?.[1];
  if (digits === undefined) return null;
  const p = digits.length <= 2 ? Number(digits) / 100 : Number(`0.${digits}`);
  return p > 0 && p < 1 ? p : null;
}

/** The name of a quantile: 99.9 is `p999`, 5 `p5`, 0.1 `p001`; null where four decimals do not hold it. */
export function quantileName(percent: number): string | null {
  if (!(percent > 0 && percent < 100)) return null;
  if (Number.isInteger(percent)) return `p${percent}`;
  const decimals = (percent / 100).toFixed(4).slice(2).replace(/0+$/, '').padEnd(3, '0');
  const name = `p${decimals}`;
  return Math.abs((quantileOf(name) ?? NaN) - percent / 100) < 1e-9 ? name : null;
}
