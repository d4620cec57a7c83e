/** The Datasets page comes alive: what needs a script stands below the catalog. */
import '#web/worker/no-eval.ts';
import { mount } from 'svelte';
import { openBundle } from '#catalog/from-bundle.ts';
import DatasetDesk from './desk/DatasetDesk.svelte';

const target = document.getElementById('desk');

if (target) {
  const datasets = await openBundle().datasets();
  target.replaceChildren();
  mount(DatasetDesk, { target, props: { datasets, openEngine: () => import('#web/data/engine.ts') } });
}
