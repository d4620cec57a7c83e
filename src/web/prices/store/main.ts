/** A store's page comes alive: its prices, and its printed regions, near the place that the address names. */
import { mount } from 'svelte';
import { catalogFetcher } from '#catalog/fetch-catalog.ts';
import { findPlace } from '#core/places.ts';
import { priceHistory, type PriceHistory as History } from './price-history.ts';
import PriceHistory from './PriceHistory.svelte';

const target = document.getElementById('history');

if (target?.dataset['props']) {
  const near = new URLSearchParams(location.hash.slice(1)).get('near') ?? '';
  let props: History = JSON.parse(target.dataset['props']);
  if (findPlace(near)) {
    const { archive } = await catalogFetcher()('catalog.json');
    props = priceHistory(archive, target.dataset['store'] ?? '', near) ?? props;
    const row = document.querySelector(`tr[data-regions~="${props.region}"]`);
    row?.parentElement?.prepend(row);
  }
  target.replaceChildren();
  mount(PriceHistory, { target, props });
}
