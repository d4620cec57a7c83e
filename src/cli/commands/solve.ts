import type { Command } from '../command.ts';
import { BLOCKS, DATASET, SCENARIO_FLAGS } from '../flags.ts';
export const solve: Command = {
  summary: 'backwards: how many reads, how much stored, how many hot days or how high a hit ratio still fit',
  usage: 'FILE --for INPUT [--budget USD] [--p99 TIME]',
  operands: { name: 'a scenario FILE', least: 1, most: 1 },
  flags: {
    for: [
      'INPUT',
      'reads, stored, hot-days, cache-share, size, arrivals, standing, retention, hot-share or outside-share',
    ],
    budget: ['USD', "what a month may cost, such as 2000 or 50k (default: the scenario's own)"],
    p99: ['TIME', "what the read p99 must be, such as 800ms (default: the scenario's own)"],
    hot: ['STORE', 'of hot-days: the first store of the pair (default: of the recommended)'],
    cold: ['STORE', 'of hot-days: the store that holds objects afterwards'],
    ...SCENARIO_FLAGS,
    dataset: DATASET,
    ...BLOCKS,
  },
  examples: [
    'stowage solve examples/headline-10pb.yaml --for reads --budget 100k',
    'stowage solve examples/streamingco.yaml --for hot-days --hot aws/s3-standard@us-east-1 --cold tigris/standard@global --budget 170k --p99 800ms --json',
    'stowage solve examples/headline-10pb.yaml --for stored --budget 50k',
  ],
  load: async () => (await import('../answers/solve.ts')).solve,
};
