/** For how many months of each store's regions the archive knows every price: what a bill of that month would leave open. */
import type { Archive } from './archive.ts';
import { pricesIn, rowsOf, transferPricesIn } from './editions/price-rows.ts';
import type { MeterPrice } from './editions/price-rows.ts';
import { offerOf } from './offer.ts';
import { resolvePrices, transferRegion } from './sheets/resolve.ts';
import type { ResolvedPrices } from './sheets/resolve.ts';

export interface Coverage {
  store: string;
  regions: number;
  /** Months of all its regions, without those before a known start; the days they begin on. */
  months: number;
  /** Of those, with a price of storage, and with every price. */
  stored: number;
  whole: number;
}

/** Of stores that hold objects at their provider's prices. A month counts by the prices of its first day. */
export function coverageOf(archive: Archive, days: readonly string[]): Coverage[] {
  return archive.stores.flatMap((store): Coverage[] => {
    const offer = offerOf(archive, store);
    if (!offer || offer.newest.kind !== 'store' || store.startsWith('claimed/')) return [];
    const found = offer.regions.flatMap((region) => {
      const isSold = soldFrom(archive, store, region);
      return days.filter(isSold).map((asOf) => resolvePrices(archive, { store, region, asOf }));
    });
    const known = found.flatMap((one) => ('edition' in one ? [one] : []));
    return [
      {
        store,
        regions: offer.regions.length,
        months: found.length,
        stored: known.filter(({ prices }) => pricesIn(prices).some(isStorage)).length,
        whole: known.filter(isWhole).length,
      },
    ];
  });
}

/** Whether a store was sold in a region on a day, as far as its start is known. */
function soldFrom(archive: Archive, store: string, region: string): (day: string) => boolean {
  const since = archive.facts(store)?.since?.day ?? '';
  const first = archive.editions(store).find(({ regions }) => Object.hasOwn(regions, region));
  const absentOn = first?.regions[region]?.absentOn ?? '';
  return (day) => day >= since && day > absentOn;
}

const isKnown = (price: MeterPrice) => rowsOf(price).every((row) => row.price !== 'unknown');
const isStorage = (price: MeterPrice) => price.meter === 'storage' && isKnown(price);

function isWhole({ prices, transfer, region }: ResolvedPrices): boolean {
  const own = pricesIn(prices).every(isKnown);
  if (prices.egress !== 'transfer') return own;
  const table = transfer && transferRegion(transfer, region);
  return own && !!table && transferPricesIn(table).every(isKnown);
}

/** The first days of the months that begin from one day to another. */
export function monthsFrom(from: string, to: string): string[] {
  const days: string[] = [];
  const day = new Date(`${from.slice(0, 7)}-01T00:00:00Z`);
  for (; day.toISOString().slice(0, 10) <= to; day.setUTCMonth(day.getUTCMonth() + 1))
    if (day.toISOString().slice(0, 10) >= from) days.push(day.toISOString().slice(0, 10));
  return days;
}
