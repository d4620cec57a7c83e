/** Functions of AWS Lambda, one for each memory size, deployed to each region: what serverless readers see. */
import { parseDocument } from 'yaml';
import { PLAIN } from './machines.ts';
import type { MachineFile, MachinesAsked } from './machines.ts';
import HANDLER from './templates/handler.mjs?raw';
import TEMPLATE from './templates/lambda.yaml?raw';
import RUN from './templates/run.sh?raw';
import TAKE from './templates/take.mjs?raw';

export interface LambdaAsked extends MachinesAsked {
  /** Checked by the caller, as they go into a script. */
  regions: readonly string[];
  memoryMiB: readonly number[];
}

/** The bundle goes beside the handler. Journals come back in the answer, packed, and are merged by region and size. */
export function lambdaFunctions({
  plan,
  shards,
  startAt,
  trusted,
  regions,
  memoryMiB,
}: LambdaAsked): MachineFile[] {
  const template = parseDocument(TEMPLATE);
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
