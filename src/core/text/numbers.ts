/** Counts and shares as text. */

/** `1234567.5` → `1,234,567.5`: thousands apart, at most `most` decimals, at least `least`; negative with a minus sign. */
export function formatNumber(value: number, most: number, least = 0): string {
  // Intl says the same, and takes ten milliseconds to load.
  const [whole = '', decimals = ''] = Math.abs(value).toFixed(most).split('.');
  const kept = decimals.replace(/0+$/, '').padEnd(least, '0');
  const sign = value < 0 ? '−' : '';
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${kept === '' ? '' : `.${kept}`}`;
}

/** `1 store`, `3,412 stores`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count, 0)} ${count === 1 ? one : many}`;
}

/** A counted quantity as a bill has it: three decimals, or six below one. */
export function formatQuantity(quantity: number): string {
  return formatNumber(quantity, Math.abs(quantity) < 1 ? 6 : 3);
}

interface PercentStyle {
  /** Significant figures; two unless told, and never coarser than one in a hundred. */
  figures?: number;
  /** In hundredths alone, as a count of draws allows no more. */
  whole?: boolean;
  /** Of a difference: with a plus sign where it is not negative. */
  signed?: boolean;
}

/** `0.714` → `71%`. Something never reads as nothing, nor part as all: `< 0.001%`, `> 99.9%`; whole: `< 1%`, `> 99%`. */
export function percent(
  share: number,
  { figures = 2, whole = false, signed = false }: PercentStyle = {},
): string {
  const size = Math.abs(share) * 100;
  const sign = share < 0 ? '−' : signed ? '+' : '';
  if (!signed && size > 0 && size < (whole ? 1 : 0.001)) return `< ${sign}${whole ? 1 : 0.001}%`;
  const rounded =
    whole || size >= 100 ? Math.round(size) : Number(size.toPrecision(size < 99.5 ? figures : 3));
  if (!signed && size < 100 && (rounded === 100 || (whole && size > 99)))
    return `> ${sign}${whole ? 99 : 99.9}%`;
  return `${sign}${rounded}%`;
}

/** `99.999999999%`: with all its nines, and without the noise of an arithmetic that has fewer. */
export function formatNines(share: number): string {
  return `${Number(`${1 - share < 1e-13 ? share : Number(share.toPrecision(14))}e2`)}%`;
}
