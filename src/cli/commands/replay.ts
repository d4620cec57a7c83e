import type { Command } from '../command.ts';
import { DATASET, JSON_FLAG, SCENARIO_FLAGS, format } from '../flags.ts';
import { LOG_FLAGS } from './derive.ts';

export const replay: Command = {
  summary: 'a trace walked object by object under a placement: its bill beside the predicted one',
  usage: 'TRACE... --plan FILE [--placement ID] (logs and traces as stowage derive reads them)',
  operands: { name: 'a TRACE', least: 1, most: 10_000 },
  flags: {
    plan: [
      'FILE',
      'the scenario whose plan is tried (- for standard input); stowage derive TRACE --scenario writes one',
    ],
    placement: [
      'ID',
      'a placement: its id, recommended, cheaper, surer, faster, simplest, today, or the number of its row in stowage plan --all (default: recommended)',
    ],
    sample: ['SHARE', 'of the keys, by their hash, where all are too many, such as 10%'],
    ...LOG_FLAGS,
    ...SCENARIO_FLAGS,
    dataset: DATASET,
    format: format('table', 'md', 'csv', 'json'),
    json: JSON_FLAG,
  },
  examples: [
    'stowage replay examples/inputs/access-log.txt --plan examples/inputs/access-log.yaml',
    'stowage replay examples/inputs/access-log.txt --plan examples/inputs/access-log.yaml --placement simplest --sample 50% --format csv',
    'stowage derive examples/inputs/access-log.txt --scenario | stowage replay examples/inputs/access-log.txt --plan -',
  ],
  load: async () => (await import('../answers/replay.ts')).replayTrace,
};
