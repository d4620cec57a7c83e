/** A store's page comes alive: its prices, and its printed regions, near the place that the address names. */
import { catalogFetcher } from '#catalog/fetch-catalog.ts';
import { findPlace } from '#core/places.ts';
import { comeAlive } from '../../come-alive.ts';
import { priceHistory } from './price-history.ts';
import PriceHistory from './PriceHistory.svelte';

void comeAlive('history', PriceHistory, async (built, target) => {
  const near = new URLSearchParams(location.hash.slice(1)).get('near') ?? '';
  if (!findPlace(near)) return built;
  const { archive } = await catalogFetcher()('catalog.json');
  const history = priceHistory(archive, target.dataset['store'] ?? '', near) ?? built;
  const row = document.querySelector(`tr[data-regions~="${history.region}"]`);
  if (row) document.querySelector('tr[data-regions]')?.before(row);
  return history;
});
