/** Money, prices and counts with every digit that a bill has. */
import { symbolOf, worded } from './money.ts';

/** An amount to the cent: `$48,214.70`. What is due but below half a cent reads `< $0.01`. */
export function exactMoney(amount: number, currency = 'USD', atLeast = false): string {
  const digitsOf = (size: number) => formatNumber(size, 2, 2);
  return worded(amount, currency, atLeast, { digitsOf, from: 0.005, least: '0.01' });
}

/** The price of one unit with every digit it has and no float noise; of cents both or none: `$0.0000004`, `$0.30`, `$5`. */
export function formatUnitPrice(price: number, currency = 'USD'): string {
  const magnitude = price === 0 ? 0 : Math.floor(Math.log10(Math.abs(price)));
  const digits = formatNumber(price, Math.min(20, Math.max(0, 11 - magnitude)));
  return `${symbolOf(currency)}${digits.replace(/\.\d$/, '$&0')}`;
}

/** To whole cents. */
export const roundToCents = (amount: number) => Math.round(amount * 100) / 100;

/** `1234567.5` → `1,234,567.5`: thousands apart, at most `most` decimals, at least `least`; negative with a minus sign. */
export function formatNumber(value: number, most: number, least = 0): string {
  // Intl says the same, and takes ten milliseconds to load.
  const [whole = '', decimals = ''] = Math.abs(value).toFixed(most).split('.');
  const kept = decimals.replace(/0+$/, '').padEnd(least, '0');
  const sign = value < 0 ? '−' : '';
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${kept === '' ? '' : `.${kept}`}`;
}

/** A counted quantity as a bill has it: three decimals, or six below one. */
export function formatQuantity(quantity: number): string {
  return formatNumber(quantity, Math.abs(quantity) < 1 ? 6 : 3);
}
