import { loadDatasets, readOverTime } from '#catalog/load-datasets.ts';
import { doubtsOf } from '#core/evidence/doubts/index.ts';
import { heldOutPage } from '#web/datasets/held-out/held-out.ts';
import type { PageServerLoad } from './$types';

const datasets = loadDatasets('.');

export const entries = () => datasets.map(({ id }) => ({ id }));

/** One dataset, whole. */
export const load: PageServerLoad = ({ params }) => {
  const dataset = datasets.find(({ id }) => id === params.id);
  if (!dataset) throw new RangeError(`no dataset is called ${params.id}`);
  return {
    dataset,
    ids: datasets.map(({ id }) => id),
    findings: doubtsOf(dataset, datasets),
    overTime: readOverTime(`datasets/${dataset.id}`),
    heldOut: heldOutPage(dataset, datasets),
  };
};
