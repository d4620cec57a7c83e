import type { Command } from '../command.ts';
export const docs: Command = {
  summary: 'update figures in Markdown documents',
  usage:
    'FILE.md... [--check] (figures stand between <!-- stowage FILE-or-LINK view=total --> and <!-- /stowage -->; views: total, bill, latency, recommendation, months, migration, frontier, uncertainty; id=ID picks a candidate)',
  operands: { name: 'a Markdown FILE.md', least: 1, most: Infinity },
  flags: {
    check: ['', 'write nothing; exit 1 when a figure moved'],
    root: [
      'FOLDER',
      'files that a document names must lie in it (default: its repository, or its folder where there is none)',
    ],
  },
  examples: ['stowage docs examples/costs.md', 'stowage docs examples/*.md --check'],
  load: async () => (await import('../answers/docs.ts')).docs,
};
