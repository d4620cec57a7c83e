/** The Plan page comes alive: the workbench takes the place of its prerendered self. */
import { mount } from 'svelte';
import type { Scenario } from '#core/scenario/scenario.ts';
import type { Example } from './examples.ts';
import Workbench from './panels/Workbench.svelte';

const target = document.getElementById('workbench');

const { examples: written, read: first } = target?.dataset ?? {};

if (target && written && first) {
  const examples: Example[] = JSON.parse(written);
  const read: Scenario = JSON.parse(first);
  target.replaceChildren();
  mount(Workbench, { target, props: { examples, read } });
}

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register(new URL('service-worker.js', document.baseURI));
}
