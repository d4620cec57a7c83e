/** Flags and operands as a command tells them, and those that several commands or their programs share. */

/**
 * How help calls the value of a flag (empty: it stands alone; `...` at the end: it may repeat), what the flag is for, and, where
 * the value is one of a few, which.
 */
export type Flag = readonly [value: string, meaning: string, choices?: readonly string[]];
export type Flags = Readonly<Record<string, Flag>>;

export interface Operands {
  /** As messages call them, such as `a scenario FILE`. */
  name: string;
  least: number;
  most: number;
  choices?: readonly string[];
  /** Where it is no file: what completion offers, as the value of a flag. */
  value?: 'STORE' | 'DATASET';
}

export const JSON_FLAG: Flag = ['', 'the whole answer as JSON, unrounded'];
export const IDS: Flag = ['', 'tables have ids instead of names, as --json does'];
export const DATASET: Flag = [
  'DATASET...',
  'use this first: the id of a dataset, your own folder or file, or FILE=STORE@REGION[,OP[,SIZE]]',
];

/** `--format`; the first is taken where it is left out. */
export const format = (first: string, ...others: string[]): Flag => [
  'F',
  `${[`${first} (default)`, ...others.slice(0, -1)].join(', ')} or ${others.at(-1)}`,
  [first, ...others],
];

/** Of a command whose answer is a table, and of one whose answer has more than one. */
export const TABLE = { json: JSON_FLAG, format: format('table', 'md', 'csv', 'json') };
export const BLOCKS = { json: JSON_FLAG, format: format('table', 'md', 'json') };

export const BILL_FORMAT: Flag = [
  'F',
  'table (default), md, csv, json or focus (FinOps FOCUS rows)',
  ['table', 'md', 'csv', 'json', 'focus'],
];

/** Of every command that takes a scenario. */
export const SCENARIO_FLAGS = {
  set: ['PATH=VALUE...', 'a key of the scenario as you say, such as workload.reads.rate=2M/day'],
  fx: ['RATE...', 'dollars for one unit of another currency, such as EUR=1.16'],
  currency: ['CODE', 'of every amount in the answer, such as EUR, at the rate of --fx'],
  'no-config': ['', 'read no stowage.yaml (keys: stowage help config)'],
} as const satisfies Flags;

/** What stands in for a scenario file. */
export const WORKLOAD_FLAGS = {
  stored: ['SIZE', 'without a file: bytes stored'],
  count: ['N', 'without a file: objects stored'],
  arrivals: ['RATE', 'without a file: new objects, such as 12M/day or 20TB/month'],
  retention: ['TIME', 'without a file: how long objects are kept (default: forever)'],
  size: ['SIZE', 'without a file: size of an object'],
  reads: ['RATE', 'without a file: reads, such as 10M/day'],
  from: ['PLACE', 'without a file: where readers are, such as europe, DE or aws/us-east-1'],
  p99: ['TIME', 'without a file: the longest p99 of a read'],
  current: ['STORE', 'without a file: where objects are today, such as aws/s3-standard@us-east-1'],
} as const satisfies Flags;

/** What stands in for a plan file. */
export const PLAN_FLAGS = {
  store: ['STORE', 'what to measure without a plan file, such as aws/s3-standard@us-east-1'],
  from: [
    'PLACE',
    'where this machine is, such as aws/us-east-1 or internet/europe; unknown where nobody knows',
  ],
  preset: [
    'P',
    'latency: what a plan asks of a store; or the method of a benchmark: prisma-latency, prisma-bulk, prisma-accelerated-fs, objectbench, warp-tiers or dev-1mb',
  ],
  op: ['OP', 'GET (default), GET_RANGE, PUT, COPY, HEAD, LIST or DELETE'],
  size: ['SIZE', 'object size (default 10KiB)'],
  range: ['SIZE', 'how much a GET_RANGE reads'],
  requests: ['N', 'how many requests count (default 1000)'],
  concurrency: ['N', 'requests at a time, each waiting for its answer (default 1)'],
  rate: ['R', 'instead, requests at a fixed rate such as 100/s, timed from when they were meant to go'],
  objects: ['N', 'different objects that are read (default 100)'],
  warmup: ['N', 'requests before those that count (default 20)'],
  metric: ['M', 'total or first_byte; a probe measures both'],
  runtime: ['TEXT', 'what this machine is, such as "EC2 c7gn.large"'],
  bucket: ['B', 'a bucket of yours (default: one the probe makes, and removes)'],
  endpoint: ['URL', 'where the provider alone does not say it'],
  'path-style': ['', 'the bucket in the path instead of the host name'],
  profile: ['NAME', 'keys of this profile (default: the environment, then the default profile)'],
  client: [
    'C',
    "wire (default: sockets of our own), undici, or sdk: AWS's own, for what an application on it sees",
    ['wire', 'undici', 'sdk'],
  ],
  workers: [
    'N',
    'threads that measure several requests at a time (default: one, and more where it is not enough)',
  ],
  unpriced: ['', 'a server of your own, where nothing is billed'],
} as const satisfies Flags;
