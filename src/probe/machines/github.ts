/** A matrix of GitHub Actions: a runner for each shard, and one that merges. It goes into a clone of this repository. */
import { parseDocument, stringify } from 'yaml';
import { PLAIN, runFlags } from './machines.ts';
import type { MachineFile, MachinesAsked } from './machines.ts';
import TEMPLATE from './templates/github.yaml?raw';

const MOST_MATRIX = 256;
const RUN = ['jobs', 'measure', 'steps', 3, 'run'];

export function githubWorkflow(asked: MachinesAsked): MachineFile[] {
  const { plan, shards } = asked;
  if (shards > MOST_MATRIX) throw new RangeError(`a matrix has at most ${MOST_MATRIX} jobs`);
  const workflow = parseDocument(TEMPLATE.replaceAll('SHARDS', String(shards)));
  const matrix = Array.from({ length: shards }, (_, i) => i + 1);
  workflow.setIn(['jobs', 'measure', 'strategy', 'matrix', 'shard'], workflow.createNode(matrix));
  const command = String(workflow.getIn(RUN));
  workflow.setIn(RUN, command.replace(' --out', `${runFlags(asked)} --out`));
  return [
    { name: '.github/workflows/probe.yaml', text: workflow.toString(PLAIN) },
    { name: 'probe.yaml', text: stringify(plan, PLAIN) },
  ];
}
