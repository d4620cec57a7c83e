/** The Datasets page comes alive: commands can be copied, and what needs a script stands below the catalog. */
import { catalogFetcher } from '#catalog/fetch-catalog.ts';
import { takePlace } from '../come-alive.ts';
import DatasetDesk from './desk/DatasetDesk.svelte';
import { copyCommands } from './known/copy-commands.ts';

copyCommands(document);

const target = document.getElementById('desk');

if (target) {
  const datasets = (await catalogFetcher()('datasets.json')).datasets();
  takePlace(target, DatasetDesk, { datasets, openEngine: () => import('#web/data/engine.ts') });
}
