import { loadArchive } from '#catalog/from-files.ts';
import { loadDatasets } from '#catalog/load-datasets.ts';
import { lastRecorded } from '#core/pricing/archive.ts';
import { knownRun, knownStores } from '#probe/costs/known-stores.ts';
import { catalogRows } from '#web/datasets/catalog/catalog-rows.ts';
import { heldOutOfAll } from '#web/datasets/held-out/held-out.ts';

/** Every dataset of the repository, by name, what they say of each other, and of which stores they say nothing. */
export function load() {
  const datasets = loadDatasets('.');
  const archive = loadArchive('.');
  const asOf = lastRecorded(archive);
  return {
    known: { rows: knownStores(archive, datasets, asOf), run: knownRun(), asOf },
    rows: catalogRows(datasets),
    heldOut: heldOutOfAll(datasets),
  };
}
