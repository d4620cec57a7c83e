import type { Command } from '../command.ts';
import { TABLE } from '../flags.ts';
export const reconcile: Command = {
  summary: 'an invoice beside what its use costs at list prices, meter by meter, with likely reasons',
  usage:
    'FILE (AWS Cost and Usage Report or Data Export, CSV, CSV.gz or Parquet; FOCUS 1.0 to 1.2 of AWS, Azure or Google; AWS usage report)',
  operands: { name: 'an invoice FILE', least: 1, most: 1 },
  flags: {
    store: ['STORE...', "only this store, with its provider's transfer out of the region"],
    month: ['M', 'only this month, such as 2026-03'],
    'as-of': ['DATE', 'prices of this date (default: of the first day of each month)'],
    scenario: ['', 'print the use of one store and month as a scenario to plan from'],
    size: ['SIZE', 'with --scenario: how large objects are, which no invoice says'],
    readers: ['PLACE', 'with --scenario: where readers on the internet are, such as internet/europe'],
    ...TABLE,
  },
  examples: [
    'stowage reconcile examples/inputs/cur.csv',
    'stowage reconcile examples/inputs/cur.csv --store aws/s3-standard@us-east-1 --json',
    'stowage reconcile examples/inputs/cur.csv --store aws/s3-standard@us-east-1 --month 2026-03 --scenario --size 1MB --readers internet/europe > today.yaml',
  ],
  load: async () => (await import('../answers/reconcile.ts')).reconcile,
};
