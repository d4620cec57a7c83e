/** For how many months of each store's regions the archive knows every price, and which meters keep the others open. */
import type { Archive } from './archive.ts';
import type { TransferEdition } from './editions/edition.ts';
import { pricesIn, rowsOf, transferPricesIn } from './editions/price-rows.ts';
import type { MeterPrice } from './editions/price-rows.ts';
import { offerOf } from './offer.ts';
import { providerOf, resolvePrices, transferRegion } from './sheets/resolve.ts';
import type { ResolvedPrices } from './sheets/resolve.ts';

export interface Coverage {
  store: string;
  regions: number;
  /** Months of all its regions, without those before a known start; the days they begin on. */
  months: number;
  /** Of those, with a price of storage, and with every price. */
  stored: number;
  whole: number;
  /** Meters without a price, and in how many of the months; the most first. */
  open: { meter: string; months: number }[];
}

/** Of stores that hold objects at their provider's prices. A month counts by the prices of its first day. */
export function coverageOf(archive: Archive, days: readonly string[]): Coverage[] {
  const standsIn = regionsOfProviders(archive);
  return archive.stores.flatMap((store): Coverage[] => {
    const offer = offerOf(archive, store);
    if (!offer || offer.newest.kind !== 'store' || store.startsWith('claimed/')) return [];
    const found = offer.regions.flatMap((region) => {
      const isSold = soldFrom(archive, store, region);
      return days.filter(isSold).map((asOf) => resolvePrices(archive, { store, region, asOf }));
    });
    const known = found.flatMap((one) => ('edition' in one ? [one] : []));
    const open = known.map((one) => openMeters(one, standsIn.get(providerOf(store)) ?? []));
    return [
      {
        store,
        regions: offer.regions.length,
        months: found.length,
        stored: known.filter(({ prices }) => pricesIn(prices).some(isStorage)).length,
        whole: open.filter((meters) => meters.length === 0).length,
        open: counted([...open.flat(), ...found.slice(known.length).map(() => NO_LIST)]),
      },
    ];
  });
}

/** Stands for every meter where no edition has the region. */
const NO_LIST = 'every meter';

function counted(meters: readonly string[]): Coverage['open'] {
  return [...Map.groupBy(meters, (meter) => meter)]
    .map(([meter, all]) => ({ meter, months: all.length }))
    .toSorted((a, b) => b.months - a.months);
}

/** The regions in which any store of a provider stands. */
function regionsOfProviders(archive: Archive): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const store of archive.stores) {
    const offer = offerOf(archive, store);
    if (offer?.newest.kind !== 'store') continue;
    const provider = providerOf(store);
    found.set(provider, [...new Set([...(found.get(provider) ?? []), ...offer.regions])]);
  }
  return found;
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

/** Copying to a region where no store stands is never billed, so its price does not count. */
function openMeters({ prices, transfer, region }: ResolvedPrices, standsIn: readonly string[]): string[] {
  const own = unknownOf(pricesIn(prices));
  if (prices.egress !== 'transfer') return own;
  const table = transfer && transferRegion(transfer, region);
  if (!table) return [...own, 'egress'];
  const others = standsIn.filter((one) => one !== region);
  const isReached = ({ place: [family, key, to] }: MeterPrice) => {
    if (family !== 'other-region') return true;
    if (key === 'default') return others.some((one) => !isNamed(transfer, table['other-region'].except, one));
    return (transfer.areas[to ?? ''] ?? [to]).some((one) => one !== undefined && others.includes(one));
  };
  return [...own, ...unknownOf(transferPricesIn(table).filter(isReached))];
}

const unknownOf = (prices: readonly MeterPrice[]) =>
  prices.filter((price) => !isKnown(price)).map(({ meter }) => meter);

/** Whether a list has a price to this region, by its name or that of an area. */
const isNamed = ({ areas }: TransferEdition, listed: object, region: string) =>
  Object.keys(listed).some((to) => to === region || (areas[to] ?? []).includes(region));

/** The first days of the months that begin from one day to another. */
export function monthsFrom(from: string, to: string): string[] {
  const days: string[] = [];
  const day = new Date(`${from.slice(0, 7)}-01T00:00:00Z`);
  for (; day.toISOString().slice(0, 10) <= to; day.setUTCMonth(day.getUTCMonth() + 1))
    if (day.toISOString().slice(0, 10) >= from) days.push(day.toISOString().slice(0, 10));
  return days;
}
