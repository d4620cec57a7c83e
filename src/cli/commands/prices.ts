import type { Family } from '../command.ts';
import { BLOCKS, JSON_FLAG, TABLE, type Flag } from '../flags.ts';
const ROOT: Flag = ['FOLDER', 'the checkout that holds pricing/ (default: here)'];

export const prices: Family = {
  summary: 'the price archive: list, show, compare, its history and coverage',
  commands: {
    list: {
      summary: 'the stores of the archive',
      usage: '[--provider P] [--region R] [--as-of DATE]',
      flags: {
        provider: ['P', 'the stores of this provider alone'],
        region: ['R', 'the stores with a price there, such as us-east-1'],
        'as-of': ['DATE', 'as of this date (default: the newest); --asOf is understood too'],
        ...TABLE,
      },
      examples: ['stowage prices list --provider aws --region eu-west-1'],
      load: async () => (await import('../answers/prices/list.ts')).list,
    },
    show: {
      summary: 'one edition with its sources',
      usage: 'STORE[@REGION] or EDITION [--as-of DATE]',
      operands: { name: 'a STORE or an edition', least: 1, most: 1, value: 'STORE' },
      flags: {
        'as-of': ['DATE', 'as of this date (default: the newest); --asOf is understood too'],
        ...TABLE,
      },
      examples: ['stowage prices show aws/s3-express-one-zone@us-east-1 --as-of 2025-01-01'],
      load: async () => (await import('../answers/prices/show.ts')).show,
    },
    diff: {
      summary: 'what changed, and what that does to scenarios',
      usage: 'EDITION EDITION, or STORE[@REGION] --from DATE [--to DATE]',
      operands: { name: 'two editions, or a STORE with --from and --to', least: 1, most: 2, value: 'STORE' },
      flags: {
        from: ['DATE', 'the earlier day'],
        to: ['DATE', 'the later day (default: today)'],
        scenario: ['FILE...', 'what the change does to this scenario (default: each example)'],
        ...TABLE,
      },
      examples: [
        'stowage prices diff aws/s3-express-one-zone --from 2025-04-01 --to 2025-05-01',
        'stowage prices diff aws/s3-express-one-zone/2023-11-28 aws/s3-express-one-zone/2025-04-10',
      ],
      load: async () => (await import('../answers/prices/changes.ts')).diff,
    },
    history: {
      summary: 'the editions of a store, each with what it changed',
      usage: 'STORE[@REGION]',
      operands: { name: 'a STORE', least: 1, most: 1, value: 'STORE' },
      flags: TABLE,
      examples: ['stowage prices history backblaze/b2 --format md'],
      load: async () => (await import('../answers/prices/changes.ts')).history,
    },
    coverage: {
      summary: 'for how many months of their regions the prices of stores are known',
      usage: '[--provider P] [--from DATE] [--to DATE]',
      flags: {
        provider: ['P', 'the stores of this provider alone'],
        from: ['DATE', 'months that begin from this day on (default: 2021-01-01)'],
        to: ['DATE', 'and not after this one (default: today)'],
        ...TABLE,
      },
      examples: ['stowage prices coverage --provider aws --from 2024-01-01'],
      load: async () => (await import('../answers/prices/coverage.ts')).coverage,
    },
    check: {
      summary: 'what is wrong in the files of the archive',
      usage: '[--root FOLDER] [--fix] [--as-of DATE]',
      flags: {
        root: ROOT,
        fix: ['', 'rewrite files that are not in their canonical form'],
        'as-of': ['DATE', 'name sources of features that are a year old on this day (default: today)'],
        json: JSON_FLAG,
      },
      examples: ['stowage prices check'],
      load: async () => (await import('../answers/prices/check.ts')).check,
    },
    import: {
      summary: "a provider's price list as new editions",
      usage: 'FILE... --store STORE [--dry-run]',
      operands: { name: 'a price list FILE', least: 1, most: 1000 },
      flags: {
        store: ['STORE...', 'a store whose prices to read'],
        like: ['STORE', 'whose rules a store takes that has a store.yaml and no edition'],
        root: ROOT,
        'dry-run': ['', 'say what would change, and write nothing'],
        retrieved: ['DATE', 'when the file was fetched, where it does not say when it was published'],
        'source-url': ['URL', 'where it was fetched (default: where the provider publishes it)'],
        ...BLOCKS,
      },
      examples: [
        'stowage prices import index.json --store aws/s3-standard --store aws/s3-standard-ia --dry-run  # needs the price list of the provider',
      ],
      load: async () => (await import('../answers/prices/import.ts')).importPrices,
    },
    rebuild: {
      summary: 'the editions that recorded prices of past days give',
      usage: 'PROVIDER [--dry-run]',
      operands: { name: 'a PROVIDER', least: 1, most: 1 },
      flags: {
        root: ROOT,
        'dry-run': ['', 'say what would change, and write nothing'],
        ...BLOCKS,
      },
      examples: ['stowage prices rebuild aws --dry-run'],
      load: async () => (await import('../answers/prices/rebuild.ts')).rebuildPrices,
    },
  },
};
