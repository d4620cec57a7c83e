import type { Command } from '../command.ts';
import { DATASET, SCENARIO_FLAGS, TABLE } from '../flags.ts';

export const compare: Command = {
  summary: 'two scenarios, or two placements of one, side by side with what differs',
  usage:
    'A B (files or links), or FILE PLACEMENT PLACEMENT (an id, recommended, cheaper, surer, faster, simplest, today, or the number of its row in stowage plan --all)',
  operands: { name: 'two scenarios, or a scenario and two placements', least: 2, most: 3 },
  flags: {
    ...SCENARIO_FLAGS,
    dataset: DATASET,
    ...TABLE,
  },
  examples: [
    'stowage compare examples/streamingco.yaml examples/thumbnails.yaml',
    'stowage compare examples/streamingco.yaml recommended simplest --format md',
    'stowage compare examples/streamingco.yaml 1 single:cloudflare/r2-standard@enam --json',
  ],
  load: async () => (await import('../answers/compare.ts')).compare,
};
