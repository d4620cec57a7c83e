/** A dataset's page comes alive: its charts take the place of their prerendered selves. */
import { mount } from 'svelte';
import { openBundle } from '#catalog/from-bundle.ts';
import DatasetCharts from './DatasetCharts.svelte';

const target = document.getElementById('charts');
const id = target?.dataset['dataset'];

if (target && id !== undefined) {
  const [dataset] = await openBundle().datasets([id]);
  if (dataset) {
    target.replaceChildren();
    mount(DatasetCharts, { target, props: { dataset, isLive: true } });
  }
}
