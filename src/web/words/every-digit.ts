/** Prices and quantities as a receipt has them. */
import { symbolOf } from './format.ts';

const EVERY_DIGIT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 15 });
const THREE = new Intl.NumberFormat('en-US');
const SIX = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });

/** A price of one unit with every digit it has and no float noise; of cents both or none: `"$4.50"`, `"$5"`. */
export function unitPrice(price: number, currency = 'USD'): string {
  const digits = EVERY_DIGIT.format(Number(price.toPrecision(12))).replace(/\.\d$/, '$&0');
  return `${symbolOf(currency)}${digits}`;
}

/** A counted quantity on a receipt: up to three decimals, thousands apart. */
export function exactQuantity(quantity: number): string {
  const size = Math.abs(quantity);
  const digits = (size < 1 ? SIX : THREE).format(size);
  return quantity < 0 ? `−${digits}` : digits;
}
