import type { Command } from '../command.ts';
import { DATASET, SCENARIO_FLAGS, TABLE } from '../flags.ts';
export const winners: Command = {
  summary: 'which plan is recommended over two inputs at once, as a map',
  usage: 'FILE --x INPUT[=LOW..HIGH] --y INPUT[=LOW..HIGH]',
  operands: { name: 'a scenario FILE', least: 1, most: 1 },
  flags: {
    x: [
      'INPUT',
      'reads, size, arrivals, standing, retention, hot-share, outside-share, cache-share, read-p99 or first-byte-p99',
    ],
    y: [
      'INPUT',
      'another of them; without a range, a hundredth to a hundred times what it is, or all shares',
    ],
    ...SCENARIO_FLAGS,
    dataset: DATASET,
    ...TABLE,
  },
  examples: [
    'stowage winners examples/headline-10pb.yaml --x reads --y size',
    'stowage winners examples/headline-10pb.yaml --x reads=1M..1G --y standing=1PB..100PB --format csv',
  ],
  load: async () => (await import('../answers/winners.ts')).winners,
};
