/** The Plan page comes alive: the workbench takes the place of its prerendered self. */
import { mount } from 'svelte';
import type { Example } from './examples.ts';
import Workbench from './panels/Workbench.svelte';

const target = document.getElementById('workbench');

const written = target?.dataset['examples'];

/** What keeps the whole app for use without a network begins once the first answer stands. */
function keepApp(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    void navigator.serviceWorker.register(new URL('service-worker.js', document.baseURI));
}

if (target && written) {
  const examples: Example[] = JSON.parse(written);
  target.replaceChildren();
  mount(Workbench, { target, props: { examples, onrest: keepApp } });
}
