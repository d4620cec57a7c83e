import type { Command } from '../command.ts';
import { SCENARIO_FLAGS, TABLE } from '../flags.ts';
export const breakeven: Command = {
  summary: 'from how many reads on a copy in a hot store pays, size by size, and how long to keep it',
  usage: '--hot STORE[@REGION] --cold STORE[@REGION] [--cold ...]',
  operands: { name: '--hot STORE and --cold STORE', least: 0, most: 0 },
  flags: {
    hot: ['STORE', 'the store of the copy, such as aws/s3-express-one-zone@us-east-1'],
    cold: ['STORE...', 'the store that holds every object'],
    sizes: ['LIST', 'object sizes, such as 4KB,64KB,1MB (default: 4 KiB to 16 MiB)'],
    at: ['PLACE', 'where readers and the writer are (default: beside the hot store)'],
    gaps: [
      'LAW',
      'time between reads of an object: exponential:MEAN, lomax:SHAPE:SCALE or zipf:EXPONENT:OBJECTS:RATE, such as zipf:0.9:1M:500/s',
    ],
    profile: ['FILE', 'sizes and times between reads as "stowage derive" found them'],
    'reads-per-object': ['N', 'with --gaps: how often an object is read in its life (default: for ever)'],
    writes: [
      'W',
      'around (to the cold store alone, copy on read) or through (into the hot store as well)',
      ['around', 'through'],
    ],
    lru: ['SIZE', 'with --gaps zipf: beside it a cache of this size that evicts what was read longest ago'],
    'as-of': ['DATE', 'prices of this date (default: today)'],
    fx: SCENARIO_FLAGS.fx,
    currency: SCENARIO_FLAGS.currency,
    'no-config': SCENARIO_FLAGS['no-config'],
    ...TABLE,
  },
  examples: [
    'stowage breakeven --hot aws/s3-express-one-zone@us-east-1 --cold cloudflare/r2-standard --cold aws/s3-standard@us-east-1',
    'stowage breakeven --hot aws/s3-express-one-zone@us-east-1 --cold aws/s3-standard@us-west-2 --sizes 16KiB,1MiB --gaps lomax:1.5:2h',
    'stowage breakeven --hot aws/s3-express-one-zone@us-east-1 --cold cloudflare/r2-standard --profile examples/inputs/profile.yaml --json',
  ],
  load: async () => (await import('../answers/breakeven.ts')).breakeven,
};
