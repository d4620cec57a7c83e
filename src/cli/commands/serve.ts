import type { Command } from '../command.ts';
export const serve: Command = {
  summary: 'serve the web app on this machine alone',
  usage: '[--port N] [--dataset FOLDER]',
  flags: {
    port: ['N', 'default 4280; 0 for any free one'],
    dataset: ['FOLDER', 'a dataset of yours to open in it, in tables and pictures'],
  },
  examples: [
    'stowage serve  # runs until it is stopped',
    'stowage serve --port 8080  # runs until it is stopped',
    'stowage serve --dataset datasets/acme-2026  # runs until it is stopped',
  ],
  load: async () => (await import('../answers/serve.ts')).serve,
};
