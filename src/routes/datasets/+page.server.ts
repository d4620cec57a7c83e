import { loadDatasets } from '#catalog/load-datasets.ts';
import { catalogRows } from '#web/datasets/catalog/catalog-rows.ts';
import { heldOutOfAll } from '#web/datasets/held-out/held-out.ts';

/** Every dataset of the repository, by name, and what they say of each other. */
export function load() {
  const datasets = loadDatasets('.');
  return { rows: catalogRows(datasets), heldOut: heldOutOfAll(datasets) };
}
