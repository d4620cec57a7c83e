import { loadDatasets } from '#catalog/from-files.ts';
import { catalogRows } from '#web/datasets/catalog-rows.ts';

/** Every dataset of the repository, by name. */
export function load() {
  return { rows: catalogRows(loadDatasets('.')) };
}
