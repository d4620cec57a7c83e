import type { Command } from '../command.ts';
import { JSON_FLAG, SCENARIO_FLAGS } from '../flags.ts';
export const link: Command = {
  summary: 'a scenario as a permalink that keeps its prices, stores and datasets',
  usage: 'FILE [--base URL]',
  operands: { name: 'a scenario FILE', least: 1, most: 1 },
  flags: {
    base: ['URL', 'put the link on this page (default: base of stowage.yaml)'],
    ...SCENARIO_FLAGS,
    json: JSON_FLAG,
  },
  examples: [
    'stowage link examples/streamingco.yaml',
    'stowage link examples/thumbnails.yaml --base https://example.org/stowage/',
  ],
  load: async () => (await import('../answers/link.ts')).link,
};
