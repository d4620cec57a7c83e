import type { Command } from '../command.ts';
import { IDS, TABLE } from '../flags.ts';
export const stores: Command = {
  summary: 'which stores have the features you need, and what a move between two would lose',
  usage: '[--needs FEATURES] [--in PLACE] [--owner PLACE], or compare STORE STORE',
  operands: { name: 'compare and two STOREs', least: 0, most: 3, value: 'STORE' },
  flags: {
    needs: ['FEATURES...', 'features and certificates, such as versioning,object-lock or HIPAA'],
    in: ['PLACE', 'stores with a region there: EU or a country such as DE'],
    owner: ['PLACE', 'stores whose company is there: EU or a country such as DE'],
    ids: IDS,
    ...TABLE,
  },
  examples: [
    'stowage stores --needs versioning,object-lock --in EU',
    'stowage stores compare aws/s3-standard cloudflare/r2-standard',
  ],
  load: async () => (await import('../answers/stores.ts')).stores,
};
