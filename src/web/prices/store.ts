/** A store's page comes alive: the drawings take the place of their prerendered selves. */
import { mount } from 'svelte';
import PriceHistory from './PriceHistory.svelte';

const target = document.getElementById('history');

if (target?.dataset['props']) {
  const props = JSON.parse(target.dataset['props']);
  target.replaceChildren();
  mount(PriceHistory, { target, props });
}
