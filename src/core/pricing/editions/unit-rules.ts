/** A price is per the unit its meter counts in. */
import type { DataIssue } from '../../data-error.ts';
import type { Price } from './edition.ts';
import type { MeterPrice } from './price-rows.ts';
import { parseRate } from './rate.ts';

/** Prices of one meter are all per its own unit; TB, and storage by the hour, count as GB and GB-month. `at`: of the region. */
export function unitIssues(at: string, prices: readonly Omit<MeterPrice, 'meter'>[]): DataIssue[] {
  return prices.flatMap(({ place, price, unit }) =>
    printedPrices(price)
      .filter((text) => text !== 'unknown' && parseRate(text, 1000).unit !== unit)
      .map((text) => ({
        place: [at, ...place].join('.'),
        message: `"${text}" does not fit this meter; its prices are per ${unit}`,
      })),
  );
}

/** Every rate of a price, as printed: one, or one a tier. */
export function printedPrices(price: Price | undefined): string[] {
  if (price === undefined) return [];
  return typeof price === 'string' ? [price] : price.map((tier) => tier.price);
}
