/** Every store's headline prices near one place on one day. */
import { greatCircleKm, findPlace, nearestRegion, placeOfStore } from '#core/places.ts';
import { shortName, type Archive } from '#core/pricing/archive.ts';
import type { Confidence, Edition } from '#core/pricing/editions/edition.ts';
import { headlineRates, type Headline, type HeadlineRate } from '#core/pricing/editions/headline-rates.ts';
import { resolvePrices } from '#core/pricing/sheets/resolve.ts';
import type { PriceView, SortKey } from './price-view.ts';

export interface PriceRow {
  store: string;
  name: string;
  /** What it is for, by what a read takes and costs. */
  kind: 'hot' | 'cool' | 'archive';
  region: string;
  /** From the place asked for; null where the store has no one place. */
  km: number | null;
  edition: string;
  currency: string;
  confidence: Confidence;
  confirmed: string;
  rates: Record<Headline, HeadlineRate>;
}

export interface PriceRows {
  rows: PriceRow[];
  /** Stores with no price on that day: since when one is known, or since when there is none any more. */
  absent: { store: string; name: string; from: string; until?: string }[];
  /** CDNs, add-ons and data transfer, which hold nothing. */
  besides: { id: string; name: string }[];
}

/** Claimed price lists are left out. */
export function priceRows(
  archive: Archive,
  { near, on, isEu }: Pick<PriceView, 'near' | 'on' | 'isEu'>,
): PriceRows {
  const from = findPlace(near);
  const rows: PriceRow[] = [];
  const absent: PriceRows['absent'] = [];
  const besides: PriceRows['besides'] = [];
  for (const store of archive.stores) {
    const editions = archive.editions(store);
    const newest = editions.findLast(({ date }) => date <= on) ?? editions.at(-1);
    if (!newest || newest.confidence === 'claimed') continue;
    if (newest.kind !== 'store') {
      besides.push({ id: store, name: shortName(archive, store) });
      continue;
    }
    const region = nearestRegion(
      editions.filter(({ date }) => date <= on),
      near,
      isEu ? 'EU' : undefined,
    );
    if (isEu && region === undefined) continue;
    const resolved = resolvePrices(archive, { store, region, asOf: on });
    if (!('edition' in resolved)) {
      const { until } = newest;
      const isOver = until !== undefined && until <= on;
      absent.push({
        store,
        name: shortName(archive, store),
        from: editions[0]?.date ?? '',
        ...(isOver ? { until } : {}),
      });
      continue;
    }
    const { edition, prices } = resolved;
    const rates = headlineRates(resolved, on);
    const placeId = region === undefined ? null : placeOfStore(edition, region);
    const place = placeId === null ? undefined : findPlace(placeId);
    rows.push({
      store,
      name: shortName(archive, store),
      kind: kindOf(edition, rates),
      region: region ?? resolved.region,
      km: from && place ? greatCircleKm(from, place) : null,
      edition: edition.id,
      currency: edition.currency,
      confidence: prices.confidence ?? edition.confidence,
      confirmed: prices.confirmed ?? edition.confirmed,
      rates,
    });
  }
  for (const one of new Set(archive.stores.map((store) => store.slice(0, store.indexOf('/'))))) {
    const table = archive.transfers(one).at(-1);
    if (table) besides.push({ id: `${one}/transfer`, name: shortName(archive, `${one}/transfer`) });
  }
  return { rows, absent, besides };
}

/** Of a month of storage, that a read of the same bytes costs where objects are meant to be read seldom. */
const SELDOM = 0.1;

function kindOf({ restoreHours }: Edition, { storage, retrieval }: PriceRow['rates']): PriceRow['kind'] {
  if (restoreHours !== undefined) return 'archive';
  const isSeldom = retrieval.amount === null || retrieval.amount > SELDOM * (storage.amount ?? Infinity);
  return isSeldom ? 'cool' : 'hot';
}

/** The rows that a view asks for. */
export function chosenRows(rows: readonly PriceRow[], view: PriceView): PriceRow[] {
  const words = view.find.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(
    ({ store, name, region, kind, rates }) =>
      (view.kind === 'all' || view.kind === kind) &&
      (!view.isEgressFree || rates.egress.amount === 0) &&
      words.every((word) => `${store} ${name} ${region}`.toLowerCase().includes(word)),
  );
}

/**
 * Unknown prices come last whichever way. Prices in euro do not stand among those in dollars, whose number says another thing:
 * a currency follows the other, the one of most rows first.
 */
export function sortRows(rows: readonly PriceRow[], key: SortKey, falling: boolean): PriceRow[] {
  const sign = falling ? -1 : 1;
  const stores = (currency: string) => rows.filter((row) => row.currency === currency).length;
  return rows.toSorted((a, b) => {
    if (a.currency !== b.currency)
      return stores(b.currency) - stores(a.currency) || (a.currency < b.currency ? -1 : 1);
    if (key === 'store') return sign * (a.store < b.store ? -1 : 1);
    const [one, other] = [a.rates[key].amount, b.rates[key].amount];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other) || (a.store < b.store ? -1 : 1);
  });
}
