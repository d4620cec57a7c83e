/** The Prices page comes alive: the desk takes the place of its prerendered self. */
import { mount } from 'svelte';
import PriceDesk from './PriceDesk.svelte';

const target = document.getElementById('prices');

if (target?.dataset['props']) {
  const props = JSON.parse(target.dataset['props']);
  target.replaceChildren();
  mount(PriceDesk, { target, props });
}
