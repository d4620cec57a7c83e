/** What the Prices page is asked to show, and the same as the fragment of a link. */
import { findPlace } from '#core/places.ts';
import { HEADLINES, type Headline } from '#core/pricing/editions/headline-rates.ts';

export const KINDS = ['hot', 'cool', 'archive', 'all'] as const;
type Kind = (typeof KINDS)[number];
export type SortKey = 'store' | Headline;

export interface PriceView {
  /** A place; each store answers with its region nearest to it. */
  near: string;
  /** Prices in force on this ISO day. */
  on: string;
  /** Words that the store, its provider or its region has; empty: all. */
  find: string;
  kind: Kind;
  /** Only stores that charge nothing for reads over the internet. */
  isEgressFree: boolean;
  /** Only regions that promise to be in the European Union. */
  isEu: boolean;
  sort: SortKey;
  falling: boolean;
  /** Stores chosen to stand side by side. */
  compare: readonly string[];
}

export const MOST_COMPARED = 5;

/** `#near=aws/eu-central-1&on=2025-01-01&sort=-egress`. What is the default is left out. */
export function viewToFragment(view: PriceView, usual: PriceView): string {
  const parts = new URLSearchParams();
  for (const key of ['near', 'on', 'find', 'kind'] as const)
    if (view[key] !== usual[key]) parts.set(key, view[key]);
  if (view.isEgressFree) parts.set('egress', 'free');
  if (view.isEu) parts.set('in', 'eu');
  if (view.sort !== usual.sort || view.falling) parts.set('sort', `${view.falling ? '-' : ''}${view.sort}`);
  if (view.compare.length > 0) parts.set('compare', view.compare.join(','));
  const text = parts.toString().replaceAll('%2F', '/').replaceAll('%2C', ',');
  return text === '' ? '' : `#${text}`;
}

/** A fragment as a view; whatever it has that is not one of ours counts as not said. Links of before this page could search name a provider. */
export function viewFromFragment(fragment: string, usual: PriceView, stores: readonly string[]): PriceView {
  const parts = new URLSearchParams(fragment.replace(/^#/, '').slice(0, 1000));
  const said = (key: string) => parts.get(key) ?? '';
  const [near, on, sort] = [said('near'), said('on'), said('sort')];
  const key = [...HEADLINES, 'store' as const].find((one) => one === sort.replace(/^-/, ''));
  const chosen = new Set(said('compare').split(','));
  return {
    near: findPlace(near) ? near : usual.near,
    on: /^\d{4}-\d{2}-\d{2}$/.test(on) && !Number.isNaN(Date.parse(on)) ? on : usual.on,
    find: said('find') || said('provider'),
    kind: KINDS.find((kind) => kind === said('kind')) ?? usual.kind,
    isEgressFree: said('egress') === 'free',
    isEu: said('in') === 'eu',
    sort: key ?? usual.sort,
    falling: key !== undefined && sort.startsWith('-'),
    compare: stores.filter((store) => chosen.has(store)).slice(0, MOST_COMPARED),
  };
}
