import { loadArchive } from '#catalog/from-files.ts';
import { loadDatasets } from '#catalog/load-datasets.ts';
import { lastRecorded } from '#core/pricing/archive.ts';
import { MATRIX_COLUMNS, knownMatrix } from '#probe/costs/known-matrix.ts';
import { knownRun } from '#probe/costs/known-stores.ts';
import { catalogRows } from '#web/datasets/catalog/catalog-rows.ts';
import { heldOutOfAll } from '#web/datasets/held-out/held-out.ts';

/** Which stores have been measured from where, every dataset of the repository, and how well they predict each other. */
export function load() {
  const datasets = loadDatasets('.');
  const archive = loadArchive('.');
  const asOf = lastRecorded(archive);
  return {
    known: {
      matrix: knownMatrix(archive, datasets, asOf),
      columns: MATRIX_COLUMNS,
      run: knownRun(),
      asOf,
    },
    rows: catalogRows(datasets),
    verdict: heldOutOfAll(datasets).verdict,
  };
}
