/** Ready-made descriptions of many machines that measure one plan, for engines that people have. */
import { parseAllDocuments, parseDocument, stringify } from 'yaml';
import type { PlanFileText } from '../plan/plan-file.ts';
import GITHUB from './templates/github.yaml?raw';
import HANDLER from './templates/handler.mjs?raw';
import KUBERNETES from './templates/kubernetes.yaml?raw';
import LAMBDA from './templates/lambda.yaml?raw';
import RUN from './templates/run.sh?raw';
import TAKE from './templates/take.mjs?raw';

export interface MachinesAsked {
  /** As the file has it. */
  plan: PlanFileText;
  shards: number;
  /** When all begin to measure, such as 2026-11-20T14:05:00Z; null: as soon as each is ready. */
  startAt: string | null;
  /** Hosts that may have the keys besides the providers' own. */
  trusted: readonly string[];
}

export interface MachineFile {
  name: string;
  text: string;
  isProgram?: boolean;
}

/** Flags of each machine's run, with a blank before each. */
const runFlags = ({ startAt, trusted }: MachinesAsked) =>
  [
    ...(startAt === null ? [] : [` --start-at ${startAt}`]),
    ...trusted.map((host) => ` --trust-endpoint ${host}`),
  ].join('');

/** YAML without folded lines and anchors, which people read worse. */
const PLAIN = { lineWidth: 0, aliasDuplicateObjects: false };

const MOST_MATRIX = 256;
const MEASURE_RUN = ['jobs', 'measure', 'steps', 3, 'run'];

/** A matrix of GitHub Actions: a runner for each shard, and one that merges. It goes into a clone of this repository. */
export function githubWorkflow(asked: MachinesAsked): MachineFile[] {
  const { plan, shards } = asked;
  if (shards > MOST_MATRIX) throw new RangeError(`a matrix has at most ${MOST_MATRIX} jobs`);
  const workflow = parseDocument(GITHUB.replaceAll('SHARDS', String(shards)));
  const matrix = Array.from({ length: shards }, (_, i) => i + 1);
  workflow.setIn(['jobs', 'measure', 'strategy', 'matrix', 'shard'], workflow.createNode(matrix));
  const command = String(workflow.getIn(MEASURE_RUN));
  workflow.setIn(MEASURE_RUN, command.replace(' --out', `${runFlags(asked)} --out`));
  return [
    { name: '.github/workflows/probe.yaml', text: workflow.toString(PLAIN) },
    { name: 'probe.yaml', text: stringify(plan, PLAIN) },
  ];
}

const POD = ['spec', 'template', 'spec', 'containers', 0];

/**
 * An Indexed Job of Kubernetes: a pod for each shard, journals on a volume that outlives the pods.
 * `image` holds `stowage` on its PATH. A pod that dies is begun again, and goes on from its journal.
 */
export function kubernetesJob(asked: MachinesAsked, image: string): MachineFile[] {
  const { plan, shards } = asked;
  const documents = parseAllDocuments(KUBERNETES.replaceAll('SHARDS', String(shards)));
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

interface LambdaAsked extends MachinesAsked {
  /** Checked by the caller, as they go into a script. */
  regions: readonly string[];
  memoryMiB: readonly number[];
}

/**
 * Functions of AWS Lambda, one for each memory size, deployed to each region: what serverless readers see.
 * The bundle goes beside the handler. Journals come back in the answer, packed, and are merged by region and size.
 */
export function lambdaFunctions({
  plan,
  shards,
  startAt,
  trusted,
  regions,
  memoryMiB,
}: LambdaAsked): MachineFile[] {
  const template = parseDocument(LAMBDA);
  const one = template.toJS().Resources.Probe;
  template.deleteIn(['Resources', 'Probe']);
  for (const size of memoryMiB) {
    const own = { FunctionName: `${one.Properties.FunctionName}-${size}`, MemorySize: size };
    const made = { ...one, Properties: { ...one.Properties, ...own } };
    template.setIn(['Resources', `Probe${size}`], template.createNode(made));
  }
  const asks = {
    ...(startAt === null ? {} : { startAt }),
    ...(trusted.length === 0 ? {} : { trusted }),
    plan,
  };
  return [
    { name: 'template.yaml', text: template.toString(PLAIN) },
    { name: 'handler.mjs', text: HANDLER },
    { name: 'take.mjs', text: TAKE },
    ...Array.from({ length: shards }, (_, i) => ({
      name: `asks/${i + 1}.json`,
      text: `${JSON.stringify({ shard: `${i + 1}/${shards}`, ...asks }, null, 2)}\n`,
    })),
    {
      name: 'run.sh',
      text: RUN.replace('REGIONS', regions.join(' '))
        .replace('MEMORY', memoryMiB.join(' '))
        .replace('SHARDS', String(shards)),
      isProgram: true,
    },
  ];
}
