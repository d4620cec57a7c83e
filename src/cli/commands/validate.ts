import type { Command } from '../command.ts';
export const validate: Command = {
  summary:
    'what is wrong in scenarios, usages, probe plans and datasets, with the line; exit code 2 where something is',
  usage: 'FILE... (- for standard input)',
  operands: { name: 'a FILE', least: 1, most: Infinity },
  flags: { json: ['', 'as JSON: file, kind and problems of each'] },
  examples: [
    'stowage validate examples/*.yaml examples/inputs/*.yaml',
    'stowage validate examples/streamingco.yaml --json',
  ],
  load: async () => (await import('../answers/validate.ts')).validate,
};
