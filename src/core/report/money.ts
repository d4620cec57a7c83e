/** Money as text: the one place that rounds it. */

const SYMBOLS: Record<string, string> = { USD: '$', EUR: '€' };
const STEPS = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

export interface MoneyStyle {
  /** `overview`: three significant figures (`$48.2k`, `$18`, `$18.40`: cents are two digits or none). `exact`: to the cent (`$48,214.70`). */
  style: 'overview' | 'exact';
  currency?: string;
  /** The amount is a lower bound, because a price is not known. */
  atLeast?: boolean;
}

/** `48_214.7` → `$48.2k` or `$48,214.70`; with `atLeast`: `at least $48.2k`. Something due is never shown as nothing. */
export function formatMoney(
  amount: number,
  { style, currency = 'USD', atLeast = false }: MoneyStyle,
): string {
  const symbol = SYMBOLS[currency] ?? `${currency} `;
  const sign = amount < 0 ? '-' : '';
  const size = Math.abs(amount);
  const digits = size > 0 && size < 0.005 ? null : style === 'overview' ? overview(size) : exact(size);
  const text = digits === null ? `< ${symbol}0.01` : `${sign}${symbol}${digits}`;
  return atLeast ? `at least ${text}` : text;
}

function overview(size: number): string {
  const rounded = Number(size.toPrecision(3));
  const [step, suffix] = STEPS.find(([least]) => rounded >= least) ?? [1, ''];
  const scaled = rounded / step;
  if (scaled === 0) return '0';
  if (step === 1 && scaled >= 10 && scaled < 100) return scaled.toFixed(Number.isInteger(scaled) ? 0 : 2);
  return `${scaled.toFixed(Math.min(2, Math.max(0, 2 - Math.floor(Math.log10(scaled)))))}${suffix}`;
}

function exact(size: number): string {
  return formatNumber(size, 2, 2);
}

/** The price of one unit with every digit it has and no float noise: `$0.0000004`. */
export function formatUnitPrice(price: number, currency = 'USD'): string {
  const magnitude = price === 0 ? 0 : Math.floor(Math.log10(Math.abs(price)));
  return `${SYMBOLS[currency] ?? `${currency} `}${formatNumber(price, Math.min(20, Math.max(0, 11 - magnitude)))}`;
}

/** `1234567.5` → `1,234,567.5`: thousands apart, at most `most` decimals, at least `least`. */
export function formatNumber(value: number, most: number, least = 0): string {
  // Intl says the same, and takes ten milliseconds to load.
  const [whole = '', decimals = ''] = Math.abs(value).toFixed(most).split('.');
  const kept = decimals.replace(/0+$/, '').padEnd(least, '0');
  const sign = value < 0 ? '-' : '';
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${kept === '' ? '' : `.${kept}`}`;
}
