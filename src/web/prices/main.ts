/** The Prices page comes alive: the table takes the place of its prerendered self. */
import { mount } from 'svelte';
import PriceTable from './PriceTable.svelte';

const target = document.getElementById('prices');

if (target?.dataset['props']) {
  const props = JSON.parse(target.dataset['props']);
  target.replaceChildren();
  mount(PriceTable, { target, props });
}
