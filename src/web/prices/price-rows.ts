/** Every store's headline prices near one place on one day. */
import { greatCircleKm, findPlace, nearestRegion, placeOfStore } from '#core/places.ts';
import { shortName } from '#core/pricing/archive.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { Confidence } from '#core/pricing/editions/edition.ts';
import { HEADLINES, headlineRates } from '#core/pricing/editions/headline-rates.ts';
import type { Headline, HeadlineRate } from '#core/pricing/editions/headline-rates.ts';
import { resolvePrices } from '#core/pricing/sheets/resolve.ts';

interface PriceFilter {
  /** A place; each store answers with its region nearest to it. */
  near: string;
  /** Prices in force on this ISO day. */
  on: string;
  /** One provider's stores alone; empty: all. */
  provider: string;
}

export interface PriceRow {
  store: string;
  name: string;
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

/** `all` ids of stores whose editions the archive has loaded; claimed price lists are left out. */
export function priceRows(archive: Archive, { near, on, provider }: PriceFilter): PriceRows {
  const from = findPlace(near);
  const rows: PriceRow[] = [];
  const absent: PriceRows['absent'] = [];
  const besides: PriceRows['besides'] = [];
  for (const store of archive.stores) {
    if (provider !== '' && !store.startsWith(`${provider}/`)) continue;
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
    );
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
    const placeId = region === undefined ? null : placeOfStore(edition, region);
    const place = placeId === null ? undefined : findPlace(placeId);
    rows.push({
      store,
      name: shortName(archive, store),
      region: region ?? resolved.region,
      km: from && place ? greatCircleKm(from, place) : null,
      edition: edition.id,
      currency: edition.currency,
      confidence: prices.confidence ?? edition.confidence,
      confirmed: prices.confirmed ?? edition.confirmed,
      rates: headlineRates(resolved, on),
    });
  }
  for (const one of new Set(archive.stores.map((store) => store.slice(0, store.indexOf('/'))))) {
    const table = archive.transfers(one).at(-1);
    if (table && (provider === '' || provider === one))
      besides.push({ id: `${one}/transfer`, name: shortName(archive, `${one}/transfer`) });
  }
  return { rows, absent, besides };
}

export type SortKey = 'store' | Headline;

/** Unknown prices come last whichever way; other currencies stand beside each other by their number. */
export function sortRows(rows: readonly PriceRow[], key: SortKey, falling: boolean): PriceRow[] {
  const sign = falling ? -1 : 1;
  return rows.toSorted((a, b) => {
    if (key === 'store') return sign * (a.store < b.store ? -1 : 1);
    const [one, other] = [a.rates[key].amount, b.rates[key].amount];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other) || (a.store < b.store ? -1 : 1);
  });
}

export interface PriceView extends PriceFilter {
  sort: SortKey;
  falling: boolean;
}

/** The fragment of a deep link: `#near=aws/eu-central-1&on=2025-01-01&sort=-egress`. What is the default is left out. */
export function viewToFragment(view: PriceView, usual: PriceView): string {
  const parts = new URLSearchParams();
  if (view.near !== usual.near) parts.set('near', view.near);
  if (view.on !== usual.on) parts.set('on', view.on);
  if (view.provider !== '') parts.set('provider', view.provider);
  if (view.sort !== usual.sort || view.falling) parts.set('sort', `${view.falling ? '-' : ''}${view.sort}`);
  const text = parts.toString().replaceAll('%2F', '/');
  return text === '' ? '' : `#${text}`;
}

/** A fragment as a view; whatever it has that is not one of ours counts as not said. */
export function viewFromFragment(
  fragment: string,
  usual: PriceView,
  providers: readonly string[],
): PriceView {
  const parts = new URLSearchParams(fragment.replace(/^#/, '').slice(0, 500));
  const near = parts.get('near') ?? '';
  const on = parts.get('on') ?? '';
  const provider = parts.get('provider') ?? '';
  const sort = parts.get('sort') ?? '';
  const key = [...HEADLINES, 'store' as const].find((one) => one === sort.replace(/^-/, ''));
  return {
    near: findPlace(near) ? near : usual.near,
    on: /^\d{4}-\d{2}-\d{2}$/.test(on) && !Number.isNaN(Date.parse(on)) ? on : usual.on,
    provider: providers.includes(provider) ? provider : '',
    sort: key ?? usual.sort,
    falling: key !== undefined && sort.startsWith('-'),
  };
}
