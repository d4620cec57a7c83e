import type { Command } from '../command.ts';
import { format } from '../flags.ts';

export const importFiles: Command = {
  summary: "what a benchmark's files measured, shown or with --out kept as a dataset",
  usage:
    'FILE... [--out FOLDER --store STORE@REGION] (the format is found by what a file holds; without --out nothing is asked and nothing written)',
  operands: { name: 'a FILE', least: 1, most: 10_000 },
  flags: {
    out: [
      'FOLDER',
      'keep it as a dataset for your plans, in a folder that is not there yet, such as datasets/acme-2026',
    ],
    publish: ['', 'with --out, for others too: title, source, licence and who measured must be said'],
    store: [
      'STORE',
      'the store that was measured, such as aws/s3-standard@us-east-1, where the files do not say',
    ],
    region: ['R', 'the place of the store, where --store does not say; unknown where nobody knows'],
    from: ['PLACE', 'the place of the client, such as aws/us-east-1; unknown where nobody knows'],
    size: ['SIZE', 'the size of the objects, where neither files nor their names say; or unknown'],
    op: ['OP', 'the operation, such as GET or PUT, where the files do not say'],
    concurrency: ['N', 'how many requests were under way at once, where the files do not say'],
    unit: [
      'U',
      'the unit of their times, where the files do not say: ns, us, ms or s',
      ['ns', 'us', 'ms', 's'],
    ],
    column: [
      'ROLE=NAME...',
      'a table of your own: which column holds latency, first-byte, size, operation or error',
    ],
    runtime: ['TEXT', 'what the client ran on, such as m5dn.24xlarge'],
    run: ['NAME', 'tells apart runs that measured the same'],
    title: ['TEXT', 'what the dataset is called (default: the name of the file)'],
    'source-url': ['URL', 'where the files come from'],
    'source-date': ['DATE', 'when they were published'],
    retrieved: ['DATE', 'when they were fetched'],
    licence: ['NAME', 'such as Apache-2.0'],
    'measured-by': ['NAME', 'who measured'],
    sells: ['STORE...', 'a store that the one who measured sells'],
    status: [
      'S',
      'measured (default), vendor (default where a store measured is sold) or claimed',
      ['measured', 'vendor', 'claimed'],
    ],
    harness: ['ID', 'the tool in its setting, shared with another dataset (default: the name of the folder)'],
    tool: ['TEXT', 'the tool, where the format does not say'],
    'tool-version': ['TEXT', 'its version'],
    format: format('table', 'md', 'csv', 'json'),
    json: ['', 'the outcome as JSON'],
  },
  examples: [
    'stowage import examples/inputs/oha.json',
    'stowage import examples/inputs/oha.json --op GET --size 1KiB --store aws/s3-standard@us-east-1 --out measured/oha-2026',
    'stowage import examples/inputs/oha.json --publish --op GET --size 1KiB --store aws/s3-standard --region us-east-1 --from aws/us-east-1 --out datasets/acme-2026 --title "S3 GET of 1 KiB" --source-url https://example.org/acme --retrieved 2026-11-20 --licence MIT --measured-by Acme',
  ],
  load: async () => (await import('../answers/import.ts')).importFiles,
};
