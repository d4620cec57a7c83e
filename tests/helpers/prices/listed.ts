/** The price archive as its tests read it: prices as one line each. */
import path from 'node:path';
import type { Edition, EgressPrices, Price, RegionPrices } from '#core/pricing/editions/edition.ts';
import { parseRate } from '#core/pricing/editions/rate.ts';
import { wholeArchive } from '#tests/sources.ts';

export const root = path.resolve(import.meta.dirname, '../../..');
export const archive = wholeArchive();

export function edition(id: string): Edition {
  const store = id.slice(0, id.lastIndexOf('/'));
  const found = archive.editions(store).find((one) => one.id === id);
  if (!found) throw new Error(`no edition ${id}`);
  return found;
}

export function region(id: string, name: string): RegionPrices {
  const found = edition(id).regions[name];
  if (!found) throw new Error(`no region ${name} in ${id}`);
  return found;
}

/** `0.023 <51200, 0.022 <512000, 0.021`: amounts per unit, and where bands end. */
export function bands(price: Price | undefined): string {
  if (price === undefined) return 'none';
  if (typeof price === 'string') return price.split(' ')[0] ?? '';
  return price
    .map((tier) => `${tier.price.split(' ')[0]}${tier.upTo === undefined ? '' : ` <${tier.upTo}`}`)
    .join(', ');
}

/** Amount of one unit, to twelve digits: `0.005 per 1000 requests` → 0.000005. */
export function amount(price: Price | undefined, terabyteInGb = 1000): number {
  if (typeof price !== 'string') throw new Error('not one price');
  return Number(parseRate(price, terabyteInGb).amount?.toPrecision(12));
}

export function internet(prices: typeof EgressPrices._zod.output): string {
  return prices === 'transfer' ? 'transfer' : bands(prices.internet);
}
