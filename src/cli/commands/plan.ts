import type { Command } from '../command.ts';
import { BILL_FORMAT, DATASET, IDS, JSON_FLAG, SCENARIO_FLAGS, WORKLOAD_FLAGS } from '../flags.ts';
export const plan: Command = {
  summary: 'where a workload should live: cost, latency and the best split, for one or many scenarios',
  usage:
    'FILE... (YAML, JSON, CSV with one scenario a row, a permalink, or - for standard input; every key: stowage help scenario), or without a file stowage plan --stored 300TB --size 3MB --reads 10M/day --from europe',
  operands: { name: 'a scenario FILE', least: 0, most: Infinity },
  words: [
    [
      'a CSV',
      'columns are keys (workload.objects.size, workload.readers[0].at, requirements.readP99) or name, stored, count, size, arrivals, retention, reads, from, writer, p99, current and stores; commas or semicolons divide them',
    ],
    [
      'from',
      'in a CSV: places, such as europe, or internet/europe=60% aws/us-east-1=40% (equal shares where none is said)',
    ],
    ['stores', 'in a CSV: divided by blanks, commas or semicolons'],
  ],
  flags: {
    ...WORKLOAD_FLAGS,
    json: JSON_FLAG,
    jsonl: ['', 'one JSON line per scenario, as each is done'],
    format: BILL_FORMAT,
    'keep-going': ['', 'where a scenario of several is wrong, say so and go on; exit code 1'],
    all: ['', 'every placement that was billed: a table of its own, a row of CSV each, whole in JSON'],
    notes: [
      '',
      'also what has to be run and measured, the move from today, the months, the ends of ranges, stores left out, and notes',
    ],
    top: ['N', 'rows of the table of placements (3 to 6; with --all every one)'],
    ids: IDS,
    scans: [
      'N',
      'how long the search may go on, in evaluations of a bound (60000); the answer says how far it may be from the best',
    ],
    why: [
      '',
      'add cost against p99, switch points of reads and a required p99, uncertainty, what depends on one dataset, hedging and notes (slower)',
    ],
    flips: [
      '',
      'the value of every input and price at which the answer changes, and what would bring in each store left aside (seconds)',
    ],
    draws: ['N', 'Monte Carlo samples of your ranges (with --why 256; 1024 is finer, 0 leaves it out)'],
    'as-of': ['DATE', "at the prices of this date instead of the scenario's own; --asOf is understood too"],
    'at-today': ['', "its own prices beside today's: the winner, and every meter that moved"],
    ...SCENARIO_FLAGS,
    dataset: DATASET,
  },
  examples: [
    'stowage plan --stored 300TB --size 3MB --reads 10M/day --from europe --p99 500ms --current aws/s3-standard@us-east-1',
    'stowage plan examples/streamingco.yaml',
    'stowage plan examples/streamingco.yaml --set workload.reads.rate=2M/day --set requirements.readP99=300ms',
    'stowage plan examples/streamingco.yaml --why',
    'stowage plan examples/headline-10pb.yaml --flips',
    'stowage plan examples/thumbnails.yaml --as-of 2025-04-01 --at-today',
    'stowage plan examples/streamingco.yaml --scans 200000',
    'stowage plan examples/*.yaml --format md',
    'stowage plan examples/inputs/portfolio.csv --format md',
    'stowage plan examples/inputs/services.csv --keep-going --jsonl',
    'stowage plan "$(stowage link examples/thumbnails.yaml)" --json',
  ],
  load: async () => (await import('../answers/plan.ts')).plan,
};
