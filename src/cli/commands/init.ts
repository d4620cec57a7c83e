import type { Command } from '../command.ts';
import { TEMPLATE_NAMES } from '../templates/names.ts';

export const init: Command = {
  summary: 'a commented scenario to start from',
  usage: `[${TEMPLATE_NAMES.join(' | ')}] [--out FILE]`,
  operands: { name: `one of ${TEMPLATE_NAMES.join(', ')}`, least: 0, most: 1, choices: TEMPLATE_NAMES },
  flags: { out: ['FILE', 'where it goes; not there yet (default: print it)'] },
  examples: ['stowage init photos --out photos.yaml', 'stowage init data-lake'],
  load: async () => (await import('../answers/init.ts')).init,
};
