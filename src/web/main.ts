/** The Plan page comes alive: the workbench takes the place of its prerendered self. */
import { mount } from 'svelte';
import type { Example } from './examples.ts';
import Workbench from './panels/Workbench.svelte';

const target = document.getElementById('workbench');

if (target?.dataset['examples']) {
  const examples: Example[] = JSON.parse(target.dataset['examples']);
  target.replaceChildren();
  mount(Workbench, { target, props: { examples } });
}

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register(new URL('service-worker.js', document.baseURI));
}
