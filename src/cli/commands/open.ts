import type { Command } from '../command.ts';
import { JSON_FLAG } from '../flags.ts';
export const open: Command = {
  summary: 'the scenario inside a permalink, as YAML',
  usage: 'LINK [--json]',
  operands: { name: 'a LINK', least: 1, most: 1 },
  flags: { json: JSON_FLAG },
  examples: ['stowage open "$(stowage link examples/thumbnails.yaml)" > plan.yaml'],
  load: async () => (await import('../answers/link.ts')).open,
};
