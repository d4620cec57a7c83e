/** An Indexed Job of Kubernetes: a pod for each shard, journals on a volume that outlives the pods. */
import { parseAllDocuments, stringify } from 'yaml';
import { PLAIN, runFlags } from './machines.ts';
import type { MachineFile, MachinesAsked } from './machines.ts';
import TEMPLATE from './templates/kubernetes.yaml?raw';

const POD = ['spec', 'template', 'spec', 'containers', 0];

/** `image` holds `stowage` on its PATH. A pod that dies is begun again, and goes on from its journal. */
export function kubernetesJob(asked: MachinesAsked, image: string): MachineFile[] {
  const { plan, shards } = asked;
  const documents = parseAllDocuments(TEMPLATE.replaceAll('SHARDS', String(shards)));
  const [map, , job] = documents;
  if (!map || !job) throw new RangeError('the template holds a map, a claim and a job');
  map.setIn(['data', 'plan.yaml'], stringify(plan, PLAIN));
  for (const key of ['completions', 'parallelism']) job.setIn(['spec', key], shards);
  job.setIn(['spec', 'backoffLimit'], 6 * shards);
  job.setIn([...POD, 'image'], image);
  const command = String(job.getIn([...POD, 'command', 2]));
  job.setIn([...POD, 'command', 2], command.replace(' --out', `${runFlags(asked)} --out`));
  return [{ name: 'job.yaml', text: documents.map((one) => one.toString(PLAIN)).join('') }];
}
