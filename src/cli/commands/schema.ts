import type { Command } from '../command.ts';
import { SCHEMA_NAMES } from '../schemas.ts';

export const schema: Command = {
  summary: 'the JSON Schema of a file, for an editor',
  usage: SCHEMA_NAMES.join(' | '),
  operands: { name: `one of ${SCHEMA_NAMES.join(', ')}`, least: 1, most: 1, choices: SCHEMA_NAMES },
  examples: ['stowage schema scenario > scenario.schema.json', 'stowage schema answer'],
  load: async () => (await import('../answers/schema.ts')).schema,
};
