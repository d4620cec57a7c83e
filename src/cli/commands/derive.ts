import type { Command } from '../command.ts';
import type { Flags } from '../flags.ts';

/** How a log is read. */
export const LOG_FLAGS = {
  columns: ['C', 'which column is which, such as time=ts,operation=verb,key=path,size=bytes'],
  'time-unit': [
    'U',
    's, ms, us or ns, where times are numbers that count from the start of the trace',
    ['s', 'ms', 'us', 'ns'],
  ],
  memory: ['SIZE', 'how much memory to use (default 1GiB); what needs more goes to disk'],
} as const satisfies Flags;

export const derive: Command = {
  summary: 'an access log or trace as a profile: sizes, ages at reads, gaps between reads, rates, peak',
  usage:
    'FILE|FOLDER... (logs of S3, CloudFront, Cloudflare, Google, Azure, ALB, nginx or MinIO; traces of IBM COS, Twitter, CacheLib or Wikipedia; CSV, JSON lines or Parquet with time, operation, key, size; .gz and .zst too; with logs, an inventory of S3, Google or Azure by its manifest or folder)',
  operands: { name: 'a log FILE', least: 1, most: 10_000 },
  flags: {
    scenario: ['', 'print the scenario that the profile describes, for stowage plan'],
    test: ['', 'fit the first 70% of the time, predict the rest and print the error'],
    ...LOG_FLAGS,
    at: ['PLACE', 'with --scenario: where readers and the writer are (default: aws/us-east-1)'],
    'as-of': ['DATE', 'with --scenario: the date of its prices (default: the newest edition)'],
    standing: [
      'SIZE',
      'with --scenario: what was stored before the log began, such as 10TB (an inventory says it)',
    ],
    name: ['TEXT', 'with --scenario: what it is called'],
    'k-anonymity': ['N', 'networks of fewer readers than this are told together (default 5)'],
    store: ['STORE', 'with --datasets: the store that wrote the log, such as aws/s3-standard@us-west-1'],
    datasets: [
      'FOLDER',
      'keep the times in the log as a private dataset of that store, in a folder of this one',
    ],
    engine: [
      'E',
      'what reads the logs: duckdb on this machine (default), or spark; with --print trino or bigquery too',
      ['duckdb', 'spark', 'trino', 'bigquery'],
    ],
    'spark-submit': [
      'COMMAND',
      'with --engine spark: how a program is submitted, such as "spark-submit --master yarn" (client mode)',
    ],
    estimate: ['ROWS', 'how long so many rows would take, by the pace of this log here, such as 1e10'],
    cores: ['N', 'with --estimate: cores of the cluster (default: those of this machine)'],
    'core-hour': ['PRICE', 'with --estimate: what an hour of a core costs you, such as 0.05'],
    print: ['', 'with --engine: print its statements, and run none'],
    json: ['', 'the profile or the scenario as JSON; with --test the profile carries its error'],
  },
  examples: [
    'stowage derive examples/inputs/access-log.txt > profile.yaml',
    'stowage derive examples/inputs/access-log.txt --scenario > plan.yaml',
    'stowage derive examples/bucket/logs examples/bucket/inventory --scenario > bucket.yaml',
    'stowage derive examples/inputs/access-log.txt --store aws/s3-standard@us-west-1 --datasets measured',
    'stowage derive examples/inputs/access-log.txt --test',
    'stowage derive examples/inputs/access-log.txt --estimate 1e10 --cores 64 --core-hour 0.05',
    'stowage derive examples/inputs/access-log.txt --engine spark --print',
    'stowage derive examples/inputs/requests.csv --columns time=ts,operation=verb,key=path,size=bytes --json',
  ],
  load: async () => (await import('../answers/derive.ts')).derive,
};
