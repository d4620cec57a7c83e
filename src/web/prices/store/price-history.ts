/** How a store's headline prices in one region moved from edition to edition. */
import { nearestRegion } from '#core/places.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { HEADLINES, headlineRates } from '#core/pricing/editions/headline-rates.ts';
import { resolvePrices } from '#core/pricing/sheets/resolve.ts';

export type PriceHistory = NonNullable<ReturnType<typeof priceHistory>>;

/** One point per edition; null where the store has none. `near`: the place whose nearest region is shown. */
export function priceHistory(archive: Archive, store: string, near: string) {
  const editions = archive.editions(store);
  const newest = editions.at(-1);
  if (!newest) return null;
  const region = nearestRegion(editions, near);
  const dates = [...new Set(editions.map(({ date }) => date.slice(0, 10)))];
  const at = dates.flatMap((date) => {
    const resolved = resolvePrices(archive, { store, region, asOf: date });
    return 'edition' in resolved ? [{ date, rates: headlineRates(resolved, date) }] : [];
  });
  return {
    region: region ?? 'everywhere',
    currency: newest.currency,
    // The last day the newest price was seen unchanged.
    until: newest.confirmed > newest.date ? newest.confirmed : newest.date.slice(0, 10),
    series: HEADLINES.map((headline) => ({
      headline,
      // One an edition, by date; `listed` as people say it.
      points: at.map(({ date, rates }) => ({ date, listed: rates[headline].listed })),
    })),
  };
}
