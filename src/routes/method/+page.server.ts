import { loadDatasets } from '#catalog/load-datasets.ts';
import { heldOutOfAll } from '#web/datasets/held-out/held-out.ts';

/** How well what is predicted held, by the datasets of the repository. */
export const load = () => ({ heldOut: heldOutOfAll(loadDatasets('.')) });
