/** The Break-even page comes alive: the curve is drawn in place of its prerendered self. */
import { mount } from 'svelte';
import BreakEven from './BreakEven.svelte';

const target = document.getElementById('break-even');

if (target?.dataset['props']) {
  const props = JSON.parse(target.dataset['props']);
  target.replaceChildren();
  mount(BreakEven, { target, props });
}
