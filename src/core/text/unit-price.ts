/** The price of one unit as text. */
import { symbolOf } from './money.ts';
import { formatNumber } from './numbers.ts';

/** With every digit it has and no float noise; of cents both or none: `$0.0000004`, `$0.30`, `$5`. */
export function formatUnitPrice(price: number, currency = 'USD'): string {
  const magnitude = price === 0 ? 0 : Math.floor(Math.log10(Math.abs(price)));
  const digits = formatNumber(price, Math.min(20, Math.max(0, 11 - magnitude)));
  return `${symbolOf(currency)}${digits.replace(/\.\d$/, '$&0')}`;
}
