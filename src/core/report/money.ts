/** Money as text: the one place that rounds it. */

const SYMBOLS: Record<string, string> = { USD: '$', EUR: '€' };
const STEPS = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

export interface MoneyStyle {
  /** `overview`: three significant figures (`$48.2k`). `exact`: to the cent (`$48,214.70`). */
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
  return `${scaled.toFixed(Math.min(2, Math.max(0, 2 - Math.floor(Math.log10(scaled)))))}${suffix}`;
}

function exact(size: number): string {
  return size.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** The price of one unit with every digit it has and no float noise: `$0.0000004`. */
export function formatUnitPrice(price: number, currency = 'USD'): string {
  const digits = Number(price.toPrecision(12)).toLocaleString('en-US', { maximumFractionDigits: 15 });
  return `${SYMBOLS[currency] ?? `${currency} `}${digits}`;
}
